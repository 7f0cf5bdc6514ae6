import { escrowOf } from '../interactions/escrow-of.ts';
import type { Reply, Task } from '../task.ts';
import { statusMessage } from '../views/outcome.ts';

export async function discard({ desk, call, words }: Task, id: string): Promise<Reply> {
  const status = await desk.discard(id, call);
  return { message: statusMessage(status, { escrow: await escrowOf(desk, status, call) }, words), card: status };
}
