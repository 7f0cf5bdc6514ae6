/** A teammate's equal request leads to the existing card, if both of them can see it. */
import type { Prepared } from '@countersign/core';
import { deskOf } from '../state.ts';
import type { Reply, Task } from '../task.ts';
import { button, buttons, container, link, text } from '../views/parts.ts';
import { linkTo } from './team-card.ts';
import { placeOf, type TeamCard } from './team-rows.ts';

/** @returns undefined without such a card: equal requests meet only within a server and channel, or by a grant */
export async function alreadyPrepared(task: Task, { id, contractId }: Prepared): Promise<Reply | undefined> {
  const { bot, person, words } = task;
  const { team } = words;
  for (const card of await bot.state.team.ofEscrow(person.guildId, contractId)) {
    if (card.asker === person.userId || card.handle === id || !(await mayKnow(task, card))) continue;
    return {
      message: {
        components: container('waiting', [
          text(`### ${team.PREPARED_ALREADY}`),
          text(team.hasPrepared(`<@${card.asker}>`)),
          buttons(...link(team.TO_THE_CARD, linkTo(card)), button(team.SHOW_MY_OWN, 'renew', id)),
        ]),
      },
    };
  }
  return undefined;
}

async function mayKnow({ bot, person, interaction, call }: Task, card: TeamCard): Promise<boolean> {
  if (placeOf(card) === interaction.channelId) return true;
  return await deskOf(bot.desk, person)
    .status(card.handle, call)
    .then(
      () => true,
      () => false,
    );
}
