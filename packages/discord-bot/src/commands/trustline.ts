import { CountersignError } from '@countersign/core/errors';
import type { Command } from '../interaction.ts';
import type { Reply, Task } from '../task.ts';
import { trustlineMessage } from '../views/trustline.ts';

/** `/escrow trustline token:`: for the person's own saved wallet, since nobody else could sign it. */
export async function trustline({ bot, desk, person, call }: Task, { texts }: Command): Promise<Reply[]> {
  const signer = bot.state.wallet(person)?.address;
  if (signer === undefined) {
    throw new CountersignError('INPUT_INVALID', {
      message: 'You have saved no wallet here.',
      remedy: 'Give your own account address first: /escrow wallet address: G…',
    });
  }
  const prepared = await desk.prepare('trust', { signer, token: texts.get('token')?.trim() ?? '' }, call);
  return [{ message: trustlineMessage(prepared) }];
}
