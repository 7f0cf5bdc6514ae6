/** Cards whose end comes from elsewhere: a newer version, or the page. */
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
import { labels, plain, talkIn } from '@countersign/testkit/discord/talk';
import { beforeEach, expect, test } from 'vitest';

let discord: Discord;
let world: Record<string, string>;
let person: Person;

beforeEach(async () => {
  discord = await startDiscord();
  world = await startWorld();
  person = discord.person();
});

const { press } = talkIn(() => discord);
const deploy = (changes: Record<string, unknown> = {}) =>
  answered(discord.command(person, 'deploy', { file: requestFile(changes) }));
const submit = (card: Message) => answered(discord.command(person, 'submit', { file: signCard(card) }));
const pageIdOf = (card: Message) =>
  /sign\/([0-9a-f]{32})/.exec(buttonsOf(card).find(({ url }) => url !== undefined)?.url ?? '')?.[1] as string;

test('a newer version ends the older one: its card says so with what differs, and its signature is refused', async () => {
  await startTestBot(discord, world);
  const older = await deploy();
  const signed = signCard(older);
  const newer = await deploy({ platformFee: 7 });
  const details = plain(await press(person, newer, 'Details'));
  expect(details).toContain('This replaces your earlier version');
  expect(details).toContain('**Platform fee**: now 7 %, before 5 %');
  await until(() => textOf(older).includes('Replaced by a newer version'));
  expect(plain(older)).toContain('**Platform fee**: now 7 %, before 5 %');
  expect(plain(older)).toContain('Go on with the newer one, if you know who changed it; otherwise sign neither.');
  expect(labels(older)).toEqual(['Open the newer version', 'Remove from my records', 'Details']);
  const refused = await answered(discord.command(person, 'submit', { file: signed }));
  expect(plain(refused)).toContain('SUPERSEDED');
  expect(plain(refused)).toContain('Go on with the newer one, if you know who changed it; otherwise sign neither.');
  const pending = discord.command(person, 'list', { status: 'open' });
  await answered(pending);
  expect(pending.messages).toHaveLength(1);
  expect(textOf(await submit(newer))).toContain('Settled');
});

test('a card says that its transaction was declined on the page, and quotes the reason', async () => {
  const bot = await startTestBot(discord, world);
  const card = await deploy();
  const signed = signCard(card);
  await bot.desk.page(pageIdOf(card)).decline('**Settled** – that is not my address @everyone https://evil.example');
  await until(() => textOf(card).includes('## Declined'));
  expect(textOf(card)).toContain('The reason given: “\\*\\*Settled\\*\\*');
  expect(textOf(card)).not.toContain('https://');
  expect(card.files).toEqual([]);
  const refused = textOf(await answered(discord.command(person, 'submit', { file: signed })));
  expect(refused).toContain('Somebody who had the link to its page declined it there');
  expect(refused).toContain('The reason given: “');
  expect(refused).not.toMatch(/signer|The service said/);
  expect(textOf(await answered(discord.command(person, 'list', { status: 'open' })))).toContain('Nothing is pending');
});

test('a version whose page was opened is replaced only once its person has confirmed that', async () => {
  const bot = await startTestBot(discord, world);
  const older = await deploy();
  await bot.desk.page(pageIdOf(older)).opened();
  const newer = await deploy({ platformFee: 7 });
  expect(plain(newer)).toContain('It replaces a version that somebody opened already');
  expect(plain(newer)).toContain('This will replace your earlier version');
  expect(newer.files).toEqual([]);
  expect(textOf(older)).toContain('Ready to sign');
  const click = discord.click(person, newer, 'I have read this');
  await until(() => click.modal);
  await answered(discord.submitModal(person, click, { amount: '30.5' }));
  expect(textOf(newer)).toContain('Ready to sign');
  await until(() => textOf(older).includes('Replaced by a newer version'));
});
