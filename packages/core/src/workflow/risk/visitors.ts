/** How much visitors of escrows' pages, whom no one here knows, may have prepared (decision 115). */

import { escrowStateOf } from '../../actions/steps/escrow-state.ts';
import { obstaclesOf } from '../../actions/steps/obstacles.ts';
import type { StepRequest } from '../../actions/steps/request.ts';
import { CountersignError } from '../../errors/errors.ts';
import { isStepName } from '../../escrow/steps.ts';
import { addressesIn } from '../../kinds/escrow-on-chain.ts';
import type { DeskContext } from '../context.ts';
import { shownEscrow } from '../model/at-stake.ts';
import { maySpeakFor, type Person } from '../model/person.ts';
import { type ActionRequest, isDecided, mayBeSent } from '../model/requests.ts';
import { notPossible } from './risk-of-step.ts';

/** Unsigned requests of one escrow in an hour. */
const MOST_FOR_ESCROW = 20;
/** The others are for people who hold a role in it and showed their wallet, so that no stranger can take all. */
const MOST_FOR_STRANGERS = 15;
const HOUR_MS = 3_600_000;

type Wanted = {
  readonly request: ActionRequest;
  /** The escrow's page. */
  readonly owner: Person;
  /** Whether it belongs to no request yet. */
  readonly isNew: boolean;
};

/**
 * Before a transaction is built for an escrow's page.
 * @throws CountersignError STEP_NOT_POSSIBLE, which costs the other visitors nothing; RATE_LIMITED; OUTCOME_UNKNOWN
 *   while an equal payment of the same wallet may still settle, no matter who had it prepared
 */
export async function requireRoomForVisitors(context: DeskContext, { request, owner, isNew }: Wanted): Promise<void> {
  requirePossible(context, request);
  if (isNew) await requireFewOfEscrow(context, request, owner);
  if (isNew) await requireNoEqualPayment(context, request);
  const retryAfterMs = await context.takeForVisitors();
  if (retryAfterMs > 0) throw busy(context, 'ofAll', retryAfterMs);
}

function requirePossible(context: DeskContext, { action, request }: ActionRequest): void {
  if (!isStepName(action)) return;
  const step = request as StepRequest;
  const state = escrowStateOf(step, context.network);
  const unmet = state === undefined ? [] : obstaclesOf(action, step, state);
  if (state !== undefined && unmet.length > 0) throw notPossible(context, unmet, state);
}

async function requireFewOfEscrow(context: DeskContext, request: ActionRequest, owner: Person): Promise<void> {
  const { store, now } = context;
  const unsigned = (await store.requestsAbout(owner, owner.id)).filter(
    (each) => each.madeAt > now() - HOUR_MS && !isDecided(each),
  );
  const most = isOfProvenParty(context, request) ? MOST_FOR_ESCROW : MOST_FOR_STRANGERS;
  const over = unsigned.length - most;
  if (over < 0) return;
  const [next = now()] = unsigned
    .map(({ madeAt }) => madeAt)
    .toSorted((one, other) => one - other)
    .slice(over);
  throw busy(context, 'ofEscrow', next + HOUR_MS - now());
}

/** Whether the signer holds a role in the escrow, and the visitor showed that this wallet is theirs. */
function isOfProvenParty({ viewer, network }: DeskContext, request: ActionRequest): boolean {
  const { signer } = request.request;
  if (!maySpeakFor(viewer, [signer])) return false;
  const escrow = shownEscrow(request, network);
  return escrow !== undefined && addressesIn(escrow).includes(signer);
}

/** Two owners do not see each other's requests, and one wallet may have signed for both. */
async function requireNoEqualPayment(context: DeskContext, { action, request }: ActionRequest): Promise<void> {
  if (action !== 'fund') return;
  const { store, now, words } = context;
  for (const { requestId, hash, state, expiresAt } of await store.findByContract('fund', request.escrow)) {
    const isPending = mayBeSent({ state }) && state !== 'settled' && expiresAt > now();
    const other = isPending && requestId !== undefined ? await store.find(requestId) : undefined;
    if (other?.action !== 'fund') continue;
    const { signer, amount } = other.request;
    if (signer !== request.signer || amount !== request.amount) continue;
    const text = words.stillLiving(hash, new Date(expiresAt).toISOString());
    throw new CountersignError('OUTCOME_UNKNOWN', { ...text, language: words.language });
  }
}

function busy({ words }: DeskContext, which: 'ofAll' | 'ofEscrow', retryAfterMs: number): CountersignError {
  const { language } = words;
  return new CountersignError('RATE_LIMITED', { ...words.visitorsText(which, retryAfterMs), retryAfterMs, language });
}
