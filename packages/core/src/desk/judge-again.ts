/** What was sensible when it was prepared may no longer be so when it is sent: it is judged again, by the ledger. */
import { isStepName } from '../escrow/steps.ts';
import type { DeskContext } from './context.ts';
import type { CallOptions } from './desk.ts';
import { requireExpected } from './funded-escrow.ts';
import { requireAsShown } from './step-terms.ts';
import type { Handle, Offer } from './store/offers.ts';

/**
 * Called before a signature is accepted, for anything that was never sent before.
 * @throws CountersignError ESCROW_CHANGED; RPCS_DISAGREE and SERVICE_UNREACHABLE, which are retryable
 */
export async function requireStillSensible(
  context: DeskContext,
  handle: Handle,
  offer: Offer,
  options: Pick<CallOptions, 'signal'>,
): Promise<void> {
  if (handle.action === 'fund') return await requireExpected(context, handle.request, options);
  if (isStepName(handle.action)) await requireAsShown(context, handle, offer, options);
}
