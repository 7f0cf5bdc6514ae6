/** What was sensible when it was prepared may no longer be so when it is sent: it is judged again, by the ledger. */
import type { StepRequest } from '../actions/steps/request.ts';
import { isStepName } from '../escrow/steps.ts';
import type { DeskContext } from './context.ts';
import type { CallOptions } from './desk.ts';
import { requireExpected } from './funded-escrow.ts';
import { requireSameEscrow } from './step-terms.ts';
import type { Handle } from './store/offers.ts';

/**
 * Called before a signature is accepted, for anything that was never sent before.
 * @throws CountersignError ESCROW_CHANGED
 */
export async function requireStillSensible(
  context: DeskContext,
  handle: Handle,
  options: Pick<CallOptions, 'signal'>,
): Promise<void> {
  if (handle.action === 'fund') return await requireExpected(context, handle.request, options);
  if (isStepName(handle.action)) await requireSameTerms(context, handle, options);
}

async function requireSameTerms(
  context: DeskContext,
  handle: Handle,
  { signal }: Pick<CallOptions, 'signal'>,
): Promise<void> {
  if (!isStepName(handle.action)) return;
  const request = handle.request as StepRequest;
  const sight = await context.ledger?.lookAt({ contracts: [request.escrow] }, signal);
  const now = sight?.kind === 'seen' ? sight.contracts.get(request.escrow) : undefined;
  // Where the ledger does not answer, or its entries are archived, the contract decides.
  if (now?.escrow === undefined) return;
  requireSameEscrow(handle.action, request, { code: now.code, state: now.escrow.toXdr('base64') }, context);
}
