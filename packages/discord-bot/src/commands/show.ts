import type { Command } from '../interaction.ts';
import { escrowMeant } from '../records/reference.ts';
import type { Reply, Task } from '../task.ts';
import { escrowMessage } from '../views/escrow.ts';

/** `/escrow show escrow:`, of an address, the id on a card, or a title */
export async function show({ bot, desk, person, call, words }: Task, { texts }: Command): Promise<Reply[]> {
  const view = await desk.get(await escrowMeant(desk, texts.get('escrow') ?? ''), call);
  return [{ message: escrowMessage(view, (await bot.state.wallet(person))?.address, words) }];
}
