/** Two bots as processes of one folder: one of them holds a card, and where it is killed the other takes it over. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { openTestDesk, startWorld } from '@countersign/testkit/discord/bot';
import { answered, type Discord, type Person, startDiscord, textOf, until } from '@countersign/testkit/discord/discord';
import type { Message } from '@countersign/testkit/discord/messages';
import { requestFile, signCard } from '@countersign/testkit/discord/request';
import { type Started, startProcess } from '@countersign/testkit/processes/start-process';
import { expect, onTestFinished, test } from 'vitest';

const CLI = fileURLToPath(new URL('../src/cli.ts', import.meta.url));

let discord: Discord;
let world: Record<string, string>;
let person: Person;

async function startTwo(): Promise<readonly [Started, Started]> {
  discord = await startDiscord();
  world = await startWorld();
  person = discord.person();
  const start = async () => {
    const bot = startProcess([CLI], { env: { ...discord.env, ...world } });
    await until(() => bot.stderr().includes('"ready"'));
    return bot;
  };
  return await Promise.all([start(), start()]);
}

const deploy = (changes: Record<string, unknown> = {}) =>
  answered(discord.command(person, 'deploy', { file: requestFile(changes) }));

/** As the page does: no process of the bot hears of it but by the folder. */
async function settle(card: Message): Promise<void> {
  const { desk, close } = await openTestDesk(world);
  onTestFinished(close);
  await desk.submit({ signedXdr: signCard(card).file.trim() });
}

/** As the page does. */
async function discard(title: string): Promise<void> {
  const { desk, close } = await openTestDesk(world);
  onTestFinished(close);
  const own = desk.for({ tenant: discord.guildId, id: person.userId });
  const [found] = await own.titles(title, 1);
  await own.discard(found?.id as string);
}

/** How many deploys a process has answered; it holds their cards. */
const answeredBy = (bot: Started) =>
  bot
    .stderr()
    .split('\n')
    .filter((line) => line.includes('"action":"deploy"') && line.includes('"outcome":"ok"')).length;

/** Waits until each process has shown a change that was made after all others, on a card that it holds. */
async function haveShownALaterChange(...bots: Started[]): Promise<void> {
  const before = bots.map(answeredBy);
  const cards: Message[] = [];
  while (!bots.every((bot, index) => answeredBy(bot) > (before[index] as number)))
    cards.push(await deploy({ title: 'Later', engagementId: 'Later' }));
  await discard('Later');
  await until(() => cards.every((each) => textOf(each).includes('Discarded')));
}

/** When the lease of each process ends. */
function leases(): Map<unknown, number> {
  const file = new DatabaseSync(join(world['COUNTERSIGN_DATA_DIR'] as string, 'discord.sqlite'), { readOnly: true });
  const rows = file.prepare('SELECT id, until FROM holder').all();
  file.close();
  return new Map(rows.map(({ id, until: end }) => [id, Number(end)]));
}

test('after kill -9 of a card’s holder, another process updates the card once the lease is over', async () => {
  const [first, second] = await startTwo();
  const card = await deploy();
  const holding = await until(() => [first, second].find((bot) => answeredBy(bot) > 0));
  holding.child.kill('SIGKILL');
  expect(await holding.ended).toBeNull();
  const { versions } = card;
  await settle(card);
  await until(() => textOf(card).includes('Settled'));
  await haveShownALaterChange(holding === first ? second : first);
  // It took over after it had settled, and says so once.
  expect(card.versions).toBe(versions + 1);
});

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
  // Each process renews its lease before it looks for cards to take over.
  const ends = leases();
  await until(() => [...leases()].every(([id, end]) => end > (ends.get(id) ?? 0)));
  const shown = [...cards, team, ...others];
  const before = shown.map(({ versions }) => versions);
  await discard('Logo');
  await until(() => [...cards, team].every((each) => textOf(each).toLowerCase().includes('discarded')));
  await haveShownALaterChange(first, second);
  expect(shown.map(({ versions }, index) => versions - (before[index] as number))).toEqual([1, 1, 1, 1, 1, 0, 0, 0, 0]);

  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  expect([...leases().values()].filter((end) => end > Date.now())).toHaveLength(1);
  await discard('Website');
  await until(() => others.every((each) => textOf(each).includes('Discarded')));
  expect(second.child.exitCode).toBeNull();
});
