/** Where a signature is asked for: in a channel where the person can write, or in a new thread; and why nothing was posted there. */

import { describeThrown } from '@countersign/core/platform/log';
import { cleanLine } from '@countersign/core/text';
import { format } from '@countersign/core/text/message';
import { botLacks, type Where, writeProblem } from '../discord/permissions.ts';
import { isForbidden, isRefused, notPosted, postProblem } from '../discord/posts.ts';
import type { TeamCard } from '../state/team-rows.ts';
import type { Task } from '../task.ts';
import { serverWords } from '../views/team-card.ts';
import { invalid, type Words } from '../words/index.ts';
import type { Needed } from '../words/keys.ts';

/**
 * The bot posts only where the member could post themselves, and opens no thread in which it may not write.
 * @throws CountersignError INPUT_INVALID
 */
export async function requireMayPost({ bot, interaction, words }: Task, where: Where): Promise<void> {
  const { team } = words;
  const { channel, parentId } = interaction;
  const ofChannel = () => (channel === undefined ? team.unknownChannel : writeProblem(channel, words.watch));
  const problem = where === 'private' ? undefined : ofChannel();
  if (problem !== undefined) throw invalid(words, { message: problem, remedy: team.elsewhere });
  const lacks = botLacks(interaction, where);
  if (lacks.length > 0) throw notPosted(botNeeds(lacks, team), words);
  if (where === 'channel' || parentId === undefined || (await bot.posts.isTextChannel(parentId))) return;
  // A forum's thread is public too.
  throw notPosted(team.wrongKindOfChannel, words);
}

export const threadName = async ({ state }: Task['bot'], { title, guild }: TeamCard): Promise<string> => {
  const { team } = await serverWords(state, guild);
  return cleanLine(title, 90) || (title === '' ? team.payment : team.threadName);
};

/** Removes an empty thread. Never throws. @returns whether it could only be archived */
export async function takeBack({ bot, person }: Task, thread: string): Promise<boolean> {
  try {
    return (await bot.posts.removeThread(thread)) === 'archived';
  } catch (thrown) {
    const fields = { guild: person.guildId, channel: thread, cause: describeThrown(thrown) };
    bot.log('warn', 'an empty thread could not be taken back', fields);
    return false;
  }
}

/** Members who cannot see the thread's channel, or have left, cannot be added. The asker and the card are there. */
export async function isLetInto({ bot }: Pick<Task, 'bot'>, thread: string, member: string): Promise<boolean> {
  try {
    await bot.posts.addMember(thread, member);
    return true;
  } catch (thrown) {
    if (!isRefused(thrown)) throw thrown;
    return false;
  }
}

const botNeeds = (lacks: readonly Needed[], team: Words['team']): string =>
  format(team.botNeeds, { permissions: permissionsText(lacks, team) });

/** As Discord calls them. */
export const permissionsText = (lacks: readonly Needed[], { permissions, and }: Words['team']): string =>
  lacks.map((each) => permissions[each]).join(` ${and} `);

/** @param isArchived the thread could not be deleted */
export function forPersonOfThread(thrown: unknown, isArchived: boolean, words: Words): unknown {
  const sentence = isForbidden(thrown) ? botNeeds(['SendMessagesInThreads'], words.team) : postProblem(thrown, words);
  if (sentence === undefined) return thrown;
  return notPosted(isArchived ? `${sentence} ${words.team.threadArchived}` : sentence, words, thrown);
}
