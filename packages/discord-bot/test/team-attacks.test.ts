/** What somebody tries who wants to be where a team talks, to be taken for one of it, or to speak in its place. */
import { NETWORKS } from '@countersign/core/network';
import type { DemoAccountName } from '@countersign/escrow-service';
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import {
  answered,
  buttonsOf,
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
import { beforeEach, expect, test } from 'vitest';

let discord: Discord;
let bot: Awaited<ReturnType<typeof startTestBot>>;
let client: Person;
let provider: Person;
let stranger: Person;

const { say, draft } = talkIn(() => discord);
async function press(who: Person, on: Message, label: string, texts?: Record<string, string>): Promise<Message> {
  const versions = on.versions;
  let asked = discord.click(who, on, label);
  if (texts !== undefined) {
    const opened = asked;
    await until(() => opened.modal);
    asked = discord.submitModal(who, opened, texts);
  }
  return await until(() =>
    asked.messages.find((each) => (each === on ? each.versions > versions : true) && each.components !== undefined),
  );
}
const deploy = (who: Person, changes: Record<string, unknown> = {}) =>
  say(who, 'deploy', { file: requestFile(changes) });
async function settled(who: Person, name: DemoAccountName, card: Message): Promise<void> {
  expect(plain(await say(who, 'submit', { file: signCard(card, name) }))).toContain('## Settled');
}
const contractIn = (card: Message) => /\*\*Escrow address[^*]*\*\* `(C[A-Z2-7]{55})`/.exec(textOf(card))?.[1] as string;

beforeEach(async () => {
  discord = await startDiscord();
  bot = await startTestBot(discord, await startWorld());
  [client, provider, stranger] = [discord.person(), discord.person(), discord.person()];
  await say(client, 'wallet', { address: addressOf('client') });
});

/** Of the client alone, with the escrow followed in it. */
async function followedInPrivate(): Promise<{ thread: Channel; escrow: string; at: Person }> {
  const card = await deploy(client);
  await press(client, await press(client, card, 'Ask for the signature'), 'In a private thread');
  const [thread] = discord.threadsOf(discord.channel);
  if (thread === undefined) throw new Error('no thread');
  await settled(client, 'client', card);
  const escrow = contractIn(card);
  const at = { ...client, channel: thread };
  await until(() => thread.messages.some((each) => plain(each).includes('0 of 30.5 USDC paid')));
  return { thread, escrow, at };
}

test('a saved wallet alone adds no one to a private thread: somebody in it decides', async () => {
  const { thread, escrow, at } = await followedInPrivate();
  // The ledger tells everybody whose turn it will be.
  await say(stranger, 'wallet', { address: addressOf('provider') });
  await settled(at, 'client', await press(at, await say(at, 'list', { escrow }), 'Fund'));
  const funded = await until(() => thread.messages.find((each) => plain(each).includes('The money is in the escrow')));
  expect(() => discord.messagesIn(stranger, thread)).toThrow('does not see');
  expect(funded.mentions).toEqual([]);
  expect(plain(funded)).toContain(`<@${stranger.userId}> has saved the wallet whose turn it is`);
  expect(plain(funded)).toContain('Let them in only if you know them.');
  expect(labels(funded)).toEqual(['Let them in', 'Report Sketches', 'Report without a link', 'Details']);
  // Anyone who has it for another server, or is not there, lets no one in.
  const [letIn] = buttonsOf(funded).flatMap(({ label, custom_id }) => (label === 'Let them in' ? [custom_id] : []));
  const help = await say(stranger, 'help');
  const forged = discord.clickId(stranger, help, String(letIn));
  expect(plain(await until(() => forged.messages.find((each) => each !== help && each.components)))).toContain(
    'no longer',
  );
  expect(thread.members.has(stranger.userId)).toBe(false);

  expect(plain(await press(at, funded, 'Let them in'))).toContain(`<@${stranger.userId}> is in this thread now.`);
  expect(discord.messagesIn(stranger, thread)).toContain(funded);
  // Who was taken out again is not brought back by what is told next.
  thread.members.delete(stranger.userId);
  await settled(at, 'client', await press(at, await say(at, 'list', { escrow }), 'Dispute', { milestone: '1' }));
  await until(() => thread.messages.some((each) => plain(each).includes('in dispute')));
  expect(thread.members.has(stranger.userId)).toBe(false);
});

test('a member of a private thread is notified there that it is their turn', async () => {
  const { thread, escrow, at } = await followedInPrivate();
  await say(provider, 'wallet', { address: addressOf('provider') });
  thread.members.add(provider.userId);
  await settled(at, 'client', await press(at, await say(at, 'list', { escrow }), 'Fund'));
  const funded = await until(() => thread.messages.find((each) => plain(each).includes('The money is in the escrow')));
  expect(funded.mentions).toEqual([provider.userId]);
  expect(labels(funded)).toEqual(['Report Sketches', 'Report without a link', 'Details']);
});

test('the bot writes for no one into a channel in which they cannot write themselves', async () => {
  const channel = discord.openChannel({ membersLack: ['SEND_MESSAGES'] });
  const there = { ...stranger, channel };
  const where = await press(
    there,
    await deploy(there, { title: 'Free money at example.org' }),
    'Ask for the signature',
  );
  expect(labels(where)).not.toContain('In this channel');
  const forged = String(buttonsOf(where)[0]?.custom_id).replace('ask-thread', 'ask-here');
  const click = discord.clickId(there, where, forged);
  const refused = await until(() => click.messages.find((each) => each !== where && each.components));
  expect(plain(refused)).toContain('You cannot write in that channel yourself');
  expect(channel.messages).toEqual([]);
  await press(there, where, 'In a private thread');
  expect(discord.threadsOf(channel)).toHaveLength(1);
});

test('who cannot be let in to a thread is named, and the next press opens no second one', async () => {
  const channel = discord.openChannel({ seenBy: [stranger.userId] });
  const there = { ...stranger, channel };
  const card = await deploy(there);
  const where = await press(there, card, 'Ask for the signature');
  const reply = plain(await press(there, where, 'In a private thread'));
  expect(reply).toContain('Asked for the signature');
  expect(reply).toContain(`<@${client.userId}> could not be let in to the thread`);
  await press(there, card, 'Ask for the signature');
  const [thread, ...others] = discord.threadsOf(channel);
  expect(others).toEqual([]);
  expect(thread?.messages).toHaveLength(1);
  expect(thread?.messages[0]?.mentions).toEqual([]);
});

test('a wallet that was changed lately is pointed at where a draft looks it up', async () => {
  await say(provider, 'wallet', { address: addressOf('provider') });
  await press(provider, await say(provider, 'wallet', { address: addressOf('platform') }), 'Change it');
  const deal = { title: 'Logo', lines: '10 Sketches', description: 'A logo' };
  const panel = await draft(client, { ...deal, worker: [provider.userId] });
  expect(plain(panel)).toContain(`**Look twice:** <@${provider.userId}> changed the wallet saved here`);
});

test('a form that is submitted twice at once, and two presses at once, make one thing each', async () => {
  const card = await deploy(client);
  await settled(client, 'client', card);
  await settled(client, 'client', await press(client, await say(client, 'list', { escrow: contractIn(card) }), 'Fund'));
  await say(provider, 'wallet', { address: addressOf('provider') });
  const seen = await say(provider, 'list', { escrow: contractIn(card) });
  const click = discord.click(provider, seen, 'Report 1');
  await until(() => click.modal);
  const twice = await Promise.all(
    [1, 2].map(() => answered(discord.submitModal(provider, click, { status: 'done', evidence: '@everyone' }))),
  );
  const ids = twice.map((each) => /Id `([0-9a-f]{32})`/.exec(textOf(each))?.[1]);
  expect([ids[0], new Set(ids).size]).toEqual([expect.any(String), 1]);
  const [report] = twice as [Message];
  const where = await press(provider, report, 'Ask for the signature');
  const asked = [1, 2].map(() => discord.click(provider, where, 'In this channel'));
  await until(
    () =>
      bot.lines.filter(({ interaction, outcome }) => outcome && asked.some(({ id }) => id === interaction)).length ===
      2,
  );
  expect(discord.channel.messages).toHaveLength(1);
});

test('names of channels, people and escrows are no one’s call, and an old button says so', async () => {
  const name = '@everyone <@1> [x](https://example.org) `';
  const channel = { ...discord.openChannel(), name };
  discord.channels.set(channel.id, channel);
  const there = { ...client, name, channel };
  const where = await press(there, await deploy(there, { title: name }), 'Ask for the signature');
  await press(there, where, 'In this channel');
  expect(textOf(channel.messages[0] as Message)).toContain(
    '**\\@everyone \\<\\@1\\> \\[x\\]\\(https\\:\\/\\/example\\.org\\) \\`',
  );
  expect(channel.messages[0]?.mentions).toEqual([]);
  for (const id of ['v2:fund:x', 'v1:team-open', 'v1:sign-now:1', `v1:show:${NETWORKS.sandbox.factory}`]) {
    const click = discord.clickId(stranger, channel.messages[0] as Message, id);
    const shown = await until(() => click.messages.find((each) => each.components));
    expect([shown.ephemeral, plain(shown).includes('INTERNAL')]).toEqual([true, false]);
  }
});
