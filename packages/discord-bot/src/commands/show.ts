import type { Command } from '../interaction.ts';
import type { Reply, Task } from '../task.ts';
import { escrowMessage } from '../views/escrow.ts';

/** `/escrow show escrow:`, of an address or of the id on a card */
export async function show({ bot, desk, person, call }: Task, { texts }: Command): Promise<Reply[]> {
  const escrow = texts.get('escrow')?.trim() ?? '';
  const view = await desk.get(/^[0-9a-f]{32}$/.test(escrow) ? { id: escrow } : { contractId: escrow }, call);
  return [{ message: escrowMessage(view, bot.state.wallet(person)?.address) }];
}
