import type { Command } from '../interactions/interaction.ts';
import { escrowMeant } from '../records/reference.ts';
import type { Reply, Task } from '../task.ts';
import { canBothWrite } from '../team/permissions.ts';
import { escrowMessage } from '../views/escrow.ts';

/** `/escrow show escrow:`, of an address, the id on a card, or a title */
export async function show(task: Task, { texts }: Command): Promise<Reply[]> {
  return [await escrowReply(task, await escrowMeant(task.desk, texts.get('escrow') ?? ''))];
}

/** An escrow as the person sees it, with the buttons that are theirs. */
export async function escrowReply(
  { bot, desk, person, interaction, call, words }: Task,
  asked: { readonly id: string } | { readonly contractId: string },
): Promise<Reply> {
  const view = await desk.get({ ...asked, named: true }, call);
  const wallet = (await bot.state.wallet(person))?.address;
  return { message: escrowMessage(view, wallet, words, canBothWrite(interaction)) };
}
