/** What is announced in a channel is in the server's language by then; what is answered in the person's own. */
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { type Discord, type Person, startDiscord, textOf, until } from '@countersign/testkit/discord/discord';
import type { Channel, Message } from '@countersign/testkit/discord/messages';
import { requestFile, signCard } from '@countersign/testkit/discord/request';
import { addressOf, foreignIn, labels, plain, SPANISH, talkIn } from '@countersign/testkit/discord/talk';
import { beforeEach, expect, test } from 'vitest';
import { openState } from '../src/state/state.ts';

const DAY_MS = 24 * 3_600_000;

let discord: Discord;
let world: Record<string, string>;
let channel: Channel;
let clock = 0;
const now = () => Date.now() + clock;

const { say, pressOn } = talkIn(() => discord);
const announced = async (count: number, part: string): Promise<Message> => {
  await until(() => channel.messages.length > count);
  const last = channel.messages.at(-1) as Message;
  expect(plain(last)).toContain(part);
  return last;
};
async function settled(client: Person): Promise<string> {
  const card = await say(client, 'deploy', { file: requestFile() });
  await say(client, 'submit', { file: signCard(card, 'client') });
  return /`(C[A-Z2-7]{55})`/.exec(textOf(card))?.[1] as string;
}

beforeEach(async () => {
  clock = 0;
  discord = await startDiscord();
  world = await startWorld();
  await startTestBot(discord, world, now);
  channel = discord.channel;
});

test('following, announcements and reminders speak Spanish, with the same amounts and addresses', async () => {
  const [client, provider, other] = [discord.person(SPANISH), discord.person(SPANISH), discord.person(SPANISH)];
  await say(client, 'wallet', { address: addressOf('client') });
  await say(provider, 'wallet', { address: addressOf('provider') });
  await say(other, 'wallet', { address: addressOf('platform') });
  const asked = await say(other, 'wallet', { address: addressOf('provider') });
  discord.click(other, asked, labels(asked)[0] as string);
  await until(() => asked.versions > 1);
  const escrow = await settled(client);
  const answers = [await pressOn(client, escrow, 'follow')];
  expect(plain(answers[0] as Message)).toContain('### Se sigue');
  expect(plain(channel.messages[0] as Message)).toContain('**Logo** ▱▱ 0 de 30.5 USDC pagados');

  const payment = await pressOn(client, escrow, 'fund');
  await say(client, 'submit', { file: signCard(payment, 'client') });
  const funded = await announced(1, 'El dinero está en el depósito.');
  expect(plain(funded)).toContain(`<@${other.userId}>`);
  expect(plain(funded)).toContain(`\`${addressOf('provider')}\``);
  clock += 2 * DAY_MS + 60_000;
  const reminder = await announced(2, 'No pasó nada desde');
  expect(labels(reminder)).toEqual(['Informar Sketches', 'Informar sin enlace', 'Detalles']);

  const typed = discord.type(client, 'list', 'escrow', 'logo');
  const [choice] = await until(() => typed.choices);
  expect(choice?.name).toMatch(/^Logo · 30\.5 USDC · Quedó registrada$/);
  answers.push(
    await say(client, 'list'),
    await pressOn(client, escrow, 'unfollow'),
    await pressOn(client, escrow, 'forget'),
  );
  expect(plain(answers.at(-3) as Message)).toContain('Quien hace el trabajo informa el avance de los hitos 1 y 2.');
  for (const each of [...answers, ...channel.messages])
    expect([plain(each), foreignIn(each)]).toEqual([plain(each), []]);
});

test('after a server changes its language, posts are in the new one for every reader', async () => {
  const client = discord.person({ locale: 'es-419', guildLocale: 'en-US' });
  await say(client, 'wallet', { address: addressOf('client') });
  const escrow = await settled(client);
  expect(plain(await pressOn(client, escrow, 'follow'))).toContain('### Se sigue');
  expect(plain(channel.messages[0] as Message)).toContain('**Logo** ▱▱ 0 of 30.5 USDC paid');
  const state = openState(String(world['COUNTERSIGN_DATA_DIR']), 'sandbox');
  await state.servers.change(discord.guildId, { language: 'es' });
  await state.close();
  const payment = await pressOn(client, escrow, 'fund');
  await say(client, 'submit', { file: signCard(payment, 'client') });
  const funded = await announced(1, 'El dinero está en el depósito.');
  expect(foreignIn(funded)).toEqual([]);
});
