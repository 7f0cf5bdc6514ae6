/** What was sensible when it was prepared may no longer be so when it is sent: it is judged again, by the ledger. */
import { isStepName } from '../../escrow/steps.ts';
import { openAmount } from '../../kinds/progress.ts';
import { type Risk, withMore } from '../../risk/index.ts';
import type { DeskContext } from '../context.ts';
import type { CallOptions } from '../desk.ts';
import { escrowNow, requireExpected } from '../prepare/funded-escrow.ts';
import { riskOfBalance } from '../prepare/risk-of-payment.ts';
import type { PreparedRequest, PreparedTransaction } from '../store/requests.ts';
import { requireConfirmed } from './confirmations.ts';
import { requireAsShown } from './step-terms.ts';

type Options = Pick<CallOptions, 'signal'>;

/**
 * Called before a signature is accepted, for an offer that was never sent. Where the ledger does not answer, the
 * contract decides.
 * @throws CountersignError ESCROW_CHANGED; CONFIRMATION_NEEDED where there is something new to confirm, which the
 *   handle then shows; RPCS_DISAGREE and SERVICE_UNREACHABLE, which are retryable
 */
export async function requireStillSensible(
  context: DeskContext,
  handle: PreparedRequest,
  offer: PreparedTransaction,
  options: Options,
): Promise<void> {
  if (handle.action === 'fund') return await judgePaymentAgain(context, handle, offer, options);
  if (isStepName(handle.action)) await requireAsShown(context, handle, offer, options);
}

/** What the payer confirmed is not asked again: a confirmation counts for the balance that the stop named. */
async function judgePaymentAgain(
  context: DeskContext,
  handle: Extract<PreparedRequest, { readonly action: 'fund' }>,
  { hash }: PreparedTransaction,
  options: Options,
): Promise<void> {
  const { request, judged: before } = handle;
  const now = await escrowNow(context, request, options);
  // If another call has sent it by now, what changed may be its own effect.
  if ((await context.store.findByHash(hash))?.state !== 'offered') return;
  requireExpected(request, now);
  if (now?.escrow === undefined || now.held === undefined) return;
  const { units: held, decimals } = now.held;
  const { escrow } = now;
  const fresh = riskOfBalance(context, request, { escrow, held, decimals, needed: openAmount(escrow) });
  const judged = judgedAnew(before, fresh);
  if (JSON.stringify(judged.stops) === JSON.stringify(before.stops)) return;
  await context.store.judge(handle.id, judged);
  await requireConfirmed(context, handle, judged.stops, (stops) => ({
    message: context.words.changedSinceText(context.words.stopLines(stops)),
    language: context.words.language,
  }));
}

/** Replaces what was judged before by what has the same code now. */
function judgedAnew(before: Risk, now: Risk): Risk {
  const codes = [now.stops, now.warnings, now.facts].flat().map(({ code }) => code as string);
  const kept = <T extends { readonly code: string }>(list: readonly T[]) =>
    list.filter(({ code }) => !codes.includes(code));
  return withMore(now, { stops: kept(before.stops), warnings: kept(before.warnings), facts: kept(before.facts) });
}
