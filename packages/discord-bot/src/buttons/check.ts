import { toCountersignError } from '@countersign/core/errors';
import { escrowOf } from '../interactions/escrow-of.ts';

import type { Reply, Task } from '../task.ts';
import { statusMessage } from '../views/outcome.ts';

/** Learns the outcome of what was sent: from the network, or by sending the same transaction again. */
export async function check({ desk, call, words }: Task, id: string): Promise<Reply> {
  try {
    await desk.submit({ id }, call);
  } catch (thrown) {
    // Nothing to send again, or only shared for reading: shows what is known.
    if (!['NOT_SIGNED_YET', 'HANDLE_NOT_FOUND'].includes(toCountersignError(thrown).code)) throw thrown;
  }
  const status = await desk.status(id, call);
  return { message: statusMessage(status, { escrow: await escrowOf(desk, status, call) }, words), card: status };
}
