/** The existing card of a request. */
import type { APIComponentInContainer } from 'discord.js';
import type { Message } from '../interactions/answers.ts';
import { isDeleted } from '../interactions/posts.ts';
import type { Reply, Task } from '../task.ts';
import { notice } from '../views/notice.ts';
import { buttons, container, link, text } from '../views/parts.ts';
import type { Words } from '../words/index.ts';
import { forPerson } from './post-error.ts';
import { serverWords } from './server-words.ts';
import { stageOf } from './stage.ts';
import { linkTo, teamMessage } from './team-card.ts';
import { placeOf, type TeamCard } from './team-rows.ts';

/** The card that was posted for it, unless somebody deleted it meanwhile. */
export async function alreadyAsked({ bot, desk, call, words }: Task, handle: string): Promise<Reply | undefined> {
  const { team } = bot.state;
  const card = await team.get(handle);
  if (card === undefined) return undefined;
  // Checked first, since to others the card does not exist.
  const stage = stageOf(await desk.status(handle, call));
  if (card.message === null) return beingPosted(words);
  try {
    const message = teamMessage(card, stage, await serverWords(bot.state, card.guild));
    await bot.posts.change(placeOf(card), card.message, message);
    return { message: askedMessage(words.team.ASKED_ALREADY, card, words) };
  } catch (thrown) {
    if (!isDeleted(thrown)) throw forPerson(thrown, words);
    await team.drop(handle);
    return undefined;
  }
}

export const beingPosted = ({ team }: Words): Reply => ({
  message: notice(team.BEING_POSTED_HEADING, team.BEING_POSTED),
});

export function askedMessage(
  heading: string,
  card: TeamCard,
  { team }: Words,
  notes: readonly APIComponentInContainer[] = [],
): Message {
  return {
    components: container('plain', [
      text(`### ${heading}`),
      text(team.CHANGES_BY_ITSELF),
      ...notes,
      buttons(...link(team.TO_THE_CARD, linkTo(card))),
    ]),
  };
}
