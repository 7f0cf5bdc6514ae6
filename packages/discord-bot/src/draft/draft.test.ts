/** An escrow made by one form, by somebody who never saw a file. */
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
import type { Message } from '@countersign/testkit/discord/messages';
import { REQUEST, requestFile, signCard } from '@countersign/testkit/discord/request';
import { labels, plain, proveWallet, talkIn } from '@countersign/testkit/discord/talk';
import { beforeEach, expect, test, vi } from 'vitest';
import { parse } from 'yaml';

const [CLIENT, PROVIDER, PLATFORM, ARBITER] = SANDBOX_ACCOUNTS.map(({ address }) => address) as [
  string,
  string,
  string,
  string,
];
const USDC = NETWORKS.sandbox.tokens[0].address;
const LINES = '10.5 | Sketches\n\n20 | Drafts';
const DEAL = { title: 'Logo', lines: LINES, description: 'A logo in three steps' };
const MORE = 'People, token, fee';

let discord: Discord;
let world: Record<string, string>;
let bot: Awaited<ReturnType<typeof startTestBot>>;
let ada: Person;
let bob: Person;

beforeEach(async () => {
  discord = await startDiscord();
  world = await startWorld();
  bot = await startTestBot(discord, world);
  [ada, bob] = [discord.person(), discord.person()];
});

const { say, open, draft, press: pressBeside } = talkIn(() => discord);
/** The whole draft, next to its panel. */
const details = (who: Person, panel: Message) => pressBeside(who, panel, 'Details');
const press = (who: Person, panel: Message, label: string) => answered(discord.click(who, panel, label));
type Values = Record<string, string | readonly string[]>;
async function fill(who: Person, panel: Message, label: string, values: Values): Promise<string> {
  const shown = panel.versions;
  const submitted = discord.submitModal(who, await open(who, panel, label), values);
  const answer = await until(() => submitted.messages.find((each) => (each === panel ? each.versions > shown : true)));
  await until(() => answer.components);
  return plain(answer);
}
/** What the fields of the form under a button hold. */
async function heldIn(who: Person, panel: Message, label: string): Promise<Record<string, unknown>> {
  const { modal } = await open(who, panel, label);
  const fields = (modal?.components ?? []) as unknown as { component: { custom_id: string; value?: string } }[];
  return Object.fromEntries(fields.map(({ component }) => [component.custom_id, component.value]));
}
async function reopened(who: Person): Promise<Message> {
  await bot.close();
  bot = await startTestBot(discord, world);
  return await say(who, 'deploy');
}
/** With all that an escrow needs. */
async function wholeDraft(who: Person): Promise<Message> {
  const panel = await draft(who, DEAL);
  const people = `worker: ${PROVIDER}\nplatform: platform\narbiter: ${ARBITER}`;
  await fill(who, panel, MORE, { people, fee: '5' });
  return panel;
}

test('one form makes a whole escrow of members who have saved their wallets, and nothing else is asked', async () => {
  const cleo = discord.person();
  for (const [who, address] of [
    [ada, CLIENT],
    [bob, PROVIDER],
    [cleo, ARBITER],
  ] as const)
    await say(who, 'wallet', { address });
  const panel = await draft(ada, { ...DEAL, worker: [bob.userId], arbiter: [cleo.userId] });
  expect(panel.ephemeral).toBe(true);
  expect(plain(panel)).toContain('**Logo** · 30.5 USDC · 2 milestones\n');
  const said = ' (as they said)';
  for (const sentence of [
    `<@${ada.userId}>${said} pays.`,
    `<@${bob.userId}>${said} does the work.`,
    `<@${cleo.userId}>${said} decides disputes.`,
  ])
    expect(plain(panel)).toContain(sentence);
  expect(plain(panel)).not.toMatch(/⚠️|approves|of each payment/);
  const card = await press(ada, panel, 'Prepare');
  // Without a fee no one needs to be named as the platform.
  expect(plain(await press(ada, card, 'Details'))).toContain('**Platform fee** 0 %');
  expect(plain(await say(ada, 'submit', { file: signCard(card) }))).toContain('Settled');
});

test('the panel says what is missing, with the button that cures it, over a restart in the middle', async () => {
  let panel = await draft(ada, {
    ...DEAL,
    title: 'Logo\u0007',
    lines: 'Sketches\n\n-3 | Drafts\n5 |',
    worker: [bob.userId],
  });
  for (const part of [
    'You have no wallet here yet.',
    `<@${bob.userId}> has no wallet here yet.`,
    '**Title** holds control characters; remove them',
    '**Who decides disputes?** is missing',
    '**Line 1** has no | between the amount and the text',
    '**Line 3, amount** is negative',
    '**Line 4, text** is empty',
  ])
    expect(plain(panel)).toContain(part);
  expect(labels(panel)).toEqual(['Add my wallet', 'Ask for their wallet', 'Edit', MORE, 'Details']);
  const whole = await details(ada, panel);
  expect(plain(whole)).toContain('Links to sign open only on the computer that runs this bot.');
  expect(labels(whole)).toEqual(['Look again', 'Download as YAML', 'New draft', 'Discard draft']);
  await fill(ada, panel, 'Add my wallet', { address: CLIENT });
  expect(plain(panel)).not.toContain('You have no wallet');
  expect(labels(panel)).not.toContain('Add my wallet');

  panel = await reopened(ada);
  expect(await heldIn(ada, panel, 'Edit')).toMatchObject({ title: 'Logo\u0007', description: DEAL.description });
  const people = await fill(ada, panel, MORE, {
    people: 'boss: me\nplatform: nobody I know',
    token: 'DOGE',
    fee: '120',
  });
  for (const part of [
    '**Line 1** does not name a role and an address',
    '**Platform** is neither an address nor a name that is known here',
    '**Token** is not a token known on the sandbox',
    '**Platform fee** is 120 %, above 99 %',
  ])
    expect(people).toContain(part);
  await fill(ada, panel, MORE, { people: `arbiter: ${ARBITER}`, token: USDC, fee: '' });
  await fill(ada, panel, 'Edit', DEAL);
  await say(bob, 'wallet', { address: PROVIDER });
  panel = await press(ada, await details(ada, panel), 'Look again');
  expect(plain(panel)).not.toContain('⚠️');
  expect(plain(await press(ada, panel, 'Prepare'))).toContain(PROVIDER);
});

test('asks a member for their wallet in the channel, with nothing of the draft, and they save it there', async () => {
  const panel = await draft(ada, { ...DEAL, worker: [bob.userId] });
  const asked = discord.click(ada, panel, 'Ask for their wallet');
  const answer = await until(() => asked.messages.find((each) => each !== panel && each.components));
  expect(plain(answer)).toContain(`<@${bob.userId}> was asked in this channel.`);
  const [post] = discord.channel.messages as [Message];
  expect(plain(post)).toBe(`<@${bob.userId}>: <@${ada.userId}> needs your wallet here for an escrow with you.`);
  expect(post.mentions).toEqual([bob.userId]);
  const saved = discord.submitModal(bob, await open(bob, post, 'Save my wallet'), { address: PROVIDER });
  expect(plain(await until(() => saved.messages.find((each) => each !== post && each.components)))).toContain(PROVIDER);
  const again = await press(ada, await details(ada, panel), 'Look again');
  expect(plain(again)).not.toContain(`<@${bob.userId}> has no wallet`);
});

test('prepares from the panel that lacked a wallet once it is saved, but not with another one that it showed', async () => {
  const cleo = discord.person();
  await say(ada, 'wallet', { address: CLIENT });
  await say(cleo, 'wallet', { address: ARBITER });
  const panel = await draft(ada, { ...DEAL, worker: [bob.userId], arbiter: [cleo.userId] });
  expect(labels(panel)).toEqual(['Prepare', 'Ask for their wallet', 'Edit', MORE, 'Details']);
  expect(discord.channel.messages).toEqual([]);
  expect(plain(await press(ada, panel, 'Prepare'))).toContain(`<@${bob.userId}> has no wallet here yet.`);
  await say(bob, 'wallet', { address: PROVIDER });
  await press(cleo, await say(cleo, 'wallet', { address: PLATFORM }), 'Change it');
  expect(labels(await press(ada, panel, 'Prepare'))).toEqual(['Prepare', 'Edit', MORE, 'Details']);
  expect(plain(await press(ada, panel, 'Prepare'))).toContain('## Ready to sign: Logo');
});

test('marks a member who has proven their wallet, and names who gets a fee', async () => {
  await say(ada, 'wallet', { address: CLIENT });
  await say(bob, 'wallet', { address: PROVIDER });
  await proveWallet(bot.desk, { tenant: discord.guildId, id: bob.userId }, 'provider');
  const panel = await draft(ada, { ...DEAL, worker: [bob.userId] });
  await fill(ada, panel, MORE, { people: `platform: platform\narbiter: ${ARBITER}`, fee: '5' });
  for (const sentence of [
    `<@${ada.userId}> (as they said) pays.`,
    `<@${bob.userId}> ✓ does the work.`,
    `\`${ARBITER}\` decides disputes.`,
    'platform gets 5 % of each payment.',
  ])
    expect(plain(panel)).toContain(sentence);
});

test('reads amounts, the fee and members when they are written as people write them', async () => {
  await say(ada, 'wallet', { address: CLIENT });
  await say(bob, 'wallet', { address: PROVIDER });
  const panel = await wholeDraft(ada);
  const people = await fill(ada, panel, MORE, {
    client: [ada.userId],
    people: `worker: <@${bob.userId}>\nplatform: @platform\narbiter: ${ARBITER}`,
    fee: '2%',
  });
  expect(people).toContain(`<@${bob.userId}> (as they said) does the work.`);
  expect(people).toContain('gets 2 % of each payment.');
  const lines = '150 USDC Sketches\n1.500,50 | Drafts | @provider\nFinal logo: 20\n- Handover - 30 USDC';
  const wrong = await fill(ada, panel, 'Edit', {
    ...DEAL,
    lines: `${lines}\n$5 | A\n1,500 | B\n150 EURC | C\n2 logos 150`,
  });
  const whole = plain(await details(ada, panel));
  for (const part of [
    '1. **150** Sketches',
    '2. **1500.5** Drafts → @provider',
    '3. **20** Final logo',
    '4. **30** Handover',
  ])
    expect(whole).toContain(part);
  for (const part of [
    '**Line 5, amount** has $',
    '**Line 6, amount** can mean 1500 or 1.5',
    '**Line 7, amount** names something other than the token',
    '**Line 8** has no |',
  ])
    expect(wrong).toContain(part);
  expect(await fill(ada, panel, 'Edit', { ...DEAL, lines })).toContain('1700.5 USDC · 4 milestones');
  const card = await press(ada, panel, 'Prepare');
  expect(plain(await press(ada, card, 'Details'))).toContain('1500.5 USDC');
});

test('the downloaded file deploys to the same escrow as the draft', async () => {
  await say(ada, 'wallet', { address: CLIENT });
  const panel = await wholeDraft(ada);
  const { files } = await pressBeside(ada, await details(ada, panel), 'Download as YAML');
  expect(files.map(({ name }) => name)).toEqual(['escrow.yaml']);
  expect(parse(files[0]?.text as string)).toMatchObject({ title: 'Logo', milestones: REQUEST.milestones });
  const idOf = (message: Message) => /Id `([0-9a-f]{32})`/.exec(textOf(message))?.[1];
  const byFile = await say(ada, 'deploy', { file: { file: files[0]?.text } });
  const byDraft = await press(ada, panel, 'Prepare');
  expect(idOf(byFile)).toMatch(/^[0-9a-f]{32}$/);
  expect(idOf(byDraft)).toBe(idOf(byFile));
});

test('names every field in the file of a draft that lacks the most', async () => {
  const panel = await draft(ada, { title: 'Logo', lines: 'x', description: 'y' });
  const { files } = await pressBeside(ada, await details(ada, panel), 'Download as YAML');
  const file = parse(files[0]?.text as string);
  expect(Object.keys(file).sort()).toEqual(Object.keys({ ...REQUEST, platformFee: 0 }).sort());
  expect(Object.keys(file.roles).sort()).toEqual(Object.keys(REQUEST.roles).sort());
  expect(file.milestones).toEqual([{ description: '', amount: '' }]);
  const answer = textOf(await say(ada, 'deploy', { file: { file: files[0]?.text } }));
  for (const field of ['Signer', 'Receiver']) expect(answer).toContain(`**${field}**`);
});

test('an earlier escrow is copied into a draft by its id or address, and the draft gets a new id', async () => {
  await say(ada, 'wallet', { address: CLIENT });
  const card = await say(ada, 'deploy', { file: requestFile() });
  const [, id] = /Id `([0-9a-f]{32})`/.exec(textOf(card)) ?? [];
  const [, address] = /\*\*Escrow address[^*]*\*\* `(C[A-Z2-7]{55})`/.exec(textOf(card)) ?? [];
  const panel = await say(ada, 'deploy', { from: id });
  for (const part of ['**Logo**', '1. **10.5** Sketches', '30.5 USDC', '5 % of each payment', ARBITER, PLATFORM])
    expect(plain(await details(ada, panel))).toContain(part);
  const copied = await press(ada, panel, 'Prepare');
  expect(plain(copied)).toContain('Logo');
  expect(plain(copied)).not.toContain('ENG-1');
  await say(ada, 'submit', { file: signCard(card) });
  const second = await details(ada, await say(ada, 'deploy', { from: address }));
  expect(plain(second)).toContain('2. **20** Drafts');
  expect(plain(await say(ada, 'deploy', { from: 'f'.repeat(32) }))).toContain('HANDLE_NOT_FOUND');
  const both = await say(ada, 'deploy', { from: id, file: requestFile() });
  expect(plain(both)).toContain('**from** was given together with a file');
});

test('a person can have five drafts, open each of them, and discard them', async () => {
  let panel = await draft(ada, { ...DEAL, title: 'First' });
  for (let count = 2; count <= 5; count += 1) {
    const submitted = discord.submitModal(ada, await open(ada, await details(ada, panel), 'New draft'), {
      ...DEAL,
      title: `No. ${count}`,
    });
    panel = await answered(submitted);
  }
  const last = await details(ada, panel);
  expect(labels(last)).not.toContain('New draft');
  const card = await say(bob, 'deploy', { file: requestFile() });
  const [, address] = /\*\*Escrow address[^*]*\*\* `(C[A-Z2-7]{55})`/.exec(textOf(card)) ?? [];
  await say(bob, 'submit', { file: signCard(card) });
  expect(plain(await say(ada, 'deploy', { from: address }))).toContain('You have 5 drafts here');
  const select = (
    last.components as { components: { components?: { options?: { label: string; value: string }[] }[] }[] }[]
  )
    .flatMap(({ components }) => components)
    .flatMap(({ components = [] }) => components)
    .flatMap(({ options = [] }) => options);
  const value = select.find(({ label }) => label === 'First')?.value as string;
  expect(plain(await answered(discord.choose(ada, last, 'Open another draft', [value])))).toContain('**First**');
  const first = await details(ada, last);
  expect(plain(await press(ada, first, 'Discard draft'))).toContain('Nothing was sent');
  expect(plain(await say(ada, 'deploy'))).not.toContain('**First**');
});

test('no one can open somebody else’s draft, and drafts unchanged for 14 days are dropped', async () => {
  const panel = await draft(ada, { ...DEAL, title: 'Confidential' });
  const own = await draft(bob, DEAL);
  const whole = await details(ada, panel);
  for (const { custom_id = '' } of [panel, whole].flatMap(buttonsOf)) {
    if (/draft-(?:new|discard|wallet)/.test(custom_id)) continue;
    const click = discord.clickId(bob, own, custom_id);
    const answer = await until(() => click.messages.find((each) => each !== own && each.components !== undefined));
    expect(plain(answer)).toContain('This draft is no longer here');
  }
  discord.clickId(bob, own, buttonsOf(whole).find(({ label }) => label === 'Discard draft')?.custom_id as string);
  await until(() => plain(own).includes('Discarded'));
  expect(plain(await say(ada, 'deploy'))).toContain('**Confidential**');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 15 * 24 * 60 * 60_000 });
  try {
    await bot.close();
    bot = await startTestBot(discord, world);
    expect(plain(await draft(ada, DEAL))).toContain('**Logo**');
  } finally {
    vi.useRealTimers();
  }
});

test('a panel prepares only what it shows: after a change elsewhere it shows the change first', async () => {
  await say(ada, 'wallet', { address: CLIENT });
  const panel = await wholeDraft(ada);
  const other = await say(ada, 'deploy');
  await fill(ada, other, 'Edit', { ...DEAL, lines: '99 | Everything' });
  expect(plain(await press(ada, panel, 'Prepare'))).toContain(' · 99 USDC · one milestone');
  expect(plain(await press(ada, panel, 'Prepare'))).toContain('99 USDC');
});

test('a form takes as many characters as a request, and a recovery phrase that it cuts is refused', async () => {
  const command = discord.command(ada, 'deploy');
  const modal = await until(() => command.modal);
  const fields = modal.components as unknown as { component: { custom_id: string; max_length?: number } }[];
  expect(fields.map(({ component }) => [component.custom_id, component.max_length])).toEqual([
    ['title', 100],
    ['lines', 4_000],
    ['worker', undefined],
    ['arbiter', undefined],
    ['description', 500],
  ]);
  const longest = { title: 'x'.repeat(100), description: 'y'.repeat(500), lines: LINES };
  const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow '.repeat(2).slice(0, 100);
  const refused = await answered(discord.submitModal(ada, command, { ...longest, title: phrase }));
  expect(plain(refused)).toContain('SECRET_REFUSED');
  const panel = await draft(ada, longest);
  expect(plain(panel)).not.toMatch(/characters; at most/);
  expect(await fill(ada, panel, 'Edit', { ...longest, title: phrase })).toContain('SECRET_REFUSED');
  expect(JSON.stringify(await heldIn(ada, panel, 'Edit'))).not.toContain('sausage');
});

test('where the service makes both kinds, a form asks which one', async () => {
  await bot.close();
  world = await startWorld('v1');
  bot = await startTestBot(discord, world);
  await say(ada, 'wallet', { address: CLIENT });
  const panel = await wholeDraft(ada);
  const people = `worker: ${PROVIDER}\nplatform: platform\narbiter: ${ARBITER}`;
  expect(await fill(ada, panel, MORE, { people, fee: '5', kind: 'single' })).toContain(
    'Everything is paid at once, at the end',
  );
  const { files } = await pressBeside(ada, await details(ada, panel), 'Download as YAML');
  expect(parse(files[0]?.text as string)).toMatchObject({ kind: 'single' });
  expect(plain(await press(ada, panel, 'Prepare'))).toContain('30.5 USDC');
});

test('a line of a milestone may name who is paid for it: a member, a saved name or an address', async () => {
  await say(ada, 'wallet', { address: CLIENT });
  const panel = await wholeDraft(ada);
  const wanted = `10 | Sketches\n20 | Drafts | <@${bob.userId}>\n30 | Texts | @platform\n40 | Files | ${ARBITER}`;
  const without = await fill(ada, panel, 'Edit', { ...DEAL, lines: wanted });
  expect(without).toContain(`<@${bob.userId}> has no wallet here yet.`);
  expect(plain(await details(ada, panel))).toContain(`2. **20** Drafts → <@${bob.userId}>`);
  await say(bob, 'wallet', { address: PROVIDER });
  const unknown = await fill(ada, panel, 'Edit', { ...DEAL, lines: `${wanted}\n50 | Music | @Zoë` });
  expect(unknown).toContain('**Line 5, receiver** is neither an address nor a name that is known here');
  expect(labels(panel)).not.toContain('Prepare');
  await fill(ada, panel, 'Edit', { ...DEAL, lines: wanted });
  const card = plain(await press(ada, await press(ada, panel, 'Prepare'), 'Details'));
  expect(card).toContain('28.41 of 30 USDC, for milestones 1, 2');
  expect(card).toContain('28.41 of 30 USDC, for milestone 3');
  expect(card).toContain('37.88 of 40 USDC, for milestone 4');
});
