/** Two bots as processes of one folder: one of them holds a card, and where it is killed the other takes it over. */
import { fileURLToPath } from 'node:url';
import { openTestDesk, startWorld } from '@countersign/testkit/discord/bot';
import { answered, type Discord, type Person, startDiscord, textOf, until } from '@countersign/testkit/discord/discord';
import type { Message } from '@countersign/testkit/discord/messages';
import { requestFile, signCard } from '@countersign/testkit/discord/request';
import { type Started, startProcess } from '@countersign/testkit/processes/start-process';
import { expect, onTestFinished, test } from 'vitest';

const CLI = fileURLToPath(new URL('../src/cli.ts', import.meta.url));
/** The lease (15 s), and the time to notice that it is over; far longer, since a busy machine takes its time. */
const SUCCEEDED_MS = 60_000;
/** Several rounds of both. */
const SETTLED_DOWN_MS = 4_000;

let discord: Discord;
let world: Record<string, string>;
let person: Person;

async function startTwo(): Promise<readonly [Started, Started]> {
  discord = await startDiscord();
  world = await startWorld();
  person = discord.person();
  const start = async () => {
    const bot = startProcess([CLI], { env: { ...discord.env, ...world } });
    await until(() => bot.stderr().includes('"ready"'), 20_000);
    return bot;
  };
  return [await start(), await start()];
}

const deploy = (changes: Record<string, unknown> = {}) =>
  answered(discord.command(person, 'deploy', { file: requestFile(changes) }));

/** As the page does: no process of the bot hears of it but by the folder. */
async function settle(card: Message): Promise<void> {
  const { desk, close } = await openTestDesk(world);
  onTestFinished(close);
  await desk.submit({ signedXdr: signCard(card).file.trim() });
}

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** The process that answered an interaction holds its card. */
const hasAnswered = (bot: Started) =>
  bot
    .stderr()
    .split('\n')
    .some((line) => line.includes('"action":"deploy"') && line.includes('"outcome":"ok"'));

test('after kill -9 of a card’s holder, another process updates the card once the lease is over', async () => {
  const [first, second] = await startTwo();
  const card = await deploy();
  const holding = await until(() => [first, second].find(hasAnswered));
  holding.child.kill('SIGKILL');
  expect(await holding.ended).toBeNull();
  const { versions } = card;
  await settle(card);
  await until(() => textOf(card).includes('Settled'), SUCCEEDED_MS);
  await later(SETTLED_DOWN_MS);
  // It took over after it had settled, and says so once.
  expect(card.versions).toBe(versions + 1);
}, 120_000);

test('while both live each change is shown once, by one of them; and at once when one of them has ended', async () => {
  const [first, second] = await startTwo();
  const deploys = (title: string) => Promise.all([1, 2, 3, 4].map(() => deploy({ title, engagementId: title })));
  const cards = await deploys('Logo');
  const others = await deploys('Website');
  const [card] = cards as [Message];
  const click = discord.click(person, card, 'Ask for the signature');
  const question = await until(() => click.messages.find((each) => each !== card && each.components));
  await answered(discord.click(person, question, 'In this channel'));
  const team = await until(() => discord.messagesIn(person, discord.channel).at(-1));
  await later(SETTLED_DOWN_MS);

  const { desk, close } = await openTestDesk(world);
  onTestFinished(close);
  const own = desk.for({ tenant: discord.guildId, id: person.userId });
  const discard = async (title: string) => {
    const [found] = await own.titles(title, 1);
    await own.discard(found?.id as string);
  };
  const shown = [...cards, team, ...others];
  const before = shown.map(({ versions }) => versions);
  await discard('Logo');
  await until(() => [...cards, team].every((each) => textOf(each).toLowerCase().includes('discarded')));
  await later(SETTLED_DOWN_MS);
  expect(shown.map(({ versions }, index) => versions - (before[index] as number))).toEqual([1, 1, 1, 1, 1, 0, 0, 0, 0]);

  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  await discard('Website');
  await until(() => others.every((each) => textOf(each).includes('Discarded')), 5_000);
  expect(second.child.exitCode).toBeNull();
});
