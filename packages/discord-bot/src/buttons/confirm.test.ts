/** What stops an escrow: nothing to sign before its person has typed the total amount into a modal. */
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
import { labels } from '@countersign/testkit/discord/talk';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

const TOTAL = '30.5';
const READ = 'I have read this';

let discord: Discord;
let bot: Awaited<ReturnType<typeof startTestBot>>;
let world: Record<string, string>;
let person: Person;

beforeEach(async () => {
  discord = await startDiscord();
  world = await startWorld();
  bot = await startTestBot(discord, world);
  person = discord.person();
});

const files = (message: Message) => message.files.map(({ name }) => name);
const deployAs = (who: Person, changes: Record<string, unknown>, more: Record<string, boolean> = {}) =>
  answered(discord.command(who, 'deploy', { file: requestFile(changes), ...more }));

async function openModal(who: Person, card: Message): Promise<Interaction> {
  const click = discord.click(who, card, READ);
  await until(() => click.modal);
  return click;
}

/** What is next to the card that has the button. */
async function replyNextTo(interaction: Interaction, card: Message): Promise<Message> {
  return await until(() => interaction.messages.find((each) => each !== card && each.components !== undefined));
}

async function confirm(who: Person, card: Message, amount = TOTAL): Promise<void> {
  await answered(discord.submitModal(who, await openModal(who, card), { amount }));
}

/** A 99 % fee, which an assistant may have been persuaded to ask for. */
const robbery = () => deployAs(person, { platformFee: 99 });

test('posts a new escrow where the server has them once what stops it is confirmed', async () => {
  const boss = discord.person({ manages: true });
  const panel = await answered(discord.command(boss, 'settings'));
  const { versions } = panel;
  discord.choose(boss, panel, 'v1:settings-place:server', ['channel']);
  await until(() => panel.versions > versions);
  await answered(discord.command(person, 'wallet', { address: REQUEST.signer }));
  const card = await robbery();
  expect(discord.channel.messages).toEqual([]);
  await confirm(person, card);
  const post = await until(() => discord.channel.messages[0]);
  expect(textOf(post)).toContain('read it and sign');
});

test('a request that would rob the signer shows its stops and nothing to sign', async () => {
  const card = await robbery();
  expect(textOf(card)).toContain('Read this first');
  expect(textOf(card)).toContain('The platform fee is 99 %');
  expect(labels(card)).toEqual([READ, 'Details', 'Discard']);
  expect(files(card)).not.toContain('unsigned.xdr.txt');
  expect(textOf(card)).not.toContain('Ready to sign');
});

test('typing the total amount into the modal brings the transaction; the warning stays next to it', async () => {
  const card = await robbery();
  const opened = await openModal(person, card);
  expect(opened.modal?.title).toBe('Confirm what you read');
  expect(opened.messages).toEqual([]);
  await answered(discord.submitModal(person, opened, { amount: ` ${TOTAL} ` }));
  expect(textOf(card)).toContain('Ready to sign');
  expect(textOf(card)).toContain('You confirmed this');
  expect(textOf(card)).toContain('The platform fee is 99 %');
  expect(labels(card)).toEqual(['Read and sign', 'Details', 'Ask for the signature', 'Renew', 'Discard']);
  await answered(discord.command(person, 'submit', { file: signCard(card) }));
  await until(() => textOf(card).includes('Settled'));
});

test('another person neither opens it nor confirms it, also where they hold the card’s id', async () => {
  const card = await robbery();
  const stranger = discord.person();
  const click = discord.click(stranger, card, READ);
  expect(textOf(await replyNextTo(click, card))).toContain('somebody else');
  expect(click.modal).toBeUndefined();
  const id = buttonsOf(card).find(({ label }) => label === READ)?.custom_id as string;
  const help = await answered(discord.command(stranger, 'help'));
  const opened = discord.clickId(stranger, help, id);
  await until(() => opened.modal);
  const submitted = discord.submitModal(stranger, opened, { amount: TOTAL });
  expect(textOf(await replyNextTo(submitted, help))).toContain('HANDLE\\_NOT\\_FOUND');
  expect(files(await answered(discord.command(person, 'list', { status: 'open' })))).not.toContain('unsigned.xdr.txt');
});

test('a member who lost the role can neither open nor submit a modal', async () => {
  const ROLE = '223344556677889900';
  await bot.close();
  bot = await startTestBot(discord, { ...world, DISCORD_ALLOWED_ROLES: ROLE });
  const member = { ...person, roles: [ROLE] };
  const card = await deployAs(member, { platformFee: 99 });
  const click = discord.click(person, card, READ);
  expect(textOf(await replyNextTo(click, card))).toContain('do not have a role');
  const opened = await openModal(member, card);
  const submitted = discord.submitModal(person, opened, { amount: TOTAL });
  expect(textOf(await replyNextTo(submitted, card))).toContain('do not have a role');
  expect(files(card)).not.toContain('unsigned.xdr.txt');
});

test('a card from before a restart is confirmed, also by a modal that was open in the meantime', async () => {
  const card = await robbery();
  const opened = await openModal(person, card);
  await bot.close();
  bot = await startTestBot(discord, world);
  discord.submitModal(person, opened, { amount: TOTAL });
  await until(() => textOf(card).includes('Ready to sign'));
});

test('a person who reads for minutes is not interrupted: what they confirm then is prepared again', async () => {
  const card = await robbery();
  const { versions } = card;
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now: Date.now() + 5 * 60_000 });
  onTestFinished(() => void vi.useRealTimers());
  // It begins to look again once it has dealt with what it saw.
  const looks = vi.spyOn(bot.desk, 'for');
  await until(() => looks.mock.calls.length > 0);
  expect(card.versions).toBe(versions);
  await confirm(person, card);
  expect(textOf(card)).toContain('Ready to sign');
  expect(files(card)).toContain('unsigned.xdr.txt');
});
