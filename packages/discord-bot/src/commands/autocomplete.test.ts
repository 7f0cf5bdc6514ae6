/** Suggestions by title while somebody types: their own alone, at once, and by no one's share. */
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
import { requestFile, signCard } from '@countersign/testkit/discord/request';
import { callbackProblems } from '@countersign/testkit/discord/rules';
import { addressOf } from '@countersign/testkit/discord/talk';
import { beforeEach, expect, test } from 'vitest';
import { DEFINITIONS } from '../registration/definitions.ts';
import { wordsOf } from '../words/index.ts';
import { choiceText, SUGGESTED } from './choose-title.ts';

const ENGLISH = wordsOf('en');

let discord: Discord;
let bot: Awaited<ReturnType<typeof startTestBot>>;
let ada: Person;

beforeEach(async () => {
  discord = await startDiscord();
  bot = await startTestBot(discord, await startWorld());
  ada = discord.person();
});

const idIn = (text: string) => /Id `([0-9a-f]{32})`/.exec(text)?.[1] as string;
const suggested = async (who: Person, name: string, option: string, text: string) => {
  const typed = discord.type(who, name, option, text);
  return await until(() => typed.choices);
};

test('an escrow is found by words of its title, only by its owner in that server', async () => {
  const card = await answered(discord.command(ada, 'deploy', { file: requestFile({ title: 'Logo design' }) }));
  const id = idIn(textOf(card));
  const [only, ...others] = await suggested(ada, 'list', 'escrow', 'logo');
  expect(only).toEqual({
    name: expect.stringMatching(/^Logo design · \d[\d.]* USDC · Waiting for a signature$/),
    value: id,
  });
  expect(others).toEqual([]);
  expect(await suggested(ada, 'list', 'escrow', 'website')).toEqual([]);
  expect(await suggested(ada, 'submit', 'id', '')).toEqual([only]);
  for (const who of [discord.person(), { ...ada, guildId: '112233445566778899' }, { ...ada, guildId: null }]) {
    expect(await suggested(who, 'list', 'escrow', 'logo')).toEqual([]);
  }
});

test('once it has settled, it is found by its title, and nothing is left to submit', async () => {
  const card = await answered(discord.command(ada, 'deploy', { file: requestFile({ title: 'Logo design' }) }));
  const id = idIn(textOf(card));
  await answered(discord.command(ada, 'submit', { file: signCard(card) }));
  const [settled] = await suggested(ada, 'list', 'escrow', 'Logo');
  expect(settled).toEqual({ name: expect.stringMatching(/ · Settled$/), value: id });
  expect(await suggested(ada, 'submit', 'id', '')).toEqual([]);
  // A title that was typed and not chosen means the same.
  const shown = await answered(discord.command(ada, 'list', { escrow: 'logo design' }));
  expect(textOf(shown)).toContain('## Logo design');
});

test('a party is suggested a settled escrow by their saved wallet', async () => {
  const provider = discord.person();
  await answered(discord.command(provider, 'wallet', { address: addressOf('provider') }));
  const card = await answered(discord.command(ada, 'deploy', { file: requestFile({ title: 'Logo design' }) }));
  expect(await suggested(provider, 'list', 'escrow', '')).toEqual([]);
  await answered(discord.command(ada, 'submit', { file: signCard(card) }));
  const theirs = {
    name: expect.stringMatching(/^Logo design · \d[\d.]* USDC · Settled · with your wallet$/),
    value: expect.stringMatching(/^C[A-Z2-7]{55}$/),
  };
  expect(await suggested(provider, 'list', 'escrow', 'logo')).toEqual([theirs]);
  expect(await suggested(provider, 'submit', 'id', '')).toEqual([]);
  expect(await suggested({ ...provider, guildId: '112233445566778899' }, 'list', 'escrow', '')).toEqual([]);
});

test('escrows that others shared say so, come after one’s own, and are never matched by a typed title', async () => {
  const bob = discord.person();
  const theirs = await answered(discord.command(bob, 'deploy', { file: requestFile({ title: 'Logo design' }) }));
  const owner = bot.desk.for({ tenant: discord.guildId, id: bob.userId });
  await owner.grant(idIn(textOf(theirs)), { tenant: discord.guildId, id: ada.userId }, 'read');
  const shared = { name: expect.stringMatching(/ · shared with you$/), value: idIn(textOf(theirs)) };
  expect(await suggested(ada, 'list', 'escrow', 'logo')).toEqual([shared]);
  const guessed = await answered(discord.command(ada, 'list', { escrow: 'Logo design' }));
  expect(textOf(guessed)).toContain('Which escrow?');
  // By its id it is seen, with nothing to sign and nothing to press.
  const seen = await answered(discord.command(ada, 'list', { escrow: idIn(textOf(theirs)) }));
  expect(textOf(seen)).toContain('It was shared with you for reading');
  expect([buttonsOf(seen), seen.files]).toEqual([[], []]);
  const request = { title: 'Logo design', engagementId: 'ADAS' };
  const own = idIn(textOf(await answered(discord.command(ada, 'deploy', { file: requestFile(request) }))));
  const both = await suggested(ada, 'list', 'escrow', 'logo');
  expect(both.map(({ value }) => value)).toEqual([own, shared.value]);
  expect(textOf(await answered(discord.command(ada, 'list', { escrow: 'Logo design' })))).toContain('Logo design');
});

test('typing counts against no one’s share and needs no service', async () => {
  await answered(discord.command(ada, 'deploy', { file: requestFile() }));
  const before = bot.desk.metrics().tokensLeft;
  const typed = Array.from({ length: 60 }, (_, at) => discord.type(ada, 'list', 'escrow', 'logo'.slice(0, at % 5)));
  for (const each of typed) expect(await until(() => each.choices)).toHaveLength(1);
  expect(bot.desk.metrics().tokensLeft).toBeGreaterThanOrEqual(before);
  expect(textOf(await answered(discord.command(ada, 'help')))).toContain('sandbox');
});

test('every option that Discord asks about is answered, and no other', () => {
  const escrow = DEFINITIONS.find(({ name }) => name === 'escrow') as {
    options: { name: string; options?: { name: string; autocomplete?: boolean }[] }[];
  };
  const asked = escrow.options.flatMap(({ name, options = [] }) =>
    options.flatMap((option) => (option.autocomplete === true ? [`${name} ${option.name}`] : [])),
  );
  expect(asked.toSorted()).toEqual([...SUGGESTED.keys()].toSorted());
});

test('a suggestion is at most 100 characters, with amount and state whole', () => {
  const about = {
    network: 'sandbox',
    id: '0'.repeat(32),
    contractId: 'C',
    status: 'settled',
    tokenCode: 'USDC',
    total: '90.5',
  } as const;
  expect(choiceText({ ...about, title: 'Logo' }, ENGLISH)).toBe('Logo · 90.5 USDC · Settled');
  const rest = ' · 90.5 USDC · Settled';
  const long = choiceText({ ...about, title: 'x'.repeat(500) }, ENGLISH);
  expect(long).toBe(`${'x'.repeat(98 - rest.length)}…${rest}`);
  expect(choiceText({ ...about, title: '\u202e' }, ENGLISH)).toMatch(/^\S.* · Settled$/);
});

test('the local Discord refuses what Discord refuses of suggestions', () => {
  const choice = (at: number) => ({ name: `n${at}`, value: `v${at}` });
  const problems = (choices: unknown[]) => callbackProblems({ type: 8, data: { choices } });
  expect(problems(Array.from({ length: 25 }, (_, at) => choice(at)))).toEqual([]);
  expect(problems(Array.from({ length: 26 }, (_, at) => choice(at)))).not.toEqual([]);
  expect(problems([{ name: 'x'.repeat(101), value: 'v' }])).not.toEqual([]);
  expect(problems([{ name: 'x', value: 'v'.repeat(101) }])).not.toEqual([]);
});
