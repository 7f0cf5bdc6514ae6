/** One call of the desk within the 45 s that it may take in all, also where the network is asked beside the service. */
import type { ServiceCallOptions } from '../service/escrow-service.ts';
import type { DeskContext } from './context.ts';
import type { CallOptions } from './desk.ts';

/** Hosts give up on a call at 60 s. */
const CALL_BUDGET_MS = 45_000;

/** Begins the call. What it gives tells the service, when it is asked, how much of the time is left. */
export function beginCall<Options extends CallOptions>(
  { now }: Pick<DeskContext, 'now'>,
  options: Options,
): () => Options & ServiceCallOptions {
  const begun = performance.now();
  return () => ({ ...options, deadline: now() + CALL_BUDGET_MS - (performance.now() - begun) });
}
