/** Equal requests that ended, or were followed by another round. */
import type { DeskContext } from '../context.ts';
import { truthOf } from '../outcome/truth-of.ts';
import type { RunningCall } from '../run-call.ts';
import type { Handle } from '../store/offers.ts';

/**
 * As the ledger has them now: a wallet may have sent one before it ended. The latest round first.
 * @param found the handle that is in use, or is being renewed
 */
export async function formerOf(
  context: DeskContext,
  requestKey: string,
  found: Handle | undefined,
  call: RunningCall,
): Promise<readonly Handle[]> {
  const former = (await context.store.findFormer(requestKey)).filter(({ id }) => id !== found?.id);
  return await Promise.all(former.map(async (handle) => (await truthOf(context, handle, call())).handle));
}
