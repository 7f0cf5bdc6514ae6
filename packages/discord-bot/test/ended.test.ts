/** Cards whose end comes from elsewhere: a newer version, the page, the wallet, the service's word alone. */
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
import { requestFile, signCard } from '@countersign/testkit/discord/request';
import { beforeEach, expect, test } from 'vitest';

let discord: Discord;
let world: Record<string, string>;
let person: Person;

beforeEach(async () => {
  discord = await startDiscord();
  world = await startWorld();
  person = discord.person();
});

const deploy = (changes: Record<string, unknown> = {}) =>
  answered(discord.command(person, 'deploy', { file: requestFile(changes) }));
const submit = (card: Message) => answered(discord.command(person, 'submit', { file: signCard(card) }));
const plain = (message: Message) => textOf(message).replaceAll('\\', '');
const pageIdOf = (card: Message) =>
  /sign\/([0-9a-f]{32})/.exec(buttonsOf(card).find(({ url }) => url !== undefined)?.url ?? '')?.[1] as string;

test('a newer version ends the older one: its card says so with what differs, and its signature is refused', async () => {
  await startTestBot(discord, world);
  const older = await deploy();
  const signed = signCard(older);
  const newer = await deploy({ platformFee: 7 });
  expect(plain(newer)).toContain('This ends your earlier version');
  expect(plain(newer)).toContain('**platformFee**: now 7 %, before 5 %');
  await until(() => textOf(older).includes('Replaced by a newer version'));
  expect(plain(older)).toContain('**platformFee**: now 7 %, before 5 %');
  expect(buttonsOf(older)).toEqual([]);
  const refused = await answered(discord.command(person, 'submit', { file: signed }));
  expect(plain(refused)).toContain('SUPERSEDED');
  const pending = discord.command(person, 'pending');
  await answered(pending);
  expect(pending.messages).toHaveLength(1);
  expect(textOf(await submit(newer))).toContain('Settled');
});

test('what was declined on the page says so on the card, with the reason as a quotation', async () => {
  const bot = await startTestBot(discord, world);
  const card = await deploy();
  await bot.desk.page(pageIdOf(card)).decline('**Settled** – that is not my address @everyone https://evil.example');
  await until(() => textOf(card).includes('## Declined'));
  expect(textOf(card)).toContain('The reason given: “\\*\\*Settled\\*\\*');
  expect(textOf(card)).not.toContain('https://');
  expect(card.files).toEqual([]);
  expect(textOf(await answered(discord.command(person, 'pending')))).toContain('Nothing is pending');
});

test('a version whose page was opened is replaced only once its person has confirmed that', async () => {
  const bot = await startTestBot(discord, world);
  const older = await deploy();
  await bot.desk.page(pageIdOf(older)).opened();
  const newer = await deploy({ platformFee: 7 });
  expect(plain(newer)).toContain('It replaces a version that somebody opened already');
  expect(newer.files).toEqual([]);
  expect(textOf(older)).toContain('Ready to sign');
  const click = discord.click(person, newer, 'I have read this');
  await until(() => click.modal);
  await answered(discord.submitModal(person, click, { amount: '30.5' }));
  expect(textOf(newer)).toContain('Ready to sign');
  await until(() => textOf(older).includes('Replaced by a newer version'));
});

test('a transaction that the wallet sent by itself is settled on its card, by the ledger’s word', async () => {
  await startTestBot(discord, world);
  const card = await deploy();
  await fetch(world['STELLAR_RPC_URL'] as string, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'sendTransaction',
      params: { transaction: signCard(card).file.trim() },
    }),
  });
  await until(() => textOf(card).includes('## Settled'));
  expect(textOf(card)).toContain('**Said by** the ledger');
});

test('where no ledger can be asked the service’s success is its word alone, and nothing advises to fund it', async () => {
  const { STELLAR_RPC_URL: _, ...rest } = world;
  await startTestBot(discord, { ...rest, COUNTERSIGN_WITHOUT_RPC: 'true' });
  const card = await deploy();
  const sent = await submit(card);
  for (const message of [sent, card]) {
    await until(() => textOf(message).includes('The service says that it settled'));
    expect(textOf(message)).toContain('**Said by** the escrow service alone');
    expect(textOf(message)).not.toContain('Fund the escrow');
  }
  expect(buttonsOf(card).map(({ label }) => label)).toEqual(['Check again']);
});
