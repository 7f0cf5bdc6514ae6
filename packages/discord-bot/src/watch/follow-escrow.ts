/** `/escrow follow`, `/escrow unfollow`, and the button *Follow here*. */
import { randomUUID } from 'node:crypto';
import { CountersignError } from '@countersign/core/errors';
import { requireTarget } from '../buttons/step-target.ts';
import type { Channel, Command } from '../interactions/interaction.ts';
import { placeFields } from '../interactions/log-fields.ts';
import { isUnreachable } from '../interactions/posts.ts';
import { escrowMeant } from '../records/reference.ts';
import { languageOfServer } from '../server/server-rows.ts';
import type { Reply, Task } from '../task.ts';
import { code, line } from '../views/markdown.ts';
import { notice, refusal } from '../views/notice.ts';
import { type Words, wordsOf } from '../words/index.ts';
import { beginning } from './announcement.ts';
import { writeProblem } from './may-write.ts';
import { readPublic } from './read-public.ts';

/** How many escrows one server may follow, counted per channel. */
export const MOST_WATCHED = 100;

/** `/escrow follow escrow: channel:`, with an address or the id on a card */
export async function follow(task: Task, command: Command): Promise<Reply[]> {
  return [await followIn(task, await addressOf(task, command), channelOf(task, command))];
}

/** The button *Follow here*. */
export async function followHere(task: Task, id: string): Promise<Reply> {
  return await followIn(task, requireTarget(id, task.words).escrow, task.interaction.channel);
}

export async function unfollow(task: Task, command: Command): Promise<Reply[]> {
  const channel = channelOf(task, command);
  const { watch: own } = task.words;
  const problem = problemOf(channel, own);
  if (problem !== undefined || channel === undefined) {
    return [{ message: refusal(problem ?? own.NO_CHANNEL, task.words) }];
  }
  const escrow = await addressOf(task, command);
  const { bot, person } = task;
  const place = { guildId: person.guildId, channelId: channel.id, escrow };
  const ended = await bot.state.watch.unfollow(place);
  bot.watcher.wake();
  if (!ended) return [{ message: notice(own.NOT_FOLLOWED, own.isNotFollowed(code(escrow), `<#${channel.id}>`)) }];
  bot.log('info', 'unfollowed', placeFields(place, person.userId));
  return [{ message: notice(own.NO_LONGER_FOLLOWED, own.nothingMoreTold(code(escrow), `<#${channel.id}>`)) }];
}

async function followIn(task: Task, escrow: string, channel: Channel | undefined): Promise<Reply> {
  const { bot, person, call, words } = task;
  const { watch } = bot.state;
  const { watch: own } = words;
  const problem = problemOf(channel, own);
  if (problem !== undefined || channel === undefined) return { message: refusal(problem ?? own.NO_CHANNEL, words) };
  const where = `<#${channel.id}>`;
  const place = { guildId: person.guildId, channelId: channel.id, escrow };
  // Asked as the person, since for their own escrows the error says more than "not found".
  if ((await task.desk.get({ contractId: escrow }, call)).state === undefined) {
    throw new CountersignError('INPUT_INVALID', {
      message: own.NOT_ON_LEDGER,
      remedy: own.ONCE_SETTLED,
      language: words.language,
    });
  }
  const view = await readPublic(bot.desk, place, call.signal);
  // Fails if there is no ledger to ask.
  await (await bot.desk.follow({ escrows: [escrow] }, () => undefined)).stop();
  const watched = await watch.follow(place, MOST_WATCHED);
  if (watched === 'already') {
    return { message: notice(own.FOLLOWED_ALREADY, own.isFollowed(code(escrow), where)) };
  }
  if (watched === 'full') {
    return { message: notice(own.TOO_MANY, own.tooMany(MOST_WATCHED), 'waiting') };
  }
  try {
    const ofServer = wordsOf(languageOfServer(await bot.state.servers.of(person.guildId)));
    await bot.posts.post(channel.id, beginning(view, ofServer), {
      mentions: [],
      nonce: randomUUID().slice(0, 24),
    });
  } catch (thrown) {
    await watch.unfollow(place);
    if (!isUnreachable(thrown)) throw thrown;
    return { message: notice(own.NOT_FOLLOWED, own.botCannotWrite(where), 'bad') };
  }
  bot.watcher.wake();
  bot.log('info', 'followed', placeFields(place, person.userId));
  return {
    message: notice(own.FOLLOWED, own.toldIn(`**${line(view.title, 100)}**`, where), 'good'),
  };
}

const problemOf = (channel: Channel | undefined, words: Words['watch']): string | undefined =>
  channel === undefined ? words.NO_CHANNEL : writeProblem(channel, words);

const channelOf = ({ interaction }: Task, { channels }: Command): Channel | undefined =>
  channels.get('channel') ?? interaction.channel;

async function addressOf({ desk, call }: Task, { texts }: Command): Promise<string> {
  const meant = await escrowMeant(desk, texts.get('escrow') ?? '');
  return 'id' in meant ? (await desk.get(meant, call)).contractId : meant.contractId;
}
