/** A person's escrows here: the list in pages, and what they hold, together and each by its title. */
import { encodeStrKey } from '@countersign/core/escrow';
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { answered, type Discord, type Person, startDiscord, until } from '@countersign/testkit/discord/discord';
import type { Message } from '@countersign/testkit/discord/messages';
import { requestFile, SIGNER, signCard } from '@countersign/testkit/discord/request';
import { addressOf, labels, plain, talkIn } from '@countersign/testkit/discord/talk';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

let discord: Discord;
let bot: Awaited<ReturnType<typeof startTestBot>>;
let ada: Person;
let env: Record<string, string>;

beforeEach(async () => {
  discord = await startDiscord();
  env = { ...(await startWorld()), ESCROW_RATE_LIMIT: '1000' };
  bot = await startTestBot(discord, env);
  ada = discord.person();
});

const deploy = (who: Person, title: string, engagementId: string) =>
  answered(discord.command(who, 'deploy', { file: requestFile({ title, engagementId }) }));
const settle = async (who: Person, title: string, engagementId: string) => {
  await answered(discord.command(who, 'submit', { file: signCard(await deploy(who, title, engagementId)) }));
};
const list = (who: Person, options = {}) => answered(discord.command(who, 'list', options));
const { say, press, pressOn, change, fill } = talkIn(() => discord);

test('the list has this person’s escrows of this server, newest first, ten a page, and opens each', async () => {
  expect(plain(await list(ada))).toContain('You have prepared none');
  for (let at = 1; at <= 12; at += 1) await deploy(ada, `Work ${at}`, `ENG-${at}`);
  const first = await list(ada);
  expect(first.ephemeral).toBe(true);
  expect(plain(first)).toMatch(/^### Your escrows here\n1\. \*\*Work 12\*\* · [\d.]+ USDC · Waiting for a signature/);
  expect(plain(first)).toContain('1 to 10 of 12');
  expect(labels(first)).toEqual([...Array.from({ length: 10 }, (_, at) => `${at + 1}`), 'Next']);
  await answered(discord.click(ada, first, 'Next'));
  expect(plain(first)).toContain('11 to 12 of 12');
  expect(labels(first)).toEqual(['11', '12', 'Previous']);
  const click = discord.click(ada, first, '12');
  const opened = await until(() => click.messages.find((each) => each !== first && each.components !== undefined));
  expect(plain(opened)).toContain('## Ready to sign: Work 1\n');
  for (const who of [discord.person(), { ...ada, guildId: '112233445566778899' }]) {
    expect(plain(await list(who))).toContain('You have prepared none');
  }
});

test('pages turn after a restart, only for their owner, even with a button of another version', async () => {
  for (let at = 1; at <= 11; at += 1) await deploy(ada, `Work ${at}`, `ENG-${at}`);
  const first = await list(ada);
  const stranger = discord.click(discord.person(), first, 'Next');
  expect(plain(await until(() => stranger.messages.find((each) => each !== first && each.components)))).toContain(
    'somebody else',
  );
  for (const id of ['v1:page:9999.', 'v1:page:x', 'v1:page:0.nonsense', 'v1:page:10.']) {
    const { versions } = first;
    discord.clickId(ada, first, id);
    await until(() => first.versions > versions);
    expect(plain(first)).toContain('of 11');
  }
});

test('a status narrows the list; settled escrows show their balance, and open ones are their cards', async () => {
  await settle(ada, 'Logo design', 'ENG-1');
  await deploy(ada, 'Website', 'ENG-2');
  expect(plain(await list(ada, { status: 'settled' }))).toMatch(
    /1\. \*\*Logo design\*\* · [\d.]+ USDC · Waiting for money · holds 0/,
  );
  expect(plain(await list(ada, { status: 'open' }))).toContain('## Ready to sign: Website');
  expect(plain(await list(ada, { status: 'ended' }))).toContain('None of yours has this status');
});

test('the list says whose turn it is in what has settled, for one reading of the ledger and of no service', async () => {
  await answered(discord.command(ada, 'wallet', { address: SIGNER }));
  await settle(ada, 'Logo design', 'ENG-1');
  await settle(ada, 'Website', 'ENG-2');
  const [title] = await bot.desk.for({ tenant: discord.guildId, id: ada.userId }).titles('Website', 1);
  const payment = await pressOn(ada, String(title?.contractId), 'Fund');
  await answered(discord.command(ada, 'submit', { file: signCard(payment) }));
  const asked = bot.desk.metrics().tokensLeft;
  const lines = plain(await list(ada)).split('\n');
  expect(bot.desk.metrics().tokensLeft).toBeGreaterThanOrEqual(asked);
  expect(lines[1]).toMatch(
    /\*\*Website\*\* · [\d.]+ USDC · In progress · holds [\d.]+\. Service provider reports progress on milestones 1 and 2\.$/,
  );
  expect(lines[2]).toMatch(/\*\*Logo design\*\* .* · Waiting for money · holds 0\. Service provider reports progress/);
  const spanish = plain(await list({ ...ada, locale: 'es-419' }));
  expect(spanish).toContain('Quien hace el trabajo informa el avance de los hitos 1 y 2.');
});

test('ten escrows with the longest titles fit into one page', async () => {
  for (let at = 0; at < 10; at += 1) await settle(ada, `${'*'.repeat(98)}${at}`, `ENG-${at}`);
  expect(plain(await list(ada))).toContain('1 to 10 of 10');
});

test('the list says what its escrows hold together', async () => {
  await settle(ada, 'Logo design', 'ENG-1');
  expect(plain(await list(ada))).not.toContain('In all');
  await settle(ada, 'Website', 'ENG-2');
  expect(plain(await list(ada))).toMatch(/\*\*In all 0 of [\d.]+ USDC\*\* in 2 escrows/);
});

test('a party lists and opens an escrow that somebody else prepared', async () => {
  const provider = discord.person();
  await answered(discord.command(provider, 'wallet', { address: addressOf('provider') }));
  await settle(ada, 'Logo design', 'ENG-1');
  await deploy(ada, 'Not signed yet', 'ENG-2');
  const theirs = await list(provider);
  expect(plain(theirs)).toMatch(
    /1\. \*\*Logo design\*\* · [\d.]+ USDC · Waiting for money · with your wallet · holds 0\. Service provider reports/,
  );
  expect(plain(theirs)).toContain('1 to 1 of 1');
  const click = discord.click(provider, theirs, '1');
  const opened = await until(() => click.messages.find((each) => each !== theirs && each.components !== undefined));
  expect(plain(opened)).toContain('## Logo design\n');
  expect(JSON.stringify([theirs.components, opened.components])).not.toContain(ada.userId);
  expect(plain(await list(discord.person()))).toContain('You have prepared none');
});

test('tells what several addresses hold, and a bad one hides no good one', async () => {
  await settle(ada, 'Logo design', 'ENG-1');
  const { escrows } = await bot.desk.for({ tenant: discord.guildId, id: ada.userId }).find({});
  const contractId = escrows[0]?.contractId as string;
  const mixed = plain(await list(ada, { escrow: `${contractId} C123 ${SIGNER}` }));
  expect(mixed).toContain(`USDC** in \`${contractId}\`, by the ledger`);
  expect(mixed).toContain('`C123` It ');
  const many = Array.from({ length: 24 }, (_, at) => encodeStrKey('contract', new Uint8Array(32).fill(at)));
  expect(plain(await list(ada, { escrow: many.slice(0, 20).join(', ') }))).toContain('20 not counted');
  expect(plain(await list(ada, { escrow: many.join(' ') }))).toContain('names 24 escrows; at most 20 are read at once');
  expect(plain(await list(ada, { escrow: `${SIGNER} ${SIGNER.replace(/.$/, 'A')}` }))).toContain('INPUT_INVALID');
});

/** Chooses in the only select of a message, which then changes. */
async function choose(who: Person, on: Message, label: RegExp): Promise<Message> {
  const { versions } = on;
  const select = selectIn(on);
  const value = select.options.find((option) => label.test(option.label))?.value as string;
  discord.choose(who, on, select.custom_id, [value]);
  return await until(() => on.versions > versions && on);
}

type Select = { custom_id: string; options: { label: string; value: string }[] };
const selectIn = ({ components }: Message): Select =>
  JSON.parse(/\{"type":3,.*?\}\]\}/s.exec(JSON.stringify(components))?.[0] ?? 'null');

test('a title that several escrows have, or none, is asked for with a select, and the command continues', async () => {
  await answered(discord.command(ada, 'wallet', { address: SIGNER }));
  await settle(ada, 'Logo design', 'ENG-1');
  await settle(ada, 'Logo in colour', 'ENG-2');
  await deploy(ada, 'Logo sketches', 'ENG-3');
  const several = await say(ada, 'list', { escrow: 'Logo' });
  expect(plain(several)).toContain('“Logo” alone does not say which escrow you mean. Choose the one you mean.');
  expect(selectIn(several).options.map(({ label }) => label.replace(/ · .*/, ''))).toEqual([
    'Logo sketches',
    'Logo in colour',
    'Logo design',
  ]);
  expect(plain(await choose(ada, several, /in colour/))).toContain('## Logo in colour');

  const none = await say(ada, 'list', { escrow: 'Website' });
  expect(plain(none)).toContain('“Website” is not the title of one of your escrows here');
  expect(selectIn(none).options).toHaveLength(3);
  expect(plain(await choose(ada, none, /design/))).toContain('## Logo design');
  for (const [command, option] of [
    ['deploy', 'from'],
    ['submit', 'id'],
  ] as const) {
    const unclear = await say(ada, command, { [option]: 'No such thing' });
    expect(plain(unclear), command).toContain('“No such thing” is not the title of one of your escrows here');
    expect(selectIn(unclear).options.length, command).toBeGreaterThan(0);
  }
  // The exact title is meant where longer ones begin alike.
  await deploy(ada, 'Logo', 'ENG-4');
  expect(plain(await say(ada, 'list', { escrow: 'logo' }))).toContain('## Ready to sign: Logo\n');
  // The worker finds what another member prepared, by the wallet that is in it.
  const worker = discord.person();
  await answered(discord.command(worker, 'wallet', { address: addressOf('provider') }));
  expect(plain(await say(worker, 'list', { escrow: 'Logo design' }))).toContain('## Logo design');
  const stranger = discord.person();
  const nothing = await answered(discord.command(stranger, 'list', { escrow: 'Logo' }));
  expect(plain(nothing)).toContain('/escrow list shows what you have');
  expect(selectIn(nothing)).toBeNull();
});

test('a mistyped address or amount is named as the option that it was typed into', async () => {
  await say(ada, 'wallet', { address: SIGNER });
  await settle(ada, 'Logo design', 'ENG-1');
  const mistyped = encodeStrKey('contract', new Uint8Array(32).fill(1)).replace(/.$/, 'A');
  const reply = plain(await list(ada, { escrow: mistyped }));
  expect(reply).toMatch(/\*\*Escrow(?: address)?\*\* has a wrong checksum/i);
  expect(reply).not.toContain('contractId');
  const paid = await fill(ada, await list(ada, { escrow: 'Logo' }), 'Fund a part', { amount: 'much', way: 'escrow' });
  expect(plain(paid)).toMatch(/\*\*amount\*\* is not a decimal number/i);
});

test('a choice names what cannot continue without the person', async () => {
  await deploy(ada, 'Logo design', 'ENG-1');
  await deploy(ada, 'Logo in colour', 'ENG-2');
  const file = await say(ada, 'submit', { id: 'Logo', file: { file: 'AAAA' } });
  expect(plain(await choose(ada, file, /colour/))).toMatch(/Use the command again with `[0-9a-f]{32}` in place of/);
});

/** Asks to remove it, and confirms. */
const forget = async (who: Person, on: Message) =>
  plain(await change(who, await press(who, on, 'forget'), 'forget-yes'));

test('a settled escrow can be removed from the records at once, unless a limit of a day counts it', async () => {
  await settle(ada, 'Logo design', 'ENG-1');
  await settle(ada, 'Website', 'ENG-2');
  const own = bot.desk.for({ tenant: discord.guildId, id: ada.userId });
  expect(await forget(ada, await list(ada, { escrow: 'Logo' }))).toContain('It is no longer in the records');
  await own.setLimits({ maxPerDay: '100' });
  const website = await list(ada, { escrow: 'Website' });
  const refused = await press(ada, await press(ada, website, 'forget'), 'forget-yes');
  expect(plain(refused)).toMatch(/It counts for a day: .* Forget it after 20\d\d-\d\d-\d\d \d\d:\d\d UTC\./);
  await own.setLimits({});
  expect(await forget(ada, website)).toContain('It is no longer in the records');
  expect(plain(await list(ada))).toContain('You have prepared none');
});

test('a discarded escrow is removed once nothing of it can settle, only by its owner', async () => {
  const card = await deploy(ada, 'Website', 'ENG-1');
  const id = /Id `([0-9a-f]{32})`/.exec(plain(card))?.[1] as string;
  await change(ada, await press(ada, card, 'Discard'), 'discard-yes');
  await until(() => plain(card).includes('## Discarded'));
  expect(labels(card)).toEqual(['Remove from my records', 'Details']);
  expect(plain(await press(ada, await press(ada, card, 'forget'), 'forget-yes'))).toContain('NOT_OVER');
  const stranger = discord.person();
  const own = await say(stranger, 'help');
  const theirs = discord.clickId(stranger, own, `v1:forget-yes:${id}`);
  expect(plain(await until(() => theirs.messages.find((each) => each !== own && each.components)))).toContain(
    'HANDLE_NOT_FOUND',
  );
  // Two days later nothing of it can settle any more.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 86_400_000 });
  onTestFinished(() => void vi.useRealTimers());
  await bot.close();
  await startTestBot(discord, env);
  expect(await forget(ada, await list(ada, { escrow: 'Website' }))).toContain('It is no longer in the records');
  expect(plain(await list(ada))).toContain('You have prepared none');
});
