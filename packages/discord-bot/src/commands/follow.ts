/** The buttons *Follow here*, *Stop following here* and *Let them in*. */

import { randomUUID } from 'node:crypto';
import type { EscrowView } from '@countersign/core';
import { format } from '@countersign/core/text/message';
import {
  announcementFor,
  beginToFollow,
  membersCalled,
  readPublic,
  withoutButtons,
} from '../background/announcement.ts';
import { placeFields } from '../background/watcher.ts';
import type { Channel } from '../discord/interaction.ts';
import { writeProblem } from '../discord/permissions.ts';
import { cannotWrite, isRefused, isUnreachable } from '../discord/posts.ts';
import { MOST_WATCHED } from '../state/watch-rows.ts';
import type { Reply, Task } from '../task.ts';
import { requireTarget } from '../views/escrow-buttons.ts';
import { code, line } from '../views/markdown.ts';
import { notice, refusal } from '../views/parts.ts';
import { invalid, type Words } from '../words/index.ts';

export async function unfollowHere({ bot, person, interaction, words }: Task, id: string): Promise<Reply> {
  const { watch: own } = words;
  const { escrow } = requireTarget(id, words);
  const { channel, channelId } = interaction;
  const problem = problemOf(channel, own);
  if (problem !== undefined) return { message: refusal(problem, words) };
  const place = { guildId: person.guildId, channelId, escrow };
  const ended = await bot.state.watch.unfollow(place);
  bot.watcher.wake();
  const named = { escrow: code(escrow), channel: `<#${channelId}>` };
  if (!ended) return { message: notice(own.notFollowed, format(own.isNotFollowed, named)) };
  bot.log('info', 'unfollowed', placeFields(place, person.userId));
  return { message: notice(own.noLongerFollowed, format(own.noLongerAnnounced, named)) };
}

export async function followHere({ bot, desk, person, interaction, call, words }: Task, id: string): Promise<Reply> {
  const { watch } = bot.state;
  const { watch: own } = words;
  const { escrow } = requireTarget(id, words);
  const { channel } = interaction;
  const problem = problemOf(channel, own);
  if (problem !== undefined || channel === undefined) return { message: refusal(problem ?? own.noChannel, words) };
  const where = `<#${channel.id}>`;
  const place = { guildId: person.guildId, channelId: channel.id, escrow };
  // Asked as the person, since for their own escrows the error says more than "not found".
  if ((await desk.get({ contractId: escrow }, call)).state === undefined) {
    throw invalid(words, { message: own.notOnLedger, remedy: own.onceSettled });
  }
  // Fails if there is no ledger to ask.
  await (await bot.desk.follow({ escrows: [escrow] }, () => undefined)).stop();
  const watched = await watch.follow(place, MOST_WATCHED);
  if (watched === 'already') {
    return { message: notice(own.followedAlready, format(own.isFollowed, { escrow: code(escrow), channel: where })) };
  }
  if (watched === 'full') {
    return { message: notice(own.tooManyHeading, format(own.tooMany, { most: MOST_WATCHED }), 'waiting') };
  }
  let view: EscrowView;
  try {
    await beginToFollow(bot.desk, watched);
    view = await readPublic(bot.desk, place, call.signal);
    // It shows at once whether the bot may write there. If money arrived before, it calls those whose turn it is.
    const about = { watched, by: person.userId };
    const { message, members, called } = await announcementFor(bot, { kind: 'began' }, view, about);
    const posted = await bot.posts.post(channel.id, message, { mentions: members, nonce: randomUUID().slice(0, 24) });
    await watch.posted(watched.number, { message: posted, called, shown: withoutButtons(message) });
  } catch (thrown) {
    await watch.unfollow(place);
    if (!isUnreachable(thrown)) throw thrown;
    return { message: notice(own.notFollowed, cannotWrite(thrown, where, words), 'bad') };
  }
  bot.watcher.wake();
  bot.log('info', 'followed', placeFields(place, person.userId));
  const announced = format(own.announcedIn, { title: `**${line(view.title, 100)}**`, channel: where });
  return { message: notice(own.followed, announced, 'good') };
}

const problemOf = (channel: Channel | undefined, words: Words['watch']): string | undefined =>
  channel === undefined ? words.noChannel : writeProblem(channel, words);

const SHAPE = /^(\d{1,15})\.(\d{1,20})$/;

/**
 * *Let them in*: into a private thread that follows an escrow. A mention there would add the mentioned member, and
 * anybody can save any wallet. So outsiders are named without a mention, and somebody in the thread decides, while it
 * is their turn.
 */
export async function letIntoThread(
  { bot, person, interaction, call, words: { watch: own } }: Task,
  id: string,
): Promise<Reply> {
  const [, number, userId = ''] = SHAPE.exec(id) ?? [];
  const watched = await bot.state.watch.one(Number(number));
  if (watched?.guildId !== person.guildId || watched.channelId !== interaction.channelId) {
    return { message: notice(own.noOneToLetIn, own.notFollowedHere) };
  }
  const view = await readPublic(bot.desk, watched, call.signal);
  if (!(await membersCalled(bot, person.guildId, view)).includes(userId)) {
    return { message: notice(own.noOneToLetIn, own.notTheirTurn) };
  }
  try {
    await bot.posts.addMember(watched.channelId, userId);
  } catch (thrown) {
    if (!isRefused(thrown)) throw thrown;
    return { message: notice(own.notLetIn, format(own.cannotLetIn, { who: `<@${userId}>` }), 'bad') };
  }
  bot.log('info', 'let into a thread', { ...placeFields(watched, person.userId), member: userId });
  return { message: notice(own.letInDone, format(own.isInThread, { who: `<@${userId}>` })) };
}
