/** A card for the team: one prepares and asks, another signs, everybody sees how far it is, and no one sees more. */
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
import { addressOf, labels, plain, proveWallet, talkIn } from '@countersign/testkit/discord/talk';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

let discord: Discord;
let world: Record<string, string>;
let bot: Awaited<ReturnType<typeof startTestBot>>;
let ada: Person;
let client: Person;
let stranger: Person;

const CLIENT = addressOf('client');
const { change, press: pressCard, say } = talkIn(() => discord);
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

beforeEach(async () => {
  discord = await startDiscord();
  world = await startWorld();
  bot = await startTestBot(discord, world);
  [ada, client, stranger] = [discord.person(), discord.person(), discord.person()];
  await say(client, 'wallet', { address: CLIENT });
});

test('a teammate asks in the channel, the client signs from that card after a restart, and it says so', async () => {
  const { told: message } = await askFor(ada, 'In this channel');
  expect(plain(message)).toContain('### Asked for the signature');
  const team = await posted(ada);
  expect(plain(team)).toContain(`**Logo** · 30.5 USDC\n<@${client.userId}>: read it and sign. Waiting since <t:`);
  expect(plain(team)).not.toMatch(/\b[CG][A-Z2-7]{55}\b/);
  expect(team.mentions).toEqual([client.userId]);
  expect(labels(team)).toEqual(['Read and sign', 'I am the signer', 'Ask again']);
  expect(buttonsOf(message)[0]?.url).toBe(
    `https://discord.com/channels/${discord.guildId}/${discord.channel.id}/${team.id}`,
  );

  await bot.close();
  bot = await startTestBot(discord, world);
  const own = await press(client, team, 'Read and sign');
  expect(labels(own)).toContain('Read and sign');
  await say(client, 'submit', { file: signCard(own) });
  await until(() => plain(team).includes('**Logo** ▱▱ 0 of 30.5 USDC paid'));
  expect(labels(team)).toEqual(['Fund', 'Details']);
  expect(team.mentions).toEqual([client.userId]);
  expect(discord.messagesIn(stranger, discord.channel)).toHaveLength(1);
});

test('a stranger presses everything on it and learns one sentence, also with the signer’s address saved', async () => {
  await askFor(ada, 'In this channel');
  const team = await posted(stranger);
  for (const label of ['Read and sign', 'I am the signer']) {
    const shown = await press(stranger, team, label);
    expect(plain(shown)).toContain('Only people who were asked for this signature');
    expect([labels(shown), shown.files]).toEqual([[], []]);
  }
  const requestId = buttonsOf(team)[0]?.custom_id?.split(':')[2];
  for (const id of ['ask', 'ask-again', 'renew', 'discard', 'check']) {
    const click = discord.clickId(stranger, team, `v1:${id}:${requestId}`);
    const shown = await until(() => click.messages.find((each) => each !== team && each.components));
    expect(plain(shown)).toContain('HANDLE_NOT_FOUND');
  }
  await say(stranger, 'wallet', { address: CLIENT });
  expect(plain(await press(stranger, team, 'I am the signer'))).toContain('The person who asked was told');
  expect(plain(await press(stranger, team, 'Read and sign'))).toContain('Only people who were asked');
  const claim = await posted(ada);
  expect(claim.mentions).toEqual([ada.userId]);
  const refused = await press(stranger, claim, 'Let them in');
  expect(plain(refused)).toContain('Only the person who prepared it can let somebody in.');
  const changeTo = async (name: 'client' | 'provider') =>
    await answered(discord.click(stranger, await say(stranger, 'wallet', { address: addressOf(name) }), 'Change it'));
  await changeTo('provider');
  expect(plain(await press(ada, claim, 'Let them in'))).toContain('This member has saved a different wallet since.');
  expect(plain(await press(stranger, team, 'Read and sign'))).toContain('Only people who were asked');
  await changeTo('client');
  await answered(discord.click(ada, claim, 'Let them in'));
  expect(plain(claim)).toContain('can open the card and sign');
  expect(labels(await press(stranger, team, 'Read and sign'))).toContain('Read and sign');
});

test('mentions and lets in no one when no member, or more than one, has the wallet', async () => {
  const second = discord.person();
  await say(second, 'wallet', { address: CLIENT });
  await askFor(ada, 'In this channel');
  const team = await posted(ada);
  expect(plain(team)).toContain('Signer: read it and sign.');
  expect(team.mentions).toEqual([]);
  expect(plain(await press(second, team, 'Read and sign'))).toContain('Only people who were asked');
});

test('shows again whom it would mention, where another member has saved the wallet since', async () => {
  const question = await press(ada, await say(ada, 'deploy', requestFileOf({})), 'Ask for the signature');
  expect(plain(question)).toContain(`<@${client.userId}> has saved the signer’s wallet`);
  await say(stranger, 'wallet', { address: CLIENT });
  await answered(discord.click(ada, question, 'In this channel'));
  expect(discord.messagesIn(ada, discord.channel)).toEqual([]);
  await until(() => plain(question).includes('so no one is mentioned. The signer saves it, presses'));
});

test('a private thread is for who asks and who is asked, and a second press leads to it', async () => {
  const { card } = await askFor(ada, 'In a private thread');
  const [thread] = discord.threadsOf(discord.channel);
  if (thread === undefined) throw new Error('no thread');
  expect([thread.name, thread.type]).toEqual(['Logo', 12]);
  expect(discord.messagesIn(client, thread)).toHaveLength(1);
  expect(() => discord.messagesIn(stranger, thread)).toThrow('does not see');
  const again = await press(ada, card, 'Ask for the signature');
  expect(plain(again)).toContain('The signature was asked for already');
  expect(discord.messagesIn(ada, thread)).toHaveLength(1);
  const team = await posted(client, thread);
  thread.archived = true;
  const asked = await pressCard(client, await press(client, team, 'Read and sign'), 'Discard');
  await change(client, asked, 'discard-yes');
  await until(() => textOf(team).includes('Discarded'));
  expect(labels(team)).toEqual([]);
});

test('a place is not offered without its permission, which is named, and is offered with it', async () => {
  const channel = discord.openChannel({ lacks: ['CREATE_PRIVATE_THREADS'] });
  const card = await say({ ...ada, channel }, 'deploy', requestFileOf({}));
  const question = await press({ ...ada, channel }, card, 'Ask for the signature');
  expect(labels(question)).not.toContain('In a private thread');
  expect(plain(question)).toContain('“Create Private Threads”');
  expect(plain(question)).toContain('Ask a moderator');
  channel.permissions.add('CREATE_PRIVATE_THREADS');
  const again = await press({ ...ada, channel }, card, 'Ask for the signature');
  await answered(discord.click({ ...ada, channel }, again, 'In a private thread'));
  expect(discord.threadsOf(channel)).toHaveLength(1);
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

test('“Ask again” mentions the member who was asked, but never the one who presses it', async () => {
  await askFor(ada, 'In this channel');
  const team = await posted(ada);
  const again = async (who: Person) => {
    expect(plain(await press(who, team, 'Ask again'))).toContain('Asked again');
    return discord.messagesIn(ada, discord.channel).at(-1) as Message;
  };
  const own = await again(client);
  expect([own.mentions, labels(own)]).toEqual([[], ['To the card']]);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000, shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  expect((await again(ada)).mentions).toEqual([client.userId]);
  // Another member has proven that the wallet is theirs.
  await say(stranger, 'wallet', { address: CLIENT });
  await proveWallet(bot.desk, { tenant: discord.guildId, id: stranger.userId }, 'client');
  vi.setSystemTime(Date.now() + 60_000);
  expect((await again(ada)).mentions).toEqual([]);
});
