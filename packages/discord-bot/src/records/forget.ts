/** `/escrow forget escrow:`: what is over leaves the person's records here, and what stands on the ledger stays there. */
import type { Command } from '../interaction.ts';
import type { Reply, Task } from '../task.ts';
import { line } from '../views/markdown.ts';
import { notice } from '../views/notice.ts';
import { handleMeant } from './reference.ts';
import { MOST_TITLES, titlesOf } from './titles.ts';

export async function forget({ desk, call }: Task, { texts }: Command): Promise<Reply[]> {
  const id = await handleMeant(desk, texts.get('escrow') ?? '');
  const known = (await titlesOf(desk, '', MOST_TITLES)).find((title) => title.id === id);
  await desk.forget(id, call);
  const named = known === undefined ? 'It' : `**${line(known.title, 100)}**`;
  return [
    {
      message: notice(
        'Forgotten',
        `${named} is no longer in the records of this bot, for you and for everybody who was let in to it. ${KEPT}`,
      ),
    },
  ];
}

const KEPT =
  'What stands on the ledger stays there and everybody can read it: /escrow show and /escrow balance take its address. The bot keeps your saved wallet and your limits.';
