import { requireWallet } from '../buttons/step-target.ts';
import type { Command } from '../interactions/interaction.ts';
import type { Reply, Task } from '../task.ts';
import { trustlineMessage } from '../views/trustline.ts';

/** `/escrow trustline token:`: for the person's own saved wallet, since nobody else could sign it. */
export async function trustline({ bot, desk, person, call, words }: Task, { texts }: Command): Promise<Reply[]> {
  const signer = await requireWallet({ bot, person, words });
  const prepared = await desk.prepare('trust', { signer, token: texts.get('token')?.trim() ?? '' }, call);
  return [{ message: trustlineMessage(prepared, undefined, words), card: prepared }];
}
