/** Suggestions by title while somebody types: their own alone, at once, and by no one's share. */
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { answered, type Discord, type Person, startDiscord, textOf, until } from '@countersign/testkit/discord/discord';
import { requestFile } from '@countersign/testkit/discord/request';
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
