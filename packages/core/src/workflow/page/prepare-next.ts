/**
 * Prepares the next step from a settled page. The browser chooses only the step and the words of a report: escrow,
 * signer and amount come from the handle and the ledger.
 */
import { CountersignError } from '../../errors/errors.ts';
import { parseInput } from '../../escrow/parse-input.ts';
import type { DeskContext } from '../context.ts';
import { prepare } from '../prepare/prepare.ts';
import type { RunningCall } from '../run-call.ts';
import { type Handle, isDecided } from '../store/offers.ts';
import { escrowOnPage } from './escrow-on-page.ts';
import { nextSchema } from './next-input.ts';

/** Anybody with the page's address can write evidence, and each text is a new request. Settled ones do not count. */
const MOST_REPORTS = 20;
const REPORTS_MS = 3_600_000;

/**
 * The step belongs to the handle's owner and has the handle's signer; it passes every check of a request.
 * @returns the id of the new handle's page
 * @throws CountersignError STEP_NOT_POSSIBLE where it is not its turn or not this signer's, RATE_LIMITED, and those of
 *   `prepare`
 */
export async function prepareNext(
  context: DeskContext,
  handle: Handle,
  input: unknown,
  call: RunningCall,
): Promise<{ readonly page: string }> {
  const { action, milestone, evidence } = parseInput(nextSchema, input);
  const escrow = await escrowOnPage(context, handle, call());
  if (escrow === undefined) throw new CountersignError('STEP_NOT_POSSIBLE', NOT_KNOWN);
  const turn = escrow.turn.find((each) => each.action === action && each.milestone === milestone);
  const { signer } = handle.request;
  if (turn === undefined || (turn.role !== 'anyone' && turn.address !== signer)) {
    throw new CountersignError('STEP_NOT_POSSIBLE', {
      message: turn === undefined ? NOT_ITS_TURN : NOT_THEIRS,
      remedy: `What can be done now: ${context.words.turnsText(escrow.turn)}`,
    });
  }
  if (action === 'change-status') await requireFewReports(context, handle, escrow.contractId);
  const request = {
    escrow: escrow.contractId,
    signer,
    ...(milestone === undefined ? {} : { milestone }),
    ...(evidence === undefined ? {} : { evidence }),
  };
  const { id } = await prepare(context, action, request, call, { owner: handle.owner });
  const next = await context.store.find(id);
  if (next === undefined) throw new CountersignError('HANDLE_NOT_FOUND');
  return { page: next.pageId };
}

/** @throws CountersignError RATE_LIMITED */
async function requireFewReports({ store, now }: DeskContext, { owner }: Handle, contractId: string): Promise<void> {
  const made = (await store.handlesAbout(owner, contractId)).filter(
    (each) => each.action === 'change-status' && each.madeAt > now() - REPORTS_MS && !isDecided(each),
  );
  if (made.length < MOST_REPORTS) return;
  const retryAfterMs = Math.min(...made.map(({ madeAt }) => madeAt)) + REPORTS_MS - now();
  throw new CountersignError('RATE_LIMITED', { retryAfterMs });
}

const NOT_KNOWN = {
  message: 'The ledger does not tell how the escrow of this page stands. Nothing was prepared.',
  remedy: 'Wait until this page says that it settled, then try again in a minute.',
};
const NOT_ITS_TURN = 'As the escrow stands on the ledger, it is not time for this. Nothing was prepared.';
const NOT_THEIRS = 'Another person has to sign this, and not the one who signed here. Nothing was prepared.';
