/** An escrow made by forms alone, by somebody who never saw a file. */
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
import { labels, plain, talkIn } from '@countersign/testkit/discord/talk';
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

const { say, open } = talkIn(() => discord);
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
async function reopened(who: Person, options: Record<string, unknown> = {}): Promise<Message> {
  await bot.close();
  bot = await startTestBot(discord, world);
  return await say(who, 'deploy', options);
}
async function fillWhole(who: Person, panel: Message): Promise<void> {
  await fill(who, panel, 'Basics', { title: 'Logo', description: 'A logo in three steps', engagement: 'ENG-1' });
  await fill(who, panel, 'People', {
    lines: `worker: ${PROVIDER}\nplatform: platform\narbiter: ${ARBITER}`,
  });
  await fill(who, panel, 'Milestones', { lines: LINES });
  await fill(who, panel, 'Token and fee', { token: [USDC], contract: '', fee: '5' });
}

test('an escrow is made only by forms, with mistakes in each section and a restart in the middle', async () => {
  let panel = await say(ada, 'deploy');
  expect(plain(panel)).toContain('Draft: a new escrow');
  expect(plain(panel)).toContain('Links to sign open only on the computer that runs this bot.');
  expect(bot.lines.map(({ message }) => message)).toContain('links to sign open only on this computer');
  expect(plain(panel)).toContain('You have saved no wallet here');
  expect(plain(panel)).toContain('**Title** is empty');
  expect(labels(panel)).not.toContain('Prepare');
  await say(ada, 'wallet', { address: CLIENT });
  expect(plain(await press(ada, panel, 'Look again'))).not.toContain('You have saved no wallet');

  const basics = await fill(ada, panel, 'Basics', { title: 'Logo\u0007', description: 'A logo', engagement: '' });
  expect(basics).toContain('**Title** holds control characters; remove them');
  expect(basics).toMatch(/\*\*Id\*\* DISCORD-[0-9A-F]{8}/);
  await fill(ada, panel, 'Basics', { title: 'Logo', description: 'A logo in three steps', engagement: 'ENG-1' });
  expect(plain(panel)).toContain('Draft: Logo');

  const people = await fill(ada, panel, 'People', { worker: [bob.userId], lines: 'boss: me\nplatform: nobody I know' });
  expect(people).toContain(`<@${bob.userId}> has saved no wallet here: ask them`);
  expect(people).toContain('**Line 1** does not name a role and an address');
  expect(people).toContain('**Platform** is neither an address nor a name that is known here');
  expect(people).toContain('**Dispute resolver** is missing');
  expect(people).not.toContain('**Service provider** is missing');

  panel = await reopened(ada);
  expect(plain(panel)).toContain('Draft: Logo');
  expect(await heldIn(ada, panel, 'People')).toMatchObject({ lines: 'boss: me\nplatform: nobody I know' });
  await say(bob, 'wallet', { address: PROVIDER });
  const mended = await fill(ada, panel, 'People', { lines: `platform: platform\narbiter: ${ARBITER}` });
  expect(mended).toContain(`**Service provider, receiver** <@${bob.userId}> \`${PROVIDER}\``);
  expect(mended).toContain(`**Signer, approver, release signer** <@${ada.userId}> \`${CLIENT}\``);

  const milestones = await fill(ada, panel, 'Milestones', { lines: 'Sketches\n\n-3 | Drafts\n5 |' });
  expect(milestones).toContain('**Line 1** has no | between the amount and the text');
  expect(milestones).toContain('**Line 3, amount** is negative');
  expect(milestones).toContain('**Line 4, text** is empty');
  expect(await fill(ada, panel, 'Milestones', { lines: LINES })).toContain('**Total** 30.5');

  const token = await fill(ada, panel, 'Token and fee', { contract: 'DOGE', fee: '120' });
  expect(token).toContain('**Token** is not a token known on the sandbox');
  expect(token).toContain('**Platform fee** is 120 %, above 99 %');
  expect(labels(panel)).not.toContain('Prepare');
  await fill(ada, panel, 'Token and fee', { token: [USDC], contract: '', fee: '5' });
  expect(plain(panel)).not.toContain('⚠️');

  panel = await reopened(ada);
  const card = await press(ada, panel, 'Prepare');
  expect(plain(card)).toContain('Logo');
  for (const part of ['10.5 USDC', 'Sketches', PROVIDER, ARBITER]) expect(plain(card)).toContain(part);
  expect(plain(await say(ada, 'submit', { file: signCard(card) }))).toContain('Settled');
  expect(plain(await say(ada, 'deploy'))).toContain('Draft: a new escrow');
});

test('reads amounts, the fee and members when they are written as people write them', async () => {
  await say(ada, 'wallet', { address: CLIENT });
  await say(bob, 'wallet', { address: PROVIDER });
  const panel = await say(ada, 'deploy');
  await fillWhole(ada, panel);
  const people = await fill(ada, panel, 'People', {
    client: [ada.userId],
    lines: `worker: <@${bob.userId}>\nplatform: @platform\narbiter: ${ARBITER}`,
  });
  expect(people).toContain(`**Service provider, receiver** <@${bob.userId}> \`${PROVIDER}\``);
  const lines = '150 USDC Sketches\n1.500,50 | Drafts | @provider';
  const wrong = await fill(ada, panel, 'Milestones', {
    lines: `${lines}\n$5 | A\n1,500 | B\n150 EURC | C\n2 logos 150`,
  });
  for (const part of [
    '1. **150** Sketches',
    '2. **1500.5** Drafts → @provider',
    '**Line 3, amount** has $',
    '**Line 4, amount** can mean 1500 or 1.5',
    '**Line 5, amount** names something other than the token',
    '**Line 6** has no |',
  ])
    expect(wrong).toContain(part);
  expect(await fill(ada, panel, 'Milestones', { lines })).toContain('**Total** 1650.5 USDC');
  expect(await fill(ada, panel, 'Token and fee', { token: [USDC], contract: '', fee: '2%' })).toContain('fee** 2 %');
  expect(plain(await press(ada, panel, 'Prepare'))).toContain('1500.5 USDC');
});

test('the downloaded file deploys to the same escrow as the draft, and as the same request in a file', async () => {
  await say(ada, 'wallet', { address: CLIENT });
  const panel = await say(ada, 'deploy');
  await fillWhole(ada, panel);
  const { files } = await press(ada, panel, 'Download as YAML');
  expect(files.map(({ name }) => name)).toEqual(['escrow.yaml']);
  expect(parse(files[0]?.text as string)).toMatchObject({ title: 'Logo', milestones: REQUEST.milestones });
  const idOf = (message: Message) => /Id `([0-9a-f]{32})`/.exec(textOf(message))?.[1];
  const byFile = await say(ada, 'deploy', { file: { file: files[0]?.text } });
  const byDraft = await press(ada, panel, 'Prepare');
  const byRequest = await say(ada, 'deploy', { file: requestFile() });
  expect(idOf(byFile)).toMatch(/^[0-9a-f]{32}$/);
  expect([idOf(byDraft), idOf(byRequest)]).toEqual([idOf(byFile), idOf(byFile)]);
});

test('names every field in the file of an empty draft', async () => {
  const panel = await say(ada, 'deploy');
  const { files } = await press(ada, panel, 'Download as YAML');
  const file = parse(files[0]?.text as string);
  expect(Object.keys(file).sort()).toEqual(Object.keys({ ...REQUEST, platformFee: 0 }).sort());
  expect(Object.keys(file.roles).sort()).toEqual(Object.keys(REQUEST.roles).sort());
  expect(file.milestones).toEqual([{ description: '', amount: '' }]);
  const answer = textOf(await say(ada, 'deploy', { file: { file: files[0]?.text } }));
  for (const field of ['Title', 'Signer', 'Receiver']) expect(answer).toContain(`**${field}**`);
});

test('an earlier escrow is copied into a draft by its id or address, and the draft gets a new id', async () => {
  await say(ada, 'wallet', { address: CLIENT });
  const card = await say(ada, 'deploy', { file: requestFile() });
  const [, id] = /Id `([0-9a-f]{32})`/.exec(textOf(card)) ?? [];
  const pending = discord.command(ada, 'list', { status: 'open' });
  await until(() => bot.lines.some(({ interaction, outcome }) => outcome && interaction === pending.id));
  expect(pending.messages.map(plain)).toEqual([expect.stringContaining(String(id))]);
  const [, address] = /\*\*Escrow address[^*]*\*\* `(C[A-Z2-7]{55})`/.exec(textOf(card)) ?? [];
  const panel = await say(ada, 'deploy', { from: id });
  for (const part of [
    'Draft: Logo',
    '1. **10.5** Sketches',
    '**Total** 30.5',
    '**Platform fee** 5 %',
    ARBITER,
    PLATFORM,
  ])
    expect(plain(panel)).toContain(part);
  expect(plain(panel)).not.toContain('ENG-1');
  expect(plain(await press(ada, panel, 'Prepare'))).toContain('Logo');
  await say(ada, 'submit', { file: signCard(card) });
  expect(plain(await say(ada, 'deploy', { from: address }))).toContain('2. **20** Drafts');
  expect(plain(await say(ada, 'deploy', { from: 'f'.repeat(32) }))).toContain('HANDLE_NOT_FOUND');
  const both = await say(ada, 'deploy', { from: id, file: requestFile() });
  expect(plain(both)).toContain('give only one of them');
});

test('a person can have five drafts, open each of them, and discard them', async () => {
  const panel = await say(ada, 'deploy');
  await fill(ada, panel, 'Basics', { title: 'First', description: 'x', engagement: 'ONE' });
  for (let count = 2; count <= 5; count += 1) await press(ada, panel, 'New draft');
  expect(labels(panel)).not.toContain('New draft');
  const card = await say(bob, 'deploy', { file: requestFile() });
  const [, address] = /\*\*Escrow address[^*]*\*\* `(C[A-Z2-7]{55})`/.exec(textOf(card)) ?? [];
  await say(bob, 'submit', { file: signCard(card) });
  expect(plain(await say(ada, 'deploy', { from: address }))).toContain('You have 5 drafts here');
  const select = (
    panel.components as { components: { components?: { options?: { label: string; value: string }[] }[] }[] }[]
  )
    .flatMap(({ components }) => components)
    .flatMap(({ components = [] }) => components)
    .flatMap(({ options = [] }) => options);
  const value = select.find(({ label }) => label === 'First')?.value as string;
  expect(plain(await answered(discord.choose(ada, panel, 'Open another draft', [value])))).toContain('Draft: First');
  expect(plain(await press(ada, panel, 'Discard draft'))).toContain('Nothing was sent');
  expect(plain(await say(ada, 'deploy'))).not.toContain('First');
});

test('no one can open somebody else’s draft, and drafts unchanged for 14 days are dropped', async () => {
  const panel = await say(ada, 'deploy');
  await fill(ada, panel, 'Basics', { title: 'Confidential', description: 'x', engagement: 'ONE' });
  const own = await say(bob, 'deploy');
  for (const { custom_id = '' } of buttonsOf(panel)) {
    if (custom_id.includes('draft-new') || custom_id.includes('draft-discard')) continue;
    const click = discord.clickId(bob, own, custom_id);
    const answer = await until(() => click.messages.find((each) => each !== own && each.components !== undefined));
    expect(plain(answer)).toContain('This draft is no longer here');
  }
  discord.clickId(bob, own, buttonsOf(panel).find(({ label }) => label === 'Discard draft')?.custom_id as string);
  await until(() => plain(own).includes('Discarded'));
  expect(plain(await say(ada, 'deploy'))).toContain('Draft: Confidential');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 15 * 24 * 60 * 60_000 });
  try {
    expect(plain(await reopened(ada))).toContain('Draft: a new escrow');
  } finally {
    vi.useRealTimers();
  }
});

test('a panel prepares only what it shows: after a change elsewhere it shows the change first', async () => {
  await say(ada, 'wallet', { address: CLIENT });
  const panel = await say(ada, 'deploy');
  await fillWhole(ada, panel);
  const other = await say(ada, 'deploy');
  await fill(ada, other, 'Milestones', { lines: '99 | Everything' });
  expect(plain(await press(ada, panel, 'Prepare'))).toContain('**Total** 99');
  expect(plain(await press(ada, panel, 'Prepare'))).toContain('99 USDC');
});

test('a form takes as many characters as a request, and a recovery phrase that it cuts is refused', async () => {
  const panel = await say(ada, 'deploy');
  const { modal } = await open(ada, panel, 'Basics');
  const fields = (modal?.components ?? []) as unknown as { component: { custom_id: string; max_length?: number } }[];
  const limits = fields.map(({ component }) => [component.custom_id, component.max_length]);
  expect(limits).toEqual([
    ['title', 100],
    ['description', 500],
    ['engagement', 100],
    ['kind', undefined],
  ]);
  const longest = { title: 'x'.repeat(100), description: 'y'.repeat(500), engagement: 'z'.repeat(100) };
  expect(await fill(ada, panel, 'Basics', longest)).not.toMatch(/characters; at most/);
  const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow '.repeat(2).slice(0, 100);
  expect(await fill(ada, panel, 'Basics', { ...longest, title: phrase })).toContain('SECRET_REFUSED');
  expect(JSON.stringify(await heldIn(ada, panel, 'Basics'))).not.toContain('sausage');
});

test('where the service makes both kinds, a form asks which one', async () => {
  await bot.close();
  world = await startWorld('v1');
  bot = await startTestBot(discord, world);
  await say(ada, 'wallet', { address: CLIENT });
  const panel = await say(ada, 'deploy');
  await fillWhole(ada, panel);
  const kind = { title: 'Logo', description: 'A logo', engagement: 'ENG-2', kind: ['single'] };
  expect(await fill(ada, panel, 'Basics', kind)).toContain('**Payment** everything at once');
  const { files } = await press(ada, panel, 'Download as YAML');
  expect(parse(files[0]?.text as string)).toMatchObject({ kind: 'single' });
  expect(plain(await press(ada, panel, 'Prepare'))).toContain('30.5 USDC');
});

test('a member’s wallet is marked as unproven, and a typed address is not', async () => {
  await say(ada, 'wallet', { address: CLIENT });
  await say(bob, 'wallet', { address: PROVIDER });
  const panel = await say(ada, 'deploy');
  const chosen = await fill(ada, panel, 'People', { worker: [bob.userId], lines: `arbiter: ${ARBITER}` });
  expect(chosen).toContain(`**Service provider, receiver** <@${bob.userId}> \`${PROVIDER}\` (as they said)`);
  expect(chosen).toContain(`<@${ada.userId}> \`${CLIENT}\` (as they said)`);
  expect(chosen).toMatch(new RegExp(`\\*\\*Dispute resolver\\*\\* \`${ARBITER}\`$`, 'm'));
  const typed = await fill(ada, panel, 'People', { worker: [bob.userId], lines: `worker: ${PROVIDER}` });
  expect(typed).toMatch(new RegExp(`\\*\\*Service provider, receiver\\*\\* \`${PROVIDER}\`$`, 'm'));
});

test('a line of a milestone may name who is paid for it: a member, a saved name or an address', async () => {
  await say(ada, 'wallet', { address: CLIENT });
  const panel = await say(ada, 'deploy');
  await fillWhole(ada, panel);
  const wanted = `10 | Sketches\n20 | Drafts | <@${bob.userId}>\n30 | Texts | @platform\n40 | Files | ${ARBITER}`;
  const without = await fill(ada, panel, 'Milestones', { lines: wanted });
  expect(without).toContain(`<@${bob.userId}> has saved no wallet here: ask them`);
  expect(without).toContain(`2. **20** Drafts → <@${bob.userId}>`);
  expect(labels(panel)).not.toContain('Prepare');
  await say(bob, 'wallet', { address: PROVIDER });
  const unknown = await fill(ada, panel, 'Milestones', { lines: `${wanted}\n50 | Music | @Zoë` });
  expect(unknown).toContain('**Line 5, receiver** is neither an address nor a name that is known here');
  await fill(ada, panel, 'Milestones', { lines: wanted });
  const card = plain(await press(ada, panel, 'Prepare'));
  expect(card).toContain('28.41 of 30 USDC, for milestones 1, 2');
  expect(card).toContain('28.41 of 30 USDC, for milestone 3');
  expect(card).toContain('37.88 of 40 USDC, for milestone 4');
});
