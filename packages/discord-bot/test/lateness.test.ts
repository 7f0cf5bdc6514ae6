/** Late, twice, interrupted: what Discord and the world do to an interaction. */
import { openTestDesk, startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { answered, type Discord, startDiscord, textOf, until } from '@countersign/testkit/discord/discord';
import { requestFile, signCard } from '@countersign/testkit/discord/request';
import { expect, onTestFinished, test, vi } from 'vitest';

/** Hundreds of answers take their time on a busy machine. */
const BURST_MS = 100_000;

test('an interaction that comes too late (10062) is left alone, before any side effect', async () => {
  const discord = await startDiscord();
  const bot = await startTestBot(discord, await startWorld());
  const prepare = vi.spyOn(bot.desk, 'for');
  const late = discord.command(discord.person(), 'deploy', { file: requestFile() }, { madeAt: Date.now() - 4_000 });
  await until(() => bot.lines.find(({ message }) => message.includes('too late')));
  expect(late.messages).toEqual([]);
  expect(discord.fetched).toEqual([]);
  expect(prepare).not.toHaveBeenCalled();
});

test('an acknowledgement that Discord answers with an error is not repeated, and nothing is done', async () => {
  const discord = await startDiscord();
  const bot = await startTestBot(discord, await startWorld());
  discord.failures.push({ path: /callback$/, status: 500 });
  discord.command(discord.person(), 'deploy', { file: requestFile() });
  await until(() => bot.lines.find(({ message }) => message === 'could not acknowledge'));
  expect(discord.requests.filter((request) => request.includes('/callback'))).toHaveLength(1);
  expect(discord.fetched).toEqual([]);
});

test('a 429 is obeyed: the answer comes after the time that Discord gave', async () => {
  const discord = await startDiscord();
  await startTestBot(discord, await startWorld());
  discord.failures.push({
    path: /^PATCH /,
    status: 429,
    body: { message: 'You are being rate limited.', retry_after: 0.4, global: false },
    headers: { 'retry-after': '1', 'x-ratelimit-scope': 'user' },
  });
  const started = performance.now();
  expect(textOf(await answered(discord.command(discord.person(), 'help')))).toContain('Escrow on Stellar');
  expect(performance.now() - started).toBeGreaterThan(400);
});

test('a burst of answers is not slowed to the 50 a second from which Discord exempts them', async () => {
  const discord = await startDiscord();
  await startTestBot(discord, await startWorld());
  // No second passes by this clock, so a limit for each second would let no more than 50 through. More commands at once
  // than this may not be acknowledged within 3 s on a busy machine.
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const burst = Array.from({ length: 60 }, () => discord.command(discord.person(), 'wallet'));
  await Promise.all(burst.map((command) => answered(command, BURST_MS)));
});

test('the work of a burst starts one command at a time, each in a separate turn of the event loop', async () => {
  const discord = await startDiscord();
  const bot = await startTestBot(discord, await startWorld());
  const begunIn: number[] = [];
  let turn = 0;
  const count = () => {
    turn += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  onTestFinished(() => clearImmediate(counting));
  const { network } = bot.desk;
  // Help is all that looks at it, once, when its work begins.
  Object.defineProperty(bot.desk, 'network', {
    get: () => {
      begunIn.push(turn);
      return network;
    },
  });
  const interaction = Promise.withResolvers<void>();
  discord.held.until = interaction.promise;
  const burst = Array.from({ length: 200 }, () => discord.command(discord.person(), 'help'));
  await until(() => burst.every(({ acknowledgedAt }) => acknowledgedAt !== undefined));
  interaction.resolve();
  await Promise.all(burst.map((each) => answered(each)));
  expect(begunIn).toHaveLength(burst.length);
  expect(new Set(begunIn).size).toBe(burst.length);
});

test('an expired token (50027): the card is let go, and a button on it brings it to life again', async () => {
  const discord = await startDiscord();
  const world = await startWorld();
  const bot = await startTestBot(discord, world);
  const person = discord.person();
  const command = discord.command(person, 'deploy', { file: requestFile() });
  const card = await answered(command);
  const { versions } = card;
  command.expired = true;
  await bot.desk.submit({ signedXdr: signCard(card).file.trim() });
  const refused = discord.requests.length;
  await until(() => discord.requests.slice(refused).some((request) => request.includes(command.token)));
  expect(card.versions).toBe(versions);
  await answered(discord.click(person, card, 'Renew'));
  expect(textOf(card)).toContain('Settled');
});

test('an answer that comes after its token ended is no error of ours', async () => {
  const discord = await startDiscord();
  const bot = await startTestBot(discord, await startWorld());
  const command = discord.command(discord.person(), 'help');
  command.expired = true;
  await until(() => bot.lines.find((line) => line['outcome'] === 'gone'));
  expect(bot.lines.filter(({ level }) => level === 'error')).toEqual([]);
});

test.each([
  ['a dropped connection', (discord: Discord) => discord.gateway.drop(), 'resumed'],
  ['op 7', (discord: Discord) => discord.gateway.askToReconnect(), 'resumed'],
  ['op 9, resumable', (discord: Discord) => discord.gateway.invalidate(true), 'resumed'],
  ['op 9, not resumable', (discord: Discord) => discord.gateway.invalidate(false), 'identified'],
] as const)('%s: it comes back and goes on', async (_, disturb, how) => {
  const discord = await startDiscord();
  const bot = await startTestBot(discord, await startWorld());
  expect(bot.isReady()).toBe(true);
  const before = discord.gateway.counts[how];
  disturb(discord);
  // What happens while it is away is delivered on resuming, where Discord keeps the session.
  const missed = how === 'resumed' ? discord.command(discord.person(), 'help') : undefined;
  await until(() => discord.gateway.counts[how] > before && bot.isReady());
  if (missed !== undefined) expect(textOf(await answered(missed))).toContain('Escrow on Stellar');
  expect(textOf(await answered(discord.command(discord.person(), 'help')))).toContain('Escrow on Stellar');
});

test('settled while the bot was away: the card says so when it comes back', async () => {
  const discord = await startDiscord();
  const world = await startWorld();
  const bot = await startTestBot(discord, world);
  const card = await answered(discord.command(discord.person(), 'deploy', { file: requestFile() }));
  await bot.close();
  const { desk, close } = await openTestDesk(world);
  await desk.submit({ signedXdr: signCard(card).file.trim() });
  await close();
  expect(textOf(card)).toContain('Ready to sign');
  await startTestBot(discord, world);
  await until(() => textOf(card).includes('Settled'));
});

test('a person’s newest 50 cards change by themselves; an older one says that it no longer does', async () => {
  const discord = await startDiscord();
  await startTestBot(discord, await startWorld());
  const person = discord.person();
  const cards = [];
  for (let shown = 0; shown < 52; shown += 1) {
    cards.push(await answered(discord.command(person, 'deploy', { file: requestFile() })));
  }
  const [first, second, ...newest] = cards;
  const other = await answered(discord.command(discord.person(), 'deploy', { file: requestFile({ title: 'Other' }) }));
  for (const old of [first, second]) await until(() => textOf(old as never).includes('no longer updates by itself'));
  await answered(discord.command(person, 'submit', { file: signCard(newest[0] as never) }));
  await until(() => newest.every((card) => textOf(card).includes('Settled')));
  for (const old of [first, second]) expect(textOf(old as never)).toContain('Ready to sign');
  expect(textOf(other)).not.toContain('no longer changes');
});
