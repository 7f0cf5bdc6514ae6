/** Whom a signature is asked of, where it is asked for, and who is in the thread of it. */
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import {
  buttonsOf,
  type Channel,
  type Discord,
  type Person,
  startDiscord,
  until,
} from '@countersign/testkit/discord/discord';
import type { Interaction, Message } from '@countersign/testkit/discord/messages';
import { requestFile } from '@countersign/testkit/discord/request';
import { addressOf, labels, plain, talkIn } from '@countersign/testkit/discord/talk';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

let discord: Discord;
let world: Record<string, string>;
let bot: Awaited<ReturnType<typeof startTestBot>>;
let ada: Person;
let client: Person;
let bob: Person;

const CLIENT = addressOf('client');
const { say } = talkIn(() => discord);
/** What is shown for it: a message of its own, or another version of the one that was pressed. */
async function shownFor(on: Message, interaction: Interaction, versions: number): Promise<Message> {
  return await until(() =>
    interaction.messages.find((each) => each.components && (each !== on || each.versions > versions)),
  );
}
const press = (who: Person, on: Message, label: string) => shownFor(on, discord.click(who, on, label), on.versions);
async function questionFor(who: Person): Promise<Message> {
  return await press(who, await say(who, 'deploy', { file: requestFile({}) }), 'Ask for the signature');
}
function threadOf(channel: Channel): Channel {
  const [thread, ...others] = discord.threadsOf(channel);
  if (thread === undefined || others.length > 0) throw new Error('not one thread');
  return thread;
}
const last = (channel: Channel): Message => channel.messages.at(-1) as Message;

beforeEach(async () => {
  discord = await startDiscord();
  world = await startWorld();
  bot = await startTestBot(discord, world);
  [ada, client, bob] = [discord.person(), discord.person(), discord.person()];
  await say(client, 'wallet', { address: CLIENT });
});

test('a press gives no one a right: not another member, not by an id that was made up', async () => {
  const question = await questionFor(ada);
  expect(labels(question)).toEqual(['In a private thread', 'In this channel', 'Only for me']);
  const requestId = /([0-9a-f]{32})/.exec(JSON.stringify(question.components))?.[1];
  const own = await say(bob, 'help');
  const byBob = discord.clickId(bob, own, `v1:ask-here:${requestId}.${bob.userId}`);
  expect(plain(await shownFor(own, byBob, own.versions))).toContain('HANDLE_NOT_FOUND');
  // The member who saved the wallet is shown first, even where the button names another.
  for (const made of [bob.userId, `c${bob.userId}`, '0', 'c0', '00', ada.userId]) {
    const { versions } = question;
    const click = discord.clickId(ada, question, `v1:ask-here:${requestId}.${made}`);
    expect(plain(await shownFor(question, click, versions))).toContain(`<@${client.userId}> has saved the signer`);
  }
  for (const made of ['c', 'x', '']) {
    const click = discord.clickId(ada, question, `v1:ask-here:${requestId}.${made}`);
    const refused = await until(() => click.messages.find((each) => each !== question && each.components));
    expect(plain(refused)).toContain('HANDLE_NOT_FOUND');
  }
  expect(discord.channel.messages).toEqual([]);

  // A member who may sign asks too, and lets no one in.
  await press(ada, question, 'In this channel');
  const team = last(discord.channel);
  const card = await press(client, team, 'Read and sign');
  discord.deleteMessage(team);
  await say(client, 'wallet', { address: addressOf('provider') });
  await say(bob, 'wallet', { address: CLIENT });
  const theirs = await press(client, card, 'Ask for the signature');
  expect(plain(await press(client, theirs, 'In this channel'))).toContain(
    `<@${bob.userId}> is not mentioned: only the person who prepared it can let somebody in.`,
  );
  expect(last(discord.channel).mentions).toEqual([]);
  expect(plain(await press(bob, last(discord.channel), 'Read and sign'))).toContain('Only people who were asked');
});

test('opens no thread and says what it needs when the bot may not write in threads', async () => {
  const channel = discord.openChannel({ lacks: ['SEND_MESSAGES_IN_THREADS'] });
  const there = { ...ada, channel };
  const question = await questionFor(there);
  expect(labels(question)).toEqual(['In this channel', 'Only for me']);
  expect(plain(question)).toContain('For more places the bot needs “Send Messages in Threads” here. Ask a moderator');
  const forged = String(buttonsOf(question)[0]?.custom_id).replace('ask-here', 'ask-thread');
  const refused = plain(await shownFor(question, discord.clickId(there, question, forged), question.versions));
  expect(refused).toContain('It needs “Send Messages in Threads” here.');
  expect(refused).not.toContain('“Send Messages”');
  expect(discord.requests.filter((each) => each.endsWith('/threads'))).toEqual([]);
  expect(discord.threadsOf(channel)).toEqual([]);
  channel.permissions.add('SEND_MESSAGES_IN_THREADS');
  await press(there, await questionFor(there), 'In a private thread');
  expect(threadOf(channel).messages).toHaveLength(1);
});

test.each([
  ['deleted', ['MANAGE_THREADS'], 0],
  ['archived', [], 1],
] as const)('a thread in which nothing could be posted all the same is %s', async (what, given, left) => {
  for (const each of given) discord.channel.permissions.add(each);
  const question = await questionFor(ada);
  discord.failures.push({ path: /POST .*\/messages$/, status: 403, body: { code: 50_013, message: 'Missing' } });
  const refused = plain(await press(ada, question, 'In a private thread'));
  expect(refused).toContain('“Send Messages in Threads”');
  expect(refused.includes('The empty thread is archived')).toBe(what === 'archived');
  const threads = discord.threadsOf(discord.channel);
  expect(threads.map(({ archived }) => archived)).toEqual(Array.from({ length: left }, () => true));
  // The same press works once it may.
  await press(ada, question, 'In a private thread');
  const openThreads = discord.threadsOf(discord.channel).filter(({ archived }) => !archived);
  expect(openThreads.map(({ messages }) => messages.length)).toEqual([1]);
});

test('the thread of a forum opens none next to it', async () => {
  const forum = discord.openChannel({ type: 15 });
  const thread = { ...discord.openChannel({ type: 11 }), parent: forum };
  discord.channels.set(thread.id, thread);
  const there = { ...ada, channel: thread };
  expect(plain(await press(there, await questionFor(there), 'In a private thread'))).toContain('Use a text channel.');
});

test('who was taken out of the thread is not brought back by asking again, only by who is in it', async () => {
  await bot.close();
  // Before anything takes the clock.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now(), shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  world = await startWorld();
  bot = await startTestBot(discord, world);
  await say(client, 'wallet', { address: CLIENT });
  await press(ada, await questionFor(ada), 'In a private thread');
  const thread = threadOf(discord.channel);
  const team = last(thread);
  thread.members.delete(client.userId);
  vi.setSystemTime(Date.now() + 20 * 60_000);
  const message = await press(ada, team, 'Ask again');
  expect(plain(message)).toContain(`<@${client.userId}> is not in this thread`);
  const reminder = last(thread);
  expect(reminder.mentions).toEqual([]);
  expect(plain(reminder)).toContain(`<@${client.userId}>: the signature is asked for again.`);
  expect(labels(reminder)).toEqual(['Let them in', 'To the card']);
  expect(thread.members.has(client.userId)).toBe(false);

  // Somebody else's press, and one from another place, change nothing.
  const [id] = buttonsOf(reminder).flatMap(({ custom_id }) => custom_id ?? []);
  for (const who of [bob, { ...ada, channel: discord.channel }]) {
    const own = await say(who, 'help');
    const shown = await shownFor(own, discord.clickId(who, own, String(id)), own.versions);
    expect(plain(shown)).toMatch(/HANDLE_NOT_FOUND|in the thread of that card/);
  }
  const forged = discord.clickId(ada, reminder, String(id).replace(client.userId, bob.userId));
  expect(plain(await shownFor(reminder, forged, reminder.versions))).toContain('HANDLE_NOT_FOUND');
  expect([...thread.members]).toEqual([ada.userId]);

  expect(plain(await press(ada, reminder, 'Let them in'))).toContain(`<@${client.userId}> is in this thread now.`);
  expect(discord.messagesIn(client, thread)).toContain(reminder);
});

test('an asker who has left is not brought back by somebody who claims to be the signer', async () => {
  await press(ada, await questionFor(ada), 'In a private thread');
  const thread = threadOf(discord.channel);
  await say(bob, 'wallet', { address: CLIENT });
  thread.members.add(bob.userId);
  thread.members.delete(ada.userId);
  const message = await press(bob, last(thread), 'I am the signer');
  expect(plain(message)).toContain('The person who asked is not in this thread');
  const claim = last(thread);
  expect(claim.mentions).toEqual([]);
  expect(plain(claim)).toContain(`<@${ada.userId}> is not in this thread`);
  expect(thread.members.has(ada.userId)).toBe(false);
  // Who claims it lets no one in; who was asked may.
  const [id] = buttonsOf(claim).flatMap(({ custom_id }) => (custom_id?.includes('team-thread') ? [custom_id] : []));
  const byBob = discord.clickId(bob, claim, String(id));
  expect(plain(await shownFor(claim, byBob, claim.versions))).toContain('HANDLE_NOT_FOUND');
  const byClient = discord.clickId(client, claim, String(id));
  expect(plain(await shownFor(claim, byClient, claim.versions))).toContain(`<@${ada.userId}> is in this thread now.`);
  expect(thread.members.has(ada.userId)).toBe(true);
});

test('asking in a private thread that somebody was taken out of does not bring them back', async () => {
  await press(ada, await questionFor(ada), 'In a private thread');
  const thread = threadOf(discord.channel);
  thread.members.delete(client.userId);
  const there = { ...ada, channel: thread };
  const card = await say(there, 'deploy', { file: requestFile({ title: 'Second' }) });
  const message = await press(there, await press(there, card, 'Ask for the signature'), 'In this channel');
  expect(plain(message)).toContain(`<@${client.userId}> is not in this thread, and was not mentioned.`);
  expect(last(thread).mentions).toEqual([]);
  expect(thread.members.has(client.userId)).toBe(false);
  expect(plain(await press(there, message, 'Let them in'))).toContain(`<@${client.userId}> is in this thread now.`);
});

test('asks once where the message is posted, and posts the next one there if nothing has to be asked', async () => {
  // Their own escrow, which they sign themselves.
  const own = { ...client, channel: discord.channel };
  const first = await questionFor(own);
  await press(own, first, 'Only for me');
  expect(plain(first)).toContain('### Asked next time');
  expect(discord.channel.messages).toEqual([]);
  const second = await press(
    own,
    await say(own, 'deploy', { file: requestFile({ title: 'Two' }) }),
    'Ask for the signature',
  );
  await press(own, second, 'In this channel');
  const third = await press(
    own,
    await say(own, 'deploy', { file: requestFile({ title: 'Three' }) }),
    'Ask for the signature',
  );
  // It was posted at once.
  expect(plain(third)).toContain('### The signature was asked for already');
  expect(labels(third)).toEqual(['Ask me next time', 'To the card']);
  expect(plain(last(discord.channel))).toContain(`**Three** · 30.5 USDC\n<@${client.userId}>: read it and sign.`);
  // Nothing proves that the client is the signer, so who they are is asked for again.
  await press(ada, await questionFor(ada), 'In this channel');
  const next = await press(
    ada,
    await say(ada, 'deploy', { file: requestFile({ title: 'Four' }) }),
    'Ask for the signature',
  );
  expect(plain(next)).toContain('Is it the right person?');
});
