/** Messages by the bot's own token: where they may stand, who is told of them, and what is said where they cannot. */
import { format } from '@countersign/core/text/message';
import { type Discord, type Person, startDiscord, textOf } from '@countersign/testkit/discord/discord';
import { DiscordAPIError } from 'discord.js';
import { beforeEach, expect, test } from 'vitest';
import { code } from '../views/markdown.ts';
import { container, file, text } from '../views/parts.ts';
import { wordsOf } from '../words/index.ts';
import type { Message } from './answers.ts';
import {
  cannotEdit,
  cannotWrite,
  createPosts,
  isChannelGone,
  isDeleted,
  isForbidden,
  isRefused,
  isUnreachable,
  type Posts,
  postProblem as problemIn,
} from './posts.ts';
import { createRest } from './rest.ts';

let discord: Discord;
let posts: Posts;
let ada: Person;
let nonces = 0;

beforeEach(async () => {
  discord = await startDiscord();
  const [apiUrl, token] = [discord.env['DISCORD_API_URL'] as string, discord.env['DISCORD_TOKEN'] as string];
  posts = createPosts(createRest({ apiUrl, token }), token);
  ada = discord.person();
});

const postProblem = (thrown: unknown) => problemIn(thrown, wordsOf('en'));
const says = (words: string): Message => ({ components: container('plain', [text(words)]) });
const withFile: Message = {
  components: container('plain', [text('See'), file('a.txt')]),
  files: [{ name: 'a.txt', text: 'whole' }],
};
const post = (channelId: string, message: Message, mentions: string[] = []) =>
  posts.post(channelId, message, { mentions, nonce: `n${nonces++}` });
const failure = async (work: Promise<unknown>): Promise<unknown> =>
  await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );

test('a message is posted in its channel, notifies only the named members, and can be edited forever', async () => {
  const { channel } = discord;
  const id = await post(channel.id, says(`<@${ada.userId}> is asked, <@${discord.person().userId}> is not.`), [
    ada.userId,
  ]);
  const [message] = discord.messagesIn(ada, channel);
  expect([message?.id, message?.mentions]).toEqual([id, [ada.userId]]);
  await posts.change(channel.id, id, withFile);
  expect([textOf(message as never), message?.files[0]?.text]).toEqual(['See', 'whole']);
  await posts.remove(channel.id, id);
  expect(discord.messagesIn(ada, channel)).toEqual([]);
  const once = { mentions: [], nonce: 'once' };
  expect(await posts.post(channel.id, says('a'), once)).toBe(await posts.post(channel.id, says('a'), once));
});

test('a private thread is seen only by added members, and an archived one is reopened to edit a message', async () => {
  const bob = discord.person();
  const id = await posts.openThread(discord.channel.id, 'Logo design '.repeat(20));
  await posts.addMember(id, ada.userId);
  const message = await post(id, says('Waiting'));
  const [thread] = discord.threadsOf(discord.channel);
  if (thread === undefined) throw new Error('no thread');
  expect(thread.name).toHaveLength(100);
  expect(discord.messagesIn(ada, thread)).toHaveLength(1);
  expect(() => discord.messagesIn(bob, thread)).toThrow('does not see');
  thread.archived = true;
  await posts.change(id, message, says('Settled'));
  expect(thread.archived).toBe(false);
});

test('an empty thread is deleted, or archived if the bot may not delete it', async () => {
  const { channel } = discord;
  const first = await posts.openThread(channel.id, 'a');
  expect(await posts.removeThread(first)).toBe('archived');
  const [thread] = discord.threadsOf(channel);
  expect(thread?.archived).toBe(true);
  channel.permissions.add('MANAGE_THREADS');
  expect(await posts.removeThread(first)).toBe('deleted');
  expect(discord.threadsOf(channel)).toEqual([]);
  // A moderator was faster.
  expect(await posts.removeThread(first)).toBe('deleted');
  expect(await posts.isTextChannel(channel.id)).toBe(true);
  expect(await posts.isTextChannel(discord.openChannel({ type: 15 }).id)).toBe(false);
});

test.each([
  ['SEND_MESSAGES', '“Send Messages”', (id: string) => post(id, says('a'))],
  ['ATTACH_FILES', '“Attach Files”', (id: string) => post(id, withFile)],
  ['VIEW_CHANNEL', '“View Channel”', (id: string) => post(id, says('a'))],
  ['CREATE_PRIVATE_THREADS', '“Create Private Threads”', (id: string) => posts.openThread(id, 'a')],
] as const)('without %s it says that the bot needs %s', async (lacks, needs, work) => {
  const thrown = await failure(work(discord.openChannel({ lacks: [lacks] }).id));
  expect(postProblem(thrown)).toContain(needs);
  expect([isUnreachable(thrown), isRefused(thrown), isDeleted(thrown)]).toEqual([true, true, false]);
});

test('errors say whether something was deleted, locked, full, or of another kind', async () => {
  const { channel } = discord;
  const id = await post(channel.id, says('a'));
  discord.deleteMessage(discord.messagesIn(ada, channel)[0] as never);
  const deleted = await failure(posts.change(channel.id, id, says('b')));
  expect([isDeleted(deleted), postProblem(deleted)]).toEqual([true, 'This message was deleted.']);
  const thread = await posts.openThread(channel.id, 'a');
  expect(postProblem(await failure(posts.openThread(thread, 'b')))).toContain('Use a text channel');
  Object.assign(discord.threadsOf(channel)[0] as object, { archived: true, locked: true });
  expect(postProblem(await failure(post(thread, says('a'))))).toContain('archived and locked');
  discord.failures.push({ path: /threads/, status: 400, body: { code: 160_006, message: 'Maximum' } });
  expect(postProblem(await failure(posts.openThread(channel.id, 'c')))).toContain('as many active threads');
  expect(postProblem(await failure(post('112233445566778899', says('a'))))).toContain('does not exist');
  expect(postProblem(new Error(code('x')))).toBeUndefined();
});

const MEANINGS = { cannotEdit, isChannelGone, isDeleted, isForbidden, isUnreachable } as const;
const errorWith = (code: number, status = 403) =>
  new DiscordAPIError({ code, message: 'x' }, code, status, 'POST', 'https://discord.test', {});
test.each<[number, readonly (keyof typeof MEANINGS)[]]>([
  [10_003, ['cannotEdit', 'isChannelGone', 'isDeleted', 'isUnreachable']],
  [10_004, ['isChannelGone', 'isUnreachable']],
  [10_008, ['cannotEdit', 'isDeleted']],
  [30_046, ['cannotEdit']],
  [50_001, ['isUnreachable']],
  [50_013, ['isForbidden', 'isUnreachable']],
  [50_035, []],
  [50_083, ['isUnreachable']],
  [160_005, ['isUnreachable']],
])('reads the code %i as %j', (code, meant) => {
  const found = Object.entries(MEANINGS).flatMap(([name, isMeant]) => (isMeant(errorWith(code)) ? [name] : []));
  expect(found).toEqual(meant);
  const { watch } = wordsOf('en');
  const isLocked = code === 50_083 || code === 160_005;
  expect(cannotWrite(errorWith(code), '<#1>', wordsOf('en'))).toBe(
    isLocked ? format(watch.isLocked, { thread: '<#1>' }) : format(watch.botCannotWrite, { channel: '<#1>' }),
  );
});

test('counts as refused what Discord will never take', () => {
  const statuses = [400, 401, 403, 404, 405, 412, 413, 414, 429, 500];
  expect(statuses.filter((status) => isRefused(errorWith(0, status)))).toEqual([400, 403, 404, 413]);
  expect(isRefused({ status: 404 })).toBe(false);
});
