/** `/escrow forget escrow:`: removes a finished escrow from the person's records here; the ledger keeps it. */
import type { Command } from '../interactions/interaction.ts';
import type { Reply, Task } from '../task.ts';
import { line } from '../views/markdown.ts';
import { notice } from '../views/notice.ts';
import { escrowMeant } from './reference.ts';
import { MOST_TITLES, titlesOf } from './titles.ts';

export async function forget({ desk, call, words: { records: own } }: Task, { texts }: Command): Promise<Reply[]> {
  const meant = await escrowMeant(desk, texts.get('escrow') ?? '');
  const known = (await titlesOf(desk, '', MOST_TITLES)).find((title) =>
    'id' in meant ? title.id === meant.id : title.contractId === meant.contractId && title.isShared !== true,
  );
  const id = known?.id ?? ('id' in meant ? meant.id : meant.contractId);
  await desk.forget(id, call);
  const named = known === undefined ? own.IT : `**${line(known.title, 100)}**`;
  return [{ message: notice(own.FORGOTTEN, own.forgotten(named)) }];
}
