import type { CallOptions, Desk, Prepared } from '@countersign/core';
import { format } from '@countersign/core/text/message';
import type { APIComponentInContainer } from 'discord.js';
import type { Message } from '../discord/answers.ts';
import { isDeleted } from '../discord/posts.ts';
import { deskOf, type Person } from '../state/state.ts';
import { placeOf, type TeamCard } from '../state/team-rows.ts';
import type { Reply, Task } from '../task.ts';
import { button, buttons, container, link, notice, text } from '../views/parts.ts';
import { isOver, linkTo, stageOf, teamMessageFor } from '../views/team-card.ts';
import type { Words } from '../words/index.ts';

/** The card that was posted for it, unless somebody deleted it meanwhile. */
export async function alreadyAsked(
  { bot, desk, person, call, words }: Task,
  requestId: string,
): Promise<Reply | undefined> {
  const { team } = bot.state;
  const card = await team.get(requestId);
  if (card === undefined) return undefined;
  // Checked first, since to others the card does not exist.
  const status = await desk.status(requestId, call);
  const stage = stageOf(status);
  if (card.message === null) return beingPosted(words);
  try {
    // Once it is over, the message may have become that of the escrow.
    if (!isOver(stage) || card.shown !== stage)
      await bot.posts.change(
        placeOf(card),
        card.message,
        await teamMessageFor(bot, card, stage, status.action === undefined),
      );
    const again = buttons(button(words.team.askMeNextTime, 'ask-alone', requestId));
    const notes = card.asker === person.userId ? [again] : [];
    return { message: askedMessage(words.team.alreadyRequested, card, words, notes) };
  } catch (thrown) {
    if (!isDeleted(thrown)) throw thrown;
    await team.drop(requestId);
    return undefined;
  }
}

export const beingPosted = ({ team }: Words): Reply => ({ message: notice(team.beingPostedHeading, team.beingPosted) });

export function askedMessage(
  heading: string,
  card: TeamCard,
  { team }: Words,
  notes: readonly APIComponentInContainer[] = [],
): Message {
  return {
    components: container('plain', [
      text(`### ${heading}`),
      text(team.updatesAutomatically),
      ...notes,
      buttons(...link(team.toTheCard, linkTo(card))),
    ]),
  };
}

/**
 * A teammate's equal request leads to the existing card, if both of them can see it.
 * @returns undefined without such a card: equal requests meet only within a server and channel, or by a grant
 */
export async function alreadyPrepared(task: Task, { id, contractId }: Prepared): Promise<Reply | undefined> {
  const { bot, person, words } = task;
  const { team } = words;
  for (const card of await bot.state.team.ofEscrow(person.guildId, contractId)) {
    if (card.asker === person.userId || card.handle === id || !(await mayKnow(task, card))) continue;
    return {
      message: {
        components: container('waiting', [
          text(`### ${team.preparedAlready}`),
          text(format(team.hasPrepared, { member: `<@${card.asker}>` })),
          buttons(...link(team.toTheCard, linkTo(card)), button(team.showMyOwn, 'renew', id)),
        ]),
      },
    };
  }
  return undefined;
}

async function mayKnow({ bot, person, interaction, call }: Task, card: TeamCard): Promise<boolean> {
  return placeOf(card) === interaction.channelId || (await maySee(bot.desk, person, card.handle, call));
}

/** Whether the desk shows that request to that person. */
export async function maySee(desk: Desk, person: Person, requestId: string, call: CallOptions): Promise<boolean> {
  const asking = deskOf(desk, person).status(requestId, call);
  return (await asking.catch(() => undefined)) !== undefined;
}
