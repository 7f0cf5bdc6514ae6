/** `/escrow follow`, `/escrow unfollow`, and the buttons of both. */
import { randomUUID } from 'node:crypto';
import { CountersignError } from '@countersign/core/errors';
import { requireTarget } from '../buttons/step-target.ts';
import type { Channel, Command } from '../interaction.ts';
import { isUnreachable } from '../posts.ts';
import { escrowMeant } from '../records/reference.ts';
import type { Reply, Task } from '../task.ts';
import { code, line, relativeTime } from '../views/markdown.ts';
import { notice, refusal } from '../views/notice.ts';
import { beginning } from './announcement.ts';
import { SNOOZE_MS } from './due.ts';
import { writeProblem } from './may-write.ts';
import { membersCalled, readPublic } from './read-public.ts';

/** Escrows that one server may follow, each channel of each counted. */
export const MOST_WATCHED = 100;

/** `/escrow follow escrow: channel:`, of an address or of the id on a card */
export async function follow(task: Task, command: Command): Promise<Reply[]> {
  return [await followIn(task, await addressOf(task, command), channelOf(task, command))];
}

/** The button *Follow here*. */
export async function followHere(task: Task, id: string): Promise<Reply> {
  return await followIn(task, requireTarget(id).escrow, task.interaction.channel);
}

export async function unfollow(task: Task, command: Command): Promise<Reply[]> {
  const channel = channelOf(task, command);
  const problem = problemOf(channel);
  if (problem !== undefined || channel === undefined) return [{ message: refusal(problem ?? NO_CHANNEL, task.words) }];
  const escrow = await addressOf(task, command);
  const { bot, person } = task;
  const ended = bot.state.watch.unfollow({ guildId: person.guildId, channelId: channel.id, escrow });
  bot.watcher.wake();
  if (!ended) return [{ message: notice('Not followed', `${code(escrow)} is not followed in <#${channel.id}>.`) }];
  bot.log('info', 'unfollowed', { guild: person.guildId, channel: channel.id, escrow, user: person.userId });
  return [{ message: notice('No longer followed', `Nothing more of ${code(escrow)} is told in <#${channel.id}>.`) }];
}

/** The button *Snooze* of a reminder. */
export async function snooze({ bot, person, call, words }: Task, id: string): Promise<Reply> {
  const [, number, changed] = /^(\d{1,15})\.(\d{1,15})$/.exec(id) ?? [];
  const watched = bot.state.watch.one(Number(number));
  if (watched === undefined || watched.guildId !== person.guildId || watched.changed !== Number(changed)) {
    return { message: notice('Nothing to put off', 'Something has happened since, or it is no longer followed here.') };
  }
  const view = await readPublic(bot.desk, watched, call.signal);
  const members = membersCalled(bot.state, person.guildId, view);
  if (members.length > 0 && !members.includes(person.userId)) {
    return { message: refusal('This reminder is for somebody else: it is not the turn of your saved wallet.', words) };
  }
  const until = bot.now() + SNOOZE_MS;
  bot.state.watch.snooze(watched, until);
  return { message: notice('Put off', `The next reminder comes ${relativeTime(until)}, if nothing happens before.`) };
}

async function followIn(task: Task, escrow: string, channel: Channel | undefined): Promise<Reply> {
  const { bot, person, call } = task;
  const { watch } = bot.state;
  const problem = problemOf(channel);
  if (problem !== undefined || channel === undefined) return { message: refusal(problem ?? NO_CHANNEL, task.words) };
  const place = { guildId: person.guildId, channelId: channel.id, escrow };
  // As the person may know it: of what they prepared themselves this says more than that it is not there.
  if ((await task.desk.get({ contractId: escrow }, call)).state === undefined) {
    throw new CountersignError('INPUT_INVALID', {
      message: 'It does not stand on the ledger yet.',
      remedy: 'Follow it once its card says “Settled”.',
    });
  }
  const view = await readPublic(bot.desk, place, call.signal);
  // Says whether there is a ledger to ask at all.
  await (await bot.desk.follow({ escrows: [escrow] }, () => undefined)).stop();
  const watched = watch.follow(place, MOST_WATCHED);
  if (watched === 'already') {
    return { message: notice('Followed already', `${code(escrow)} is followed in <#${channel.id}>.`) };
  }
  if (watched === 'full') {
    const sentence = `This server follows ${MOST_WATCHED} escrows, which is as many as it may. End one with /escrow unfollow.`;
    return { message: notice('Too many', sentence, 'waiting') };
  }
  try {
    await bot.posts.post(channel.id, beginning(view), { mentions: [], nonce: randomUUID().slice(0, 24) });
  } catch (thrown) {
    watch.unfollow(place);
    if (!isUnreachable(thrown)) throw thrown;
    const sentence = `The bot cannot write in <#${channel.id}>. Let it view that channel and send messages there, then try again.`;
    return { message: notice('Not followed', sentence, 'bad') };
  }
  bot.watcher.wake();
  bot.log('info', 'followed', { guild: person.guildId, channel: channel.id, escrow, user: person.userId });
  return {
    message: notice(
      'Followed',
      `What the ledger says of **${line(view.title, 100)}** is told in <#${channel.id}>. Whoever reads that channel sees it.`,
      'good',
    ),
  };
}

const NO_CHANNEL = 'Discord did not say which channel this is. Give it as channel:.';

const problemOf = (channel: Channel | undefined): string | undefined =>
  channel === undefined ? NO_CHANNEL : writeProblem(channel);

const channelOf = ({ interaction }: Task, { channels }: Command): Channel | undefined =>
  channels.get('channel') ?? interaction.channel;

async function addressOf({ desk, call }: Task, { texts }: Command): Promise<string> {
  const meant = await escrowMeant(desk, texts.get('escrow') ?? '');
  return 'id' in meant ? (await desk.get(meant, call)).contractId : meant.contractId;
}
