/** What a server sets for its members: who may do what, where, with which defaults, and within which limits. */
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
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
import type { Interaction, Message } from '@countersign/testkit/discord/messages';
import { REQUEST, requestFile, signCard } from '@countersign/testkit/discord/request';
import { labels, plain, talkIn } from '@countersign/testkit/discord/talk';
import { beforeEach, expect, test } from 'vitest';

const ROLE = '223344556677889900';
const OTHER_ROLE = '998877665544332211';
const [CLIENT = '', PROVIDER = '', PLATFORM = '', ARBITER = ''] = SANDBOX_ACCOUNTS.map(({ address }) => address);
const USDC = NETWORKS.sandbox.tokens[0].address;
const NO_ACT = 'only members with certain roles may';
const NO_MANAGER = 'Only members with Manage Server';

let discord: Discord;
let world: Record<string, string>;
let bot: Awaited<ReturnType<typeof startTestBot>>;
let boss: Person;
let ada: Person;

beforeEach(async () => {
  discord = await startDiscord();
  world = await startWorld();
  bot = await startTestBot(discord, world);
  [boss, ada] = [discord.person({ manages: true }), discord.person()];
});

async function restart(env: Record<string, string> = {}): Promise<void> {
  await bot.close();
  bot = await startTestBot(discord, { ...world, ...env });
}

const { say } = talkIn(() => discord);
const told = async (...asked: Parameters<typeof say>) => plain(await say(...asked));
const openPanel = () => say(boss, 'settings');

/** The answer to a press, whether it changes the message or stands beside it. */
async function answerTo(asked: Interaction, on: Message, versions: number): Promise<string> {
  const answer = await until(() =>
    asked.messages.find((each) => (each === on ? each.versions > versions : each.components !== undefined)),
  );
  return plain(answer);
}
function choose(who: Person, panel: Message, name: string, values: readonly string[]): Promise<string> {
  const { versions } = panel;
  return answerTo(discord.choose(who, panel, name, values), panel, versions);
}
/** On a message of their own that no follower changes meanwhile. */
async function press(who: Person, customId: string): Promise<string> {
  const on = await say(who, 'wallet');
  return await answerTo(discord.clickId(who, on, customId), on, on.versions);
}
async function fill(panel: Message, label: string, values: Record<string, string | string[]>): Promise<string> {
  const click = discord.click(boss, panel, label);
  await until(() => click.modal);
  const { versions } = panel;
  return await answerTo(discord.submitModal(boss, click, values), panel, versions);
}
const restrict = async (act: string, roles: readonly string[]) =>
  await choose(boss, await openPanel(), `v1:settings-roles:${act}`, roles);

async function settled(who: Person, changes: Record<string, unknown> = {}): Promise<string> {
  const card = await say(who, 'deploy', { file: requestFile(changes) });
  const [, address = ''] = /\*\*Escrow address[^*]*\*\* `(C[A-Z2-7]{55})`/.exec(textOf(card)) ?? [];
  expect(plain(await say(who, 'submit', { file: signCard(card) }))).toContain('Settled');
  return address;
}

test('only members with Manage Server open settings, press what is on them, or submit their forms', async () => {
  const panel = await openPanel();
  expect(plain(panel)).toContain('Settings of this server');
  expect(plain(panel)).toMatch(/Defaults\n.*\nNone is set\.\n### Limits\n.*\nNone is set\./);
  expect(await told(ada, 'settings')).toContain(NO_MANAGER);
  for (const id of ['roles:prepare', 'channels:server', 'defaults:server', 'limits:server']) {
    expect(await press(ada, `v1:settings-${id}`)).toContain(NO_MANAGER);
  }
  const click = discord.click(boss, panel, 'Change limits');
  await until(() => click.modal);
  const submitted = discord.submitModal({ ...boss, manages: false }, click, { maxAmount: '1' });
  expect(await answerTo(submitted, panel, panel.versions)).toContain(NO_MANAGER);
  expect(plain(await openPanel())).toMatch(/### Limits\n.*\nNone is set\./);
  expect(await told({ ...boss, guildId: null }, 'settings')).toContain('works in a server');
});

test('made-up input from a client changes nothing, and gets one sentence', async () => {
  const panel = await openPanel();
  expect(await press(boss, 'v1:settings-roles:everything')).toContain('from another version');
  for (const wrong of [
    ['x'],
    ['1'.repeat(21)],
    [`${ROLE}"`],
    Array.from({ length: 26 }, (_, at) => `${10n ** 17n + BigInt(at)}`),
  ]) {
    if (wrong.length > 25) expect(() => discord.choose(boss, panel, 'v1:settings-roles:prepare', wrong)).toThrow();
    else expect(await choose(boss, panel, 'v1:settings-roles:prepare', wrong)).toContain('cannot be chosen here');
  }
  expect(await told(ada, 'deploy', { file: requestFile() })).toContain('Ready to sign');
});

test('members without the role cannot do the act, not even by id or after a restart', async () => {
  await say(ada, 'wallet', { address: CLIENT });
  const escrow = await settled(ada);
  const card = await say(ada, 'deploy', { file: requestFile({ engagementId: 'ENG-2' }) });
  const payment = await say(ada, 'fund', { escrow });
  const [deployId, fundId] = [card, payment].map((each) => /Id `([0-9a-f]{32})`/.exec(textOf(each))?.[1] as string);
  const draft = await say(ada, 'deploy');
  const allowed = { ...ada, roles: [ROLE] };

  await restrict('prepare', [ROLE, OTHER_ROLE]);
  await restart();
  expect(await told(ada, 'deploy', { file: requestFile() })).toContain(`${NO_ACT} prepare escrows`);
  for (const { custom_id = '' } of buttonsOf(draft)) expect(await press(ada, custom_id)).toContain(NO_ACT);
  expect(await press(ada, `v1:renew:${deployId}`)).toContain(NO_ACT);
  expect(await told(ada, 'pending', { id: deployId })).toContain(NO_ACT);
  expect(await press(ada, `v1:ask:${deployId}`)).toContain(NO_ACT);
  expect(await told(allowed, 'deploy', { file: requestFile({ engagementId: 'ENG-2' }) })).toContain('Ready to sign');
  expect(await press(ada, `v1:renew:${fundId}`)).not.toContain(NO_ACT);

  await restrict('fund', [ROLE]);
  expect(await told(ada, 'fund', { escrow })).toContain(`${NO_ACT} prepare payments`);
  expect(await press(ada, `v1:fund:${escrow}`)).toContain(NO_ACT);
  expect(await press(ada, `v1:renew:${fundId}`)).toContain(NO_ACT);
  const asked = discord.type(ada, 'fund', 'escrow', '');
  expect(await until(() => asked.choices)).toEqual([]);
  const theirs = discord.type(allowed, 'fund', 'escrow', '');
  expect(await until(() => theirs.choices)).toHaveLength(1);
  expect(await press(ada, `v1:approve:${escrow}.1`)).not.toContain(NO_ACT);

  await restrict('steps', [OTHER_ROLE]);
  for (const step of ['approve', 'report', 'release', 'dispute', 'resolve', 'withdraw']) {
    expect(await press(allowed, `v1:${step}:${escrow}.1`)).toContain(`${NO_ACT} prepare steps`);
  }
  // Who may do none of the three sends and shares nothing either; reading stays open.
  expect(await told(ada, 'submit', { xdr: 'AAAA' })).toContain(NO_ACT);
  expect(await told(ada, 'show', { escrow })).toContain('Logo');

  await restrict('fund', []);
  expect(await told(ada, 'fund', { escrow })).not.toContain(NO_ACT);
  await restrict('prepare', [discord.guildId]);
  expect(await told(ada, 'deploy', { file: requestFile({ engagementId: 'ENG-3' }) })).toContain('Ready to sign');
});

test('the operator’s roles and the server’s must both hold, and neither closes the settings', async () => {
  await restart({ DISCORD_ALLOWED_ROLES: OTHER_ROLE });
  await restrict('prepare', [ROLE]);
  const as = (...roles: string[]) => told({ ...ada, roles }, 'deploy', { file: requestFile() });
  expect(await as(ROLE)).toContain('do not have a role that may');
  expect(await as(OTHER_ROLE)).toContain(NO_ACT);
  expect(await as(ROLE, OTHER_ROLE)).toContain('Ready to sign');
  expect(await told(boss, 'settings')).toContain('Settings of this server');
});

test('the bot only works in the chosen channels and their threads; settings open everywhere', async () => {
  const work = discord.openChannel();
  const thread = { ...discord.openChannel({ type: 11 }), parent: work };
  expect(await choose(boss, await openPanel(), 'Channels where the bot may be used', [work.id])).toContain('Channels');
  await restart();
  const refused = await told(ada, 'help');
  expect(refused).toContain(`can only be used in <#${work.id}>`);
  const asked = discord.type(ada, 'show', 'escrow', '');
  expect(await until(() => asked.choices)).toEqual([]);
  expect(await told({ ...ada, channel: work }, 'help')).toContain('Escrow on Stellar');
  expect(await told({ ...ada, channel: thread }, 'help')).toContain('Escrow on Stellar');
  const panel = await openPanel();
  await choose(boss, panel, 'Channels where the bot may be used', []);
  expect(await told(ada, 'help')).toContain('Escrow on Stellar');
});

test('what one server sets counts in no other', async () => {
  await restrict('prepare', [ROLE]);
  const elsewhere = { ...ada, guildId: '112233445566778899' };
  expect(await told(elsewhere, 'deploy', { file: requestFile() })).toContain('Ready to sign');
});

const DEFAULTS = { platformAddress: PLATFORM, platformFee: '5', token: USDC, disputeResolver: ARBITER };

test('defaults fill what a file leaves out, and the card says so; the file’s own values win', async () => {
  expect(await fill(await openPanel(), 'Change defaults', DEFAULTS)).toContain(`**Dispute resolver** ${'`'}${ARBITER}`);
  const { platformFee, trustline, roles, ...rest } = REQUEST;
  const { platformAddress, disputeResolver, ...others } = roles;
  const short = { file: JSON.stringify({ ...rest, roles: others }) };
  const card = await told(ada, 'deploy', { file: short });
  expect(card).toContain('From this server’s settings: platform address, platform fee, token, dispute resolver.');
  for (const part of [PLATFORM, ARBITER, '**Platform fee** 5 %']) expect(card).toContain(part);
  const own = await told(ada, 'deploy', { file: requestFile({ platformFee: 7 }) });
  expect(own).toContain('**Platform fee** 7 %');
  expect(own).not.toContain('From this server');
  await fill(await openPanel(), 'Change defaults', { platformFee: '5' });
  expect(await told(ada, 'deploy', { file: short })).toContain('INPUT_INVALID');
});

test('defaults fill what a draft leaves out; the draft says so, and prepares with them', async () => {
  await fill(await openPanel(), 'Change defaults', DEFAULTS);
  await say(ada, 'wallet', { address: CLIENT });
  const panel = await say(ada, 'deploy');
  expect(plain(panel)).toContain(
    'From this server’s settings: platform address, platform fee, token, dispute resolver.',
  );
  const submit = async (label: string, values: Record<string, string>) => {
    const click = discord.click(ada, panel, label);
    await until(() => click.modal);
    const { versions } = panel;
    return await answerTo(discord.submitModal(ada, click, values), panel, versions);
  };
  await submit('Basics', { title: 'Logo', description: 'A logo', engagement: 'ENG-9' });
  await submit('Milestones', { lines: '10 | Sketches' });
  const people = await submit('People', { lines: `worker: ${PROVIDER}\narbiter: ${PROVIDER}` });
  expect(people).toContain('From this server’s settings: platform address, platform fee, token.');
  const card = plain(await answered(discord.click(ada, panel, 'Prepare')));
  for (const part of [PLATFORM, '**Platform fee** 5 %', '10 USDC']) expect(card).toContain(part);
});

test('a default that no request could have is refused, and changes nothing', async () => {
  await fill(await openPanel(), 'Change defaults', DEFAULTS);
  for (const wrong of [
    { platformAddress: 'platform' },
    { disputeResolver: `${ARBITER}A` },
    { platformFee: '120' },
    { token: 'DOGE' },
  ]) {
    expect(await fill(await openPanel(), 'Change defaults', { ...DEFAULTS, ...wrong })).toContain('INPUT_INVALID');
  }
  expect(plain(await openPanel())).toContain('**Platform fee** 5 %');
});

test('a limit holds before anything is prepared, and says which it is and who set it', async () => {
  await say(ada, 'wallet', { address: CLIENT });
  const escrow = await settled(ada, { engagementId: 'EARLIER' });
  expect(await fill(await openPanel(), 'Change limits', { maxAmount: '30' })).toContain('at most 30');
  await restart();
  expect(await told(ada, 'fund', { escrow })).toContain('The amount is 30.5; at most 30');
  expect(await told(ada, 'fund', { escrow, amount: '30' })).toContain('30 USDC');
  const refused = await told(ada, 'deploy', { file: requestFile() });
  expect(refused).toContain('The amount is 30.5; at most 30 is allowed here at once');
  expect(refused).toContain(`The member with the id ${boss.userId} set it`);
  expect(await told(ada, 'pending')).not.toContain('ENG-1');
  for (const wrong of ['much', '-1', '1e3']) {
    expect(await fill(await openPanel(), 'Change limits', { maxAmount: wrong })).toContain('INPUT_INVALID');
  }
  expect(plain(await openPanel())).toContain('at most 30');
  await fill(await openPanel(), 'Change limits', {});
  expect(await told(ada, 'deploy', { file: requestFile() })).toContain('Ready to sign');
});

test('a day’s limit counts for all members together, or for each, and never for another server', async () => {
  const bob = discord.person();
  const elsewhere = { ...discord.person(), guildId: '112233445566778899' };
  const deploy = (who: Person, engagementId: string) => told(who, 'deploy', { file: requestFile({ engagementId }) });
  expect(await deploy(elsewhere, 'FAR')).toContain('Ready to sign');
  await fill(await openPanel(), 'Change limits', { maxPerDay: '40' });
  expect(await deploy(ada, 'ONE')).toContain('Ready to sign');
  // The same request again counts once.
  expect(await deploy(ada, 'ONE')).toContain('Ready to sign');
  const refused = await deploy(bob, 'TWO');
  expect(refused).toContain('after 30.5 today; at most 40 a day');
  expect(refused).toContain('all members of this server together');
  await fill(await openPanel(), 'Change limits', { maxPerDay: '40', dayOf: ['person'] });
  expect(await deploy(bob, 'TWO')).toContain('Ready to sign');
  expect(await deploy(bob, 'THREE')).toContain('each member of this server');
});

test('what members do is logged in the chosen channel, mentioning nobody', async () => {
  const { channel } = discord;
  const panel = await openPanel();
  const { versions } = panel;
  await answerTo(discord.click(boss, panel, 'Log in this channel'), panel, versions);
  expect(plain(panel)).toContain(`<#${channel.id}>`);
  const address = await settled(ada);
  await say(ada, 'balance', { escrow: address });
  await restrict('fund', [ROLE]);
  await until(() => channel.messages.length === 4);
  const [began, deployed, sent, changed] = channel.messages.map(plain);
  expect(began).toContain(`<@${boss.userId}> chose this channel for the log of what members prepare`);
  expect(sent).toContain(`<@${ada.userId}> · \`submit\` · \`${address}\` · settled`);
  expect(changed).toContain(`<@${boss.userId}> changed the settings of this server`);
  expect(deployed).toContain(`<@${ada.userId}> · \`deploy\` · **Logo** · \`${address}\``);
  expect(channel.messages.flatMap((each) => each.mentions ?? [])).toEqual([]);
  await restart();
  const again = await openPanel();
  await answerTo(discord.click(boss, again, 'End the log'), again, again.versions);
  await settled(ada, { engagementId: 'not told' });
  // That it ended is its last line.
  expect(channel.messages.length).toBe(5);
});

test('posts are in the chosen language, whatever the server set in Discord', async () => {
  const panel = await openPanel();
  await choose(boss, panel, 'v1:settings-language:server', ['es']);
  const again = await openPanel();
  await answerTo(discord.click(boss, again, 'Log in this channel'), again, again.versions);
  await until(() => discord.channel.messages.length > 0);
  expect(plain(discord.channel.messages[0] as Message)).toContain('hace que en este canal se cuente');
});

test('for how long what settled is kept is asked for, and checked', async () => {
  expect(await fill(await openPanel(), 'Change retention', { days: '0' })).toContain('is not a whole number of days');
  expect(await fill(await openPanel(), 'Change retention', { days: '30' })).toContain('30 days');
  await settled(ada);
  await restart();
  // As young as it is, it stays.
  expect(await told(ada, 'list')).toContain('Logo');
  expect(await fill(await openPanel(), 'Change retention', { days: '' })).toContain('As long as this bot keeps it.');
});

const pressHere = async (who: Person) => {
  const panel = await say(who, 'settings');
  const { versions } = panel;
  return await answerTo(discord.click(who, panel, 'Log in this channel'), panel, versions);
};

test('the log ends when the bot can no longer write: the panel and the process’s log say so, members are answered', async () => {
  const { channel } = discord;
  await pressHere(boss);
  channel.permissions.delete('SEND_MESSAGES');
  expect(await told(ada, 'deploy', { file: requestFile() })).toContain('Ready to sign');
  const ended = 'the log of a server ended: the bot cannot write in its channel';
  const line = await until(() => bot.lines.find(({ message }) => message === ended));
  expect(line).toMatchObject({ guild: discord.guildId, channel: channel.id });
  await restart();
  expect(plain(await openPanel())).toContain(`The bot can no longer write in <#${channel.id}>, so the log has ended.`);
  expect(channel.messages).toHaveLength(1);
  channel.permissions.add('SEND_MESSAGES');
  expect(await pressHere(boss)).toMatch(new RegExp(`\n<#${channel.id}>$`, 'm'));
});

test('nobody has a log begun where they cannot write, or the bot', async () => {
  const mute = discord.openChannel({ membersLack: ['SEND_MESSAGES'] });
  const closed = discord.openChannel({ lacks: ['SEND_MESSAGES'] });
  for (const [channel, problem] of [
    [mute, 'You cannot write in that channel yourself'],
    [closed, 'Open /escrow settings in a channel where you'],
  ] as const) {
    const there = { ...boss, channel };
    const shown = await say(there, 'settings');
    expect(labels(shown)).not.toContain('Log in this channel');
    expect(plain(shown)).toContain('No channel is chosen. Open /escrow settings in a channel where you and the bot');
    const click = discord.clickId(there, shown, 'v1:settings-log:here');
    expect(plain(await until(() => click.messages.find((each) => each !== shown && each.components)))).toContain(
      problem,
    );
  }
  expect(plain(await openPanel())).toContain('No channel is chosen.');
  expect([mute, closed].flatMap(({ messages }) => messages)).toEqual([]);
});
