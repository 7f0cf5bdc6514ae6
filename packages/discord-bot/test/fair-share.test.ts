/** One member asks far too much; everybody else is served as if they did not. */
import { encodeStrKey } from '@countersign/core/escrow';
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { answered, type Discord, type Person, startDiscord, textOf } from '@countersign/testkit/discord/discord';
import type { Interaction } from '@countersign/testkit/discord/messages';
import { requestFile } from '@countersign/testkit/discord/request';
import { beforeEach, expect, test } from 'vitest';

const ELSEWHERE = '112233445566778899';
/** Far below the minute after which the quota comes back, and far above what an idle machine takes. */
const PROMPT_MS = 10_000;

let discord: Discord;
let bot: Awaited<ReturnType<typeof startTestBot>>;
let flooder: Person;
let other: Person;
let elsewhere: Person;

beforeEach(async () => {
  discord = await startDiscord();
  bot = await startTestBot(discord, await startWorld());
  [flooder, other, elsewhere] = [discord.person(), discord.person(), discord.person({ guildId: ELSEWHERE })];
  // Each asks with an account of their own, so that no request can be shared.
  for (const [index, person] of [flooder, other, elsewhere].entries()) {
    await answered(discord.command(person, 'wallet', { address: SANDBOX_ACCOUNTS[index]?.address as string }));
  }
});

const [TOKEN] = NETWORKS.sandbox.tokens;
let count = 0;
/** Of the first the ledger tells only that it is no escrow, so the service is asked; at the others no contract exists. */
const addresses = (many: number) =>
  Array.from({ length: many }, (_, index) => {
    if (index === 0) return TOKEN.address;
    count += 1;
    const bytes = new Uint8Array(32);
    new DataView(bytes.buffer).setUint32(0, count);
    return encodeStrKey('contract', bytes);
  }).join(' ');
const balance = (person: Person, many = 2) => discord.command(person, 'list', { escrow: addresses(many) });

async function expectAnsweredSoon(interaction: Interaction, words: string): Promise<void> {
  expect(textOf(await answered(interaction, PROMPT_MS))).toContain(words);
}

test.each([2, 20])(
  '55 balances, addresses in each: %i, by a member without a role hold up nobody else',
  async (many) => {
    const burst = Array.from({ length: 55 }, () => balance(flooder, many));
    await expectAnsweredSoon(balance(other), 'Balances');
    await expectAnsweredSoon(balance(elsewhere), 'Balances');
    await expectAnsweredSoon(discord.command(other, 'deploy', { file: requestFile() }), 'Ready to sign');
    const answers = await Promise.all(burst.map(async (each) => textOf(await answered(each, PROMPT_MS))));
    const refused = answers.filter((text) => text.includes('RATE\\_LIMITED'));
    expect(refused.length).toBeGreaterThanOrEqual(45);
    for (const text of refused) expect(text).toMatch(/(many commands|waiting for an answer)[\s\S]*Try again <t:\d+:R>/);
    // One person cannot use up what all share, whatever the addresses cost.
    expect(bot.desk.metrics().requests.balances).toBeLessThan(20);
    expect(bot.desk.metrics().refusals).toBe(0);
  },
);

test('55 explanations of large files by one member hold up no one else', async () => {
  const file = { file: Buffer.alloc(180_000, 7).toString('base64') };
  const burst = Array.from({ length: 55 }, () => discord.command(flooder, 'explain', { file }));
  await expectAnsweredSoon(discord.command(other, 'explain', { xdr: 'AAAA' }), 'XDR\\_UNREADABLE');
  await expectAnsweredSoon(discord.command(elsewhere, 'explain', { xdr: 'AAAA' }), 'XDR\\_UNREADABLE');
  await expectAnsweredSoon(balance(elsewhere), 'Balances');
  const answers = await Promise.all(burst.map(async (each) => textOf(await answered(each))));
  expect(answers.filter((text) => text.includes('RATE\\_LIMITED')).length).toBeGreaterThanOrEqual(50);
  // What was refused was not even fetched.
  expect(discord.fetched.length).toBeLessThanOrEqual(5);
});
