/** Followed escrows: their lives told in a channel, once, over restarts and by two bots; reminders; channels that are gone. */
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { NETWORKS } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { messageHash } from '@countersign/core/signatures';
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import {
  answered,
  buttonsOf,
  type Discord,
  type Person,
  startDiscord,
  textOf,
  until,
} from '@countersign/testkit/discord/discord';
import type { Channel, Message } from '@countersign/testkit/discord/messages';
import { requestFile, signCard } from '@countersign/testkit/discord/request';
import { addressOf, labels, plain } from '@countersign/testkit/discord/talk';
import { beforeEach, expect, test } from 'vitest';
import { MOST_WATCHED } from '../src/watch/follow-escrow.ts';

const NAMES = ['client', 'provider', 'platform', 'arbiter'] as const;
const DAY_MS = 24 * 3_600_000;
/** The desk looks every 4 s, the bot at what is due every 2 s. */
const SOON_MS = 20_000;

let discord: Discord;
let world: Record<string, string>;
let bot: Awaited<ReturnType<typeof startTestBot>>;
let people: Record<(typeof NAMES)[number], Person>;
let channel: Channel;
let escrow: string;
let clock = 0;
const now = () => Date.now() + clock;

const say = (who: Person, command: string, options: Record<string, unknown> = {}, at = channel) =>
  answered(discord.command({ ...who, channel: at }, command, options as never));
const told = () => channel.messages.slice(1).map(plain);
const last = () => channel.messages.at(-1) as Message;

/** The card that answers the press of a button of a post, which only the person sees. */
async function press(who: Person, on: Message, label: string, texts?: Record<string, string>): Promise<Message> {
  const click = discord.click(who, on, label);
  const asked =
    texts === undefined ? click : discord.submitModal(who, (await until(() => click.modal)) && click, texts);
  const card = await until(() => asked.messages.find((each) => each !== on && each.components !== undefined));
  expect(card.ephemeral).toBe(true);
  return card;
}

async function settle(name: keyof typeof people, card: Message): Promise<void> {
  expect(plain(await say(people[name], 'submit', { file: signCard(card, name) }))).toContain('## Settled');
}

/** Until so many announcements stand beneath the beginning; the newest has what is expected of it. */
async function announced(count: number, ...parts: readonly string[]): Promise<Message> {
  await until(() => channel.messages.length > count, SOON_MS);
  for (const part of parts) expect(plain(last())).toContain(part);
  expect(channel.messages).toHaveLength(count + 1);
  return last();
}

async function restart(): Promise<void> {
  await bot.close();
  bot = await startTestBot(discord, world, now);
}

beforeEach(async () => {
  clock = 0;
  discord = await startDiscord();
  world = await startWorld();
  bot = await startTestBot(discord, world, now);
  channel = discord.channel;
  people = Object.fromEntries(NAMES.map((name) => [name, discord.person()])) as typeof people;
  for (const name of NAMES) await say(people[name], 'wallet', { address: addressOf(name) });
  const deploy = await say(people.client, 'deploy', { file: requestFile() });
  [, escrow = ''] = /\*\*Escrow address[^*]*\*\* `(C[A-Z2-7]{55})`/.exec(textOf(deploy)) ?? [];
  await settle('client', deploy);
});

const follow = async () => {
  expect(plain(await say(people.client, 'follow', { escrow }))).toContain('### Followed');
};

test('a whole life is announced in a channel, each event once, with a restart between every two steps', async () => {
  const { client, provider, arbiter } = people;
  await follow();
  expect(plain(channel.messages[0] as Message)).toContain('**Logo** is followed here');
  expect(plain(channel.messages[0] as Message)).toContain('It holds 0 USDC.');
  expect(channel.messages[0]?.mentions).toEqual([]);

  await settle('client', await press(client, channel.messages[0] as Message, 'Fund'));
  await restart();
  const funded = await announced(
    1,
    '**Logo**\nMoney arrived: 30.5 USDC.',
    '**Next** Service provider reports progress',
  );
  expect(funded.mentions).toEqual([provider.userId]);
  expect(labels(funded)).toEqual(['Report 1', 'Report 2', 'Show']);

  await settle('provider', await press(provider, funded, 'Report 1', { status: 'done', evidence: '@everyone' }));
  await restart();
  const reported = await announced(2, 'Milestone 1 was reported as', 'Approver approves milestone 1.');
  // The provider knows what they have done, though milestone 2 is theirs as well.
  expect(reported.mentions).toEqual([client.userId]);

  await settle('client', await press(client, reported, 'Approve 1'));
  await restart();
  const approved = await announced(3, 'Milestone 1 was approved.');
  expect(approved.mentions).toEqual([provider.userId]);

  await settle('client', await press(client, approved, 'Pay out 1'));
  await restart();
  const paid = await announced(4, 'Milestone 1 was released. Paid:', `<@${provider.userId}>\n**Next** `);
  expect(paid.mentions).toEqual([provider.userId]);

  await settle('client', await press(client, await say(client, 'show', { escrow }), 'Dispute'));
  await restart();
  const disputed = await announced(5, 'Milestone 2 is in dispute.', 'Dispute resolver decides the dispute');
  expect(disputed.mentions).toEqual([arbiter.userId]);

  const shares = `${addressOf('client')} 20`;
  await settle('arbiter', await press(arbiter, disputed, 'Decide 2', { shares }));
  await restart();
  const decided = await announced(6, 'The dispute over milestone 2 was resolved.', 'Nothing is left to do.');
  expect(decided.mentions).toEqual([client.userId]);
  await restart();
  expect(told()).toHaveLength(6);
  expect(new Set(told()).size).toBe(6);
}, 120_000);

test('only who has proven a wallet is mentioned for it, however many others have saved it', async () => {
  const { client, provider } = people;
  const impostor = discord.person();
  await say(impostor, 'wallet', { address: addressOf('provider') });
  await follow();
  const own = bot.desk.for({ tenant: discord.guildId, id: provider.userId });
  const asked = await own.askWalletProof({ address: addressOf('provider'), person: 'Ben', place: 'Here' });
  const token = asked?.url.split('/').at(-1) as string;
  const { text } = await bot.desk.walletProof(token);
  const signature = sandboxKeypair('provider').sign(messageHash(text));
  await bot.desk.proveWallet(token, Buffer.from(signature).toString('base64'));
  await settle('client', await press(client, channel.messages[0] as Message, 'Fund'));
  const funded = await announced(1, 'Money arrived', `<@${provider.userId}>`);
  expect(funded.mentions).toEqual([provider.userId]);
  expect(plain(funded)).not.toContain(impostor.userId);
}, 60_000);

test('two bots on one folder tell once between them, and the other goes on when one ends', async () => {
  const { client, provider } = people;
  const other = await startTestBot(discord, world, now);
  await follow();
  await settle('client', await press(client, channel.messages[0] as Message, 'Fund'));
  const funded = await announced(1, 'Money arrived: 30.5 USDC.');
  await bot.close();
  await settle('provider', await press(provider, funded, 'Report 1', { status: 'done' }));
  await announced(2, 'Milestone 1 was reported as');
  await other.close();
  expect(told()).toHaveLength(2);
});

test('a reminder comes after 2 days and after 7, each once, and Snooze puts the next one off for the person alone', async () => {
  const { client, provider } = people;
  await follow();
  await settle('client', await press(client, channel.messages[0] as Message, 'Fund'));
  await announced(1, 'Money arrived');
  clock += 2 * DAY_MS - 60_000;
  await restart();
  expect(told()).toHaveLength(1);
  clock += 120_000;
  const first = await announced(2, '**Logo**\nNothing has happened since', '**Next** Service provider');
  expect(first.mentions).toEqual([provider.userId]);
  expect(labels(first)).toEqual(['Report 1', 'Report 2', 'Show', 'Snooze 7 days']);
  expect(plain(await press(client, first, 'Snooze 7 days'))).toContain('not the turn of your saved wallet');
  await restart();
  clock += 5 * DAY_MS;
  const second = await announced(3, 'Nothing has happened since');
  const before = plain(second);
  clock += 5 * DAY_MS;
  await restart();
  expect(plain(await press(provider, second, 'Snooze 7 days'))).toContain('### Put off');
  const until7 = Math.floor((now() + 7 * DAY_MS) / 100_000);
  const putOff = plain(second).replace(before, '');
  expect(putOff).toMatch(
    new RegExp(`^\n-# <@${provider.userId}> put the next reminder off until <t:${until7}\\d+:f>\\.$`),
  );
  expect(second.mentions).toEqual([provider.userId]);
  expect(labels(second)).toEqual(labels(first));
  clock += 6 * DAY_MS;
  await restart();
  expect(told()).toHaveLength(3);
  clock += 2 * DAY_MS;
  await announced(4, 'Nothing has happened since');
  clock += 30 * DAY_MS;
  await restart();
  await settle('provider', await press(provider, last(), 'Report 1', { status: 'done' }));
  await announced(5, 'Milestone 1 was reported as');
  expect(plain(await press(provider, first, 'Snooze 7 days'))).toContain('Something has happened since');
});

/** A reminder, two days after the escrow was paid into. */
async function reminded(): Promise<Message> {
  await follow();
  await settle('client', await press(people.client, channel.messages[0] as Message, 'Fund'));
  await announced(1, 'Money arrived');
  clock += 2 * DAY_MS + 60_000;
  return await announced(2, 'Nothing has happened since');
}

test('a reminder is never put off silently: not if it cannot be edited, nor by a forged button', async () => {
  const { provider, client } = people;
  const reminder = await reminded();
  const dueIn = () => {
    const file = new DatabaseSync(path.join(world['COUNTERSIGN_DATA_DIR'] as string, 'discord.sqlite'));
    const { due } = file.prepare('SELECT due FROM watched').get() as { due: number };
    file.close();
    return due;
  };
  const due = dueIn();
  const id = buttonsOf(reminder).find(({ label }) => label === 'Snooze 7 days')?.custom_id as string;
  const card = await say(provider, 'show', { escrow });
  const made = [channel.messages[1] as Message, card].map((on) => discord.clickId(provider, on, id));
  for (const click of made) {
    const answer = await until(() =>
      click.messages.find(({ components }) => plain({ components } as Message).includes('Nothing to put off')),
    );
    expect(answer.ephemeral).toBe(true);
  }
  expect(plain(channel.messages[1] as Message)).toContain('Money arrived');
  discord.failures.push({ path: /^PATCH \/channels\//, status: 403 });
  expect(plain(await press(provider, reminder, 'Snooze 7 days'))).toContain('### Not put off');
  expect(dueIn()).toBe(due);
  expect(plain(reminder)).not.toContain('off until');
  expect(plain(await press(client, reminder, 'Snooze 7 days'))).toContain('not the turn of your saved wallet');
  expect(plain(await press(provider, reminder, 'Snooze 7 days'))).toContain('### Put off');
  expect(plain(reminder)).toContain(`<@${provider.userId}> put the next reminder off until`);
  expect(dueIn()).toBeGreaterThan(due);
});

test('an announcement, a reminder and what Snooze makes of it point at a wallet that was changed lately', async () => {
  const { provider, platform } = people;
  // Whoever uses the platform’s account here puts the provider’s wallet in the place of their own.
  const asked = await say(platform, 'wallet', { address: addressOf('provider') });
  discord.click(platform, asked, 'Change it');
  await until(() => plain(asked).includes('Your wallet here'));
  const told = `Look twice:** <@${platform.userId}> changed the wallet saved here to \`${addressOf('provider')}\``;
  const reminder = await reminded();
  for (const at of [1, 2]) expect(plain(channel.messages[at] as Message)).toContain(told);
  expect(plain(channel.messages[0] as Message)).not.toContain('Look twice');
  expect(plain(await press(provider, reminder, 'Snooze 7 days'))).toContain('### Put off');
  expect(plain(reminder)).toContain(told);
  clock += 7 * DAY_MS;
  expect(plain(await announced(3, 'Nothing has happened since'))).not.toContain('Look twice');
});

test('every log line about a followed escrow names its server, its id, and who asked for it', async () => {
  const reminder = await reminded();
  const { provider, client } = people;
  await press(provider, reminder, 'Snooze 7 days');
  await say(client, 'unfollow', { escrow });
  const place = { server: discord.guildId, channel: channel.id, contract: escrow };
  for (const [message, user] of [
    ['followed', client.userId],
    ['announced', undefined],
    ['a reminder was put off', provider.userId],
    ['unfollowed', client.userId],
  ] as const) {
    const line = bot.lines.find((each) => each.message === message);
    expect(line).toMatchObject({ ...place, ...(user === undefined ? {} : { user }) });
  }
});

/** A channel with the log of the server. */
async function openLog(): Promise<Channel> {
  const logged = discord.openChannel();
  const boss = discord.person({ manages: true });
  const click = discord.click(
    { ...boss, channel: logged },
    await say(boss, 'settings', {}, logged),
    'Log in this channel',
  );
  await answered(click);
  await until(() => logged.messages.length > 0);
  return logged;
}

test('following survives a channel that refuses the bot: it tries again, and the server’s log says so once', async () => {
  const { client, provider } = people;
  const logged = await openLog();
  await follow();
  channel.permissions.delete('SEND_MESSAGES');
  await settle('client', await press(client, channel.messages[0] as Message, 'Fund'));
  const notes = () => logged.messages.map(plain).filter((each) => each.includes('cannot write about'));
  await until(() => notes().length > 0, SOON_MS);
  expect(notes()[0]).toContain(`The bot cannot write about **Logo** in <#${channel.id}>. It keeps following it`);
  const refusals = () => bot.lines.filter(({ message }) => message.startsWith('an announcement was refused'));
  clock += 61_000;
  await until(() => refusals().length === 2, SOON_MS);
  await settle(
    'provider',
    await press(provider, await say(provider, 'show', { escrow }, logged), 'Report 1', { status: 'done' }),
  );
  channel.permissions.add('SEND_MESSAGES');
  clock += 3_600_000;
  await announced(2, 'Milestone 1 was reported as');
  expect(told()[0]).toContain('Money arrived: 30.5 USDC.');
  expect(notes()).toHaveLength(1);
}, 60_000);

test('a message that Discord never takes is replaced by the current state, and following goes on', async () => {
  const logged = await openLog();
  await follow();
  discord.failures.push({
    path: new RegExp(`^POST /channels/${channel.id}/messages`),
    status: 400,
    body: { code: 50_035, message: 'Invalid Form Body' },
  });
  await settle('client', await press(people.client, channel.messages[0] as Message, 'Fund'));
  await announced(1, 'This is the current state. It holds 30.5 USDC.');
  expect(logged.messages.map(plain).join()).toContain('Discord did not take an announcement about **Logo**');
}, 60_000);

test('following ends when its channel is deleted, and the logs say so', async () => {
  const logged = await openLog();
  await follow();
  discord.deleteChannel(channel);
  await settle('client', await press(people.client, channel.messages[0] as Message, 'Fund'));
  await until(() => logged.messages.some((each) => plain(each).includes('**Logo** is no longer followed')), SOON_MS);
  expect(bot.lines.find(({ message }) => message.startsWith('an escrow is no longer followed'))).toMatchObject({
    channel: channel.id,
  });
  const asked = discord.requests.filter((each) => each.startsWith('POST /channels/')).length;
  await restart();
  expect(plain(await say(people.client, 'unfollow', { escrow }))).toContain('### Not followed');
  expect(discord.requests.filter((each) => each.startsWith('POST /channels/'))).toHaveLength(asked);
});

test('a post that a dead process may have made is not repeated: the current state is posted instead', async () => {
  await follow();
  await bot.close();
  const file = new DatabaseSync(path.join(world['COUNTERSIGN_DATA_DIR'] as string, 'discord.sqlite'));
  const what = JSON.stringify({
    kind: 'change',
    change: { escrow, ledger: 7, kind: 'funded', amount: '9', token: 'USDC' },
  });
  const put = file.prepare('INSERT INTO said (watched, key, what, claimed) VALUES (1, ?, ?, ?)');
  put.run('old', what, now() - 3_600_000);
  bot = await startTestBot(discord, world, now);
  await announced(1, 'The bot was interrupted here', 'It holds 0 USDC.');
  put.run('fresh', what, now() - 1_000);
  await announced(2, 'Money arrived: 9 USDC.');
  // As if the process had died once Discord had taken it, before that was written down.
  await until(() => file.prepare("SELECT 1 FROM said WHERE key = 'fresh' AND done IS NOT NULL").get(), SOON_MS);
  file.exec("UPDATE said SET done = NULL, retry = 0 WHERE key = 'fresh'");
  await until(() => file.prepare("SELECT 1 FROM said WHERE key = 'fresh' AND done IS NOT NULL").get(), SOON_MS);
  await announced(2);
  file.close();
});

test('a failed post is retried with the same nonce, so that nothing is posted twice', async () => {
  await follow();
  await settle('client', await press(people.client, channel.messages[0] as Message, 'Fund'));
  discord.failures.push({ path: /^POST \/channels\//, status: 500 });
  await announced(1, 'Money arrived: 30.5 USDC.');
});

test('an escrow can only be followed where both the member and the bot can write', async () => {
  const { client, provider } = people;
  const closed = discord.openChannel({ membersLack: ['SEND_MESSAGES'] });
  const deaf = discord.openChannel({ lacks: ['SEND_MESSAGES'] });
  const voice = discord.openChannel({ type: 2 });
  const thread = discord.openChannel({ type: 12 });
  const at = (where: Channel) => say(client, 'follow', { escrow, channel: { channel: where } }).then(plain);
  expect(await at(closed)).toContain('You cannot write in that channel yourself');
  expect(await at(deaf)).toContain('The bot cannot write in');
  expect(await at(voice)).toContain('Choose a text channel or a thread.');
  expect(await at(thread)).toContain('### Followed');
  expect(await at(thread)).toContain('### Followed already');
  expect(thread.messages).toHaveLength(1);
  for (const where of [closed, deaf]) {
    expect(labels(await say(provider, 'show', { escrow }, where))).not.toContain('Follow here');
  }
  const card = await say(provider, 'show', { escrow });
  const click = discord.click({ ...provider, channel: closed }, card, 'Follow here');
  expect(plain(await until(() => click.messages.find((each) => each !== card && each.components)))).toContain(
    'cannot write',
  );
  const here = discord.click(provider, card, 'Follow here');
  expect(plain(await until(() => here.messages.find((each) => each !== card && each.components)))).toContain(
    '### Followed',
  );
  expect(channel.messages).toHaveLength(1);
  expect(plain(await say(provider, 'unfollow', { escrow }))).toContain('### No longer followed');
  expect(plain(await say(client, 'follow', { escrow: 'C123' }))).toContain('not an address (C…) or an id');
  const waiting = await say(client, 'deploy', { file: requestFile({ engagementId: 'ENG-2' }) });
  const id = /Id `([0-9a-f]{32})`/.exec(textOf(waiting))?.[1] as string;
  expect(plain(await say(client, 'follow', { escrow: id }))).toContain('is not on the ledger yet');
});

test('a server follows as many as it may and no more', async () => {
  const file = new DatabaseSync(path.join(world['COUNTERSIGN_DATA_DIR'] as string, 'discord.sqlite'));
  const put = file.prepare(
    "INSERT INTO watched (network, guild, channel, escrow, follower, at, changed) VALUES ('sandbox', ?, ?, 'C', 'f', 0, 0)",
  );
  for (let index = 0; index < MOST_WATCHED; index++) put.run(discord.guildId, `${index}`);
  expect(plain(await say(people.client, 'follow', { escrow }))).toContain(
    `This server follows ${MOST_WATCHED} escrows`,
  );
  file.exec("DELETE FROM watched WHERE channel = '0'");
  file.close();
  await follow();
});

test('a stranger who presses a button of an announcement gets nothing, and the channel learns nothing of it', async () => {
  const { client } = people;
  await follow();
  const [first] = channel.messages as Message[];
  const stranger = discord.person();
  expect(plain(await press(stranger, first as Message, 'Fund'))).toContain('You have saved no wallet here.');
  expect(labels(await press(stranger, first as Message, 'Show'))).toEqual(['Look again', 'Follow here']);
  await settle('client', await press(client, first as Message, 'Fund'));
  const funded = await announced(1, 'Money arrived');
  await say(stranger, 'wallet', { address: addressOf('platform') });
  expect(plain(await press(stranger, funded, 'Report 1', { status: 'done' }))).toContain('STEP_NOT_POSSIBLE');
  expect(channel.messages).toHaveLength(2);
});

test('the title of a stranger stays plain text in a channel, and calls on nobody', async () => {
  const { client } = people;
  const title = '@everyone **free** [money](https://evil.example) <@1234567890123456789>';
  const deploy = await say(client, 'deploy', { file: requestFile({ title, engagementId: 'ENG-3' }) });
  const [, other = ''] = /\*\*Escrow address[^*]*\*\* `(C[A-Z2-7]{55})`/.exec(textOf(deploy)) ?? [];
  await settle('client', deploy);
  expect(plain(await say(client, 'follow', { escrow: other }))).toContain('### Followed');
  const shown = textOf(last());
  for (const raw of ['@everyone', '**free', '](', '<@']) {
    expect(shown.replaceAll(`\\${raw[0]}`, '').includes(raw)).toBe(false);
  }
  expect(last().mentions).toEqual([]);
});

test('a decision that pays a stranger is confirmed by typing the amount, from an announcement as well', async () => {
  const { client, arbiter } = people;
  await follow();
  await settle('client', await press(client, channel.messages[0] as Message, 'Fund'));
  await announced(1, 'Money arrived');
  const disputing = await press(client, await say(client, 'show', { escrow }), 'Dispute', { milestone: '1' });
  await settle('client', disputing);
  const disputed = await announced(2, 'in dispute');
  const card = await press(arbiter, disputed, 'Decide 1', { shares: `${NETWORKS.sandbox.feeAddress} 10.5` });
  expect(labels(card)).toEqual(['I have read this', 'Discard']);
  expect(card.files).toEqual([]);
});
