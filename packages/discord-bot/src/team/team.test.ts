/** A card for the team: one prepares and asks, another signs, everybody sees how far it is, and no one sees more. */
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import {
  answered,
  type Channel,
  type Discord,
  type Person,
  startDiscord,
  textOf,
  until,
} from '@countersign/testkit/discord/discord';
import type { Message } from '@countersign/testkit/discord/messages';
import { requestFile, signCard } from '@countersign/testkit/discord/request';
import { addressOf, labels, plain, talkIn } from '@countersign/testkit/discord/talk';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

let discord: Discord;
let world: Record<string, string>;
let bot: Awaited<ReturnType<typeof startTestBot>>;
let ada: Person;
let client: Person;
let stranger: Person;

const CLIENT = addressOf('client');
const { say } = talkIn(() => discord);
/** What a press shows to the person alone. */
async function press(who: Person, on: Message, label: string): Promise<Message> {
  const click = discord.click(who, on, label);
  const shown = await until(() => click.messages.find((each) => each !== on && each.components !== undefined));
  expect(shown.ephemeral).toBe(true);
  return shown;
}
/** Prepares, asks, and chooses where. */
async function askFor(who: Person, where: string, changes = {}): Promise<{ card: Message; told: Message }> {
  const card = await say(who, 'deploy', requestFileOf(changes));
  const message = await press(who, card, 'Ask for the signature');
  await answered(discord.click(who, message, where));
  return { card, told: message };
}
const requestFileOf = (changes: Record<string, unknown>) => ({ file: requestFile(changes) });
const posted = async (who: Person, channel: Channel = discord.channel): Promise<Message> =>
  await until(() => discord.messagesIn(who, channel).at(-1));

const questionFor = async (who: Person) =>
  await press(who, await say(who, 'deploy', requestFileOf({})), 'Ask for the signature');
async function changed(who: Person, on: Message, label: string): Promise<Message> {
  const { versions } = on;
  const { messages } = discord.click(who, on, label);
  return await until(() => messages.find((each) => each.components && (each !== on || each.versions > versions)));
}

beforeEach(async () => {
  discord = await startDiscord();
  world = await startWorld();
  bot = await startTestBot(discord, world);
  [ada, client, stranger] = [discord.person(), discord.person(), discord.person()];
  await say(client, 'wallet', { address: CLIENT });
});

test('a card that a moderator deleted is not posted again automatically, only by another press', async () => {
  const { card } = await askFor(ada, 'In this channel');
  const team = await posted(ada);
  discord.deleteMessage(team);
  expect(plain(await press(ada, card, 'Ask for the signature'))).toContain('Where do you ask');
  expect(discord.messagesIn(ada, discord.channel)).toEqual([]);
  await answered(discord.click(ada, await press(ada, card, 'Ask for the signature'), 'In this channel'));
  expect(discord.messagesIn(ada, discord.channel)).toHaveLength(1);
});

test('a teammate’s equal request in that channel leads to the card; elsewhere it reveals nothing', async () => {
  await askFor(ada, 'In this channel');
  const bob = discord.person();
  const led = await say(bob, 'deploy', requestFileOf({}));
  expect(plain(led)).toContain(`<@${ada.userId}> has already prepared this`);
  expect(labels(led)).toEqual(['To the card', 'Show my own']);
  await answered(discord.click(bob, led, 'Show my own'));
  expect(labels(led)).toContain('Read and sign');
  const elsewhere = { ...discord.person(), channel: discord.openChannel() };
  expect(plain(await say(elsewhere, 'deploy', requestFileOf({})))).not.toContain(ada.userId);
  expect(plain(await say(bob, 'deploy', requestFileOf({ title: 'Other' })))).not.toContain(ada.userId);
});

test('a request waits until the signer presses, however late, and is then prepared again', async () => {
  await bot.close();
  // Before anything takes the clock.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now(), shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  world = await startWorld();
  bot = await startTestBot(discord, world);
  await say(client, 'wallet', { address: CLIENT });
  const { card } = await askFor(ada, 'In this channel');
  const team = await posted(ada);
  const waiting = plain(team);
  vi.setSystemTime(Date.now() + 5 * 60_000);
  // The same round that updates the owner's card looks at this one.
  await until(() => textOf(card).includes('Not signed in time'));
  const [requestId] = await bot.desk.for({ tenant: discord.guildId, id: ada.userId }).handles();
  expect((await bot.desk.for({ tenant: discord.guildId, id: ada.userId }).status(requestId as string)).status).toBe(
    'expired',
  );
  expect(plain(await press(stranger, team, 'Ask again'))).toContain('HANDLE_NOT_FOUND');
  const own = await press(client, team, 'Read and sign');
  expect([plain(team), team.versions]).toEqual([waiting, 1]);
  await say(client, 'submit', { file: signCard(own) });
  await until(() => plain(team).includes('0 of 30.5 USDC paid'));
});

test.each([
  ['deleted', ['MANAGE_THREADS'], 0],
  ['archived', [], 1],
] as const)('a thread in which nothing could be posted all the same is %s', async (what, given, left) => {
  for (const each of given) discord.channel.permissions.add(each);
  const question = await questionFor(ada);
  discord.failures.push({ path: /POST .*\/messages$/, status: 403, body: { code: 50_013, message: 'Missing' } });
  const refused = plain(await changed(ada, question, 'In a private thread'));
  expect(refused).toContain('“Send Messages in Threads”');
  expect(refused.includes('The empty thread is archived')).toBe(what === 'archived');
  const threads = discord.threadsOf(discord.channel);
  expect(threads.map(({ archived }) => archived)).toEqual(Array.from({ length: left }, () => true));
  // The same press works once it may.
  await changed(ada, question, 'In a private thread');
  const openThreads = discord.threadsOf(discord.channel).filter(({ archived }) => !archived);
  expect(openThreads.map(({ messages }) => messages.length)).toEqual([1]);
});

test('the thread of a forum opens none next to it', async () => {
  const forum = discord.openChannel({ type: 15 });
  const thread = { ...discord.openChannel({ type: 11 }), parent: forum };
  discord.channels.set(thread.id, thread);
  const there = { ...ada, channel: thread };
  expect(plain(await changed(there, await questionFor(there), 'In a private thread'))).toContain('Use a text channel.');
});
