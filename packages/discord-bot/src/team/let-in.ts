/** Both kinds of *Let them in*: to sign, by the owner only, and into a card's private thread. */
import { CountersignError, toCountersignError } from '@countersign/core/errors';
import type { Reply, Task } from '../task.ts';
import { notice } from '../views/notice.ts';
import type { Words } from '../words/index.ts';
import { serverWords } from './server-words.ts';
import { placeOf } from './team-rows.ts';
import { isLetInto } from './where.ts';

const SHAPE = /^([0-9a-f]{32})\.(\d{1,20})$/;

/** By the owner only, which the desk checks. */
export async function letSignerIn({ bot, desk, person, words }: Task, id: string): Promise<Reply> {
  const [, handle, userId] = SHAPE.exec(id) ?? [];
  if (handle === undefined || userId === undefined) throw notTheirs(words);
  const card = await bot.state.team.get(handle);
  const { team, language } = words;
  if ((await bot.state.wallet({ ...person, userId }))?.address !== card?.signer) {
    throw new CountersignError('INPUT_INVALID', {
      message: team.OTHER_WALLET_BY_NOW,
      remedy: team.PRESS_SIGNER_AGAIN,
      language,
    });
  }
  try {
    await desk.grant(handle, { tenant: person.guildId, id: userId }, 'sign');
  } catch (thrown) {
    throw toCountersignError(thrown).code === 'HANDLE_NOT_FOUND' ? notTheirs(words) : thrown;
  }
  // It replaces the message that everybody read.
  const { team: ofServer } = await serverWords(bot.state, person.guildId);
  return { message: notice(ofServer.LET_IN_HEADING, ofServer.mayOpenAndSign(`<@${userId}>`)) };
}

/**
 * Pressed by somebody in the thread who may see the request. It grants no right to the transaction.
 * @throws CountersignError HANDLE_NOT_FOUND
 */
export async function letIntoThread(task: Task, id: string): Promise<Reply> {
  const { bot, desk, person, interaction, call, words } = task;
  const { team } = words;
  const [, handle = '', userId = ''] = SHAPE.exec(id) ?? [];
  await desk.status(handle, call);
  const card = await bot.state.team.get(handle);
  if (card === undefined || ![card.asker, card.asked].includes(userId)) {
    throw new CountersignError('HANDLE_NOT_FOUND');
  }
  if (placeOf(card) !== interaction.channelId) return { message: notice(team.NOT_LET_IN, team.NOT_ITS_THREAD, 'bad') };
  const member = `<@${userId}>`;
  if (!(await isLetInto(task, placeOf(card), userId))) {
    return { message: notice(team.NOT_LET_IN, team.cannotEnter(member), 'bad') };
  }
  bot.log('info', 'let into a thread', { guild: person.guildId, channel: placeOf(card), user: person.userId });
  return { message: notice(team.LET_IN_HEADING, team.isInThread(member)) };
}

const notTheirs = ({ team, language }: Words) =>
  new CountersignError('HANDLE_NOT_FOUND', {
    message: team.ONLY_OWNER_LETS_IN,
    remedy: team.ASK_OWNER_TO_PRESS,
    language,
  });
