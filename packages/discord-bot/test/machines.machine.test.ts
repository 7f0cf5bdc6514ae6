/** Two bots on two machines: they have a database in common, and nothing else. */
import { fileURLToPath } from 'node:url';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { openTestDesk, startWorld } from '@countersign/testkit/discord/bot';
import {
  answered,
  type Channel,
  type Discord,
  type Person,
  startDiscord,
  textOf,
  until,
} from '@countersign/testkit/discord/discord';
import type { Message } from '@countersign/testkit/discord/messages';
import { requestFile, signCard } from '@countersign/testkit/discord/request';
import { hasPostgres, newDatabase } from '@countersign/testkit/postgres/databases';
import { type Started, startProcess } from '@countersign/testkit/processes/start-process';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { describe, expect, onTestFinished, test } from 'vitest';

const CLI = fileURLToPath(new URL('../src/cli.ts', import.meta.url));
const CLIENT = String(SANDBOX_ACCOUNTS[0]?.address);
/** The lease, the time to notice that it is over, and to connect. */
const SUCCEEDED_MS = 25_000;
/** Several rounds of both. */
const SETTLED_DOWN_MS = 4_000;

type Machines = {
  readonly discord: Discord;
  readonly world: Record<string, string>;
  readonly person: Person;
  /** One more machine, once it runs. */
  start(env?: Record<string, string>): Promise<Started>;
};

async function machines(): Promise<Machines> {
  const discord = await startDiscord();
  const world = { ...(await startWorld()), DATABASE_URL: await newDatabase() };
  return {
    discord,
    world,
    person: discord.person(),
    start: async (env = {}) => {
      const bot = startProcess([CLI], {
        env: { ...discord.env, ...world, COUNTERSIGN_DATA_DIR: temporaryFolder(), ...env },
      });
      await until(() => bot.stderr().includes('"ready"'), 30_000);
      return bot;
    },
  };
}

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const hears = (bot: Started) => bot.stderr().includes('this process hears Discord');
const linesOf = (bot: Started, text: string) =>
  bot
    .stderr()
    .split('\n')
    .filter((line) => line.includes(text)).length;

/** As the page does, on a third machine. */
async function settle({ world }: Machines, card: Message): Promise<void> {
  const { desk, close } = await openTestDesk({ ...world, COUNTERSIGN_DATA_DIR: temporaryFolder() });
  onTestFinished(close);
  await desk.submit({ signedXdr: signCard(card).file.trim() });
}

async function discard({ discord, person, world }: Machines, title: string): Promise<void> {
  const { desk, close } = await openTestDesk({ ...world, COUNTERSIGN_DATA_DIR: temporaryFolder() });
  onTestFinished(close);
  const own = desk.for({ tenant: discord.guildId, id: person.userId });
  const [found] = await own.titles(title, 1);
  await own.discard(found?.id as string);
}

const deploy = ({ discord, person }: Machines, changes: Record<string, unknown> = {}) =>
  answered(discord.command(person, 'deploy', { file: requestFile(changes) }), SUCCEEDED_MS);

/** One machine killed, the other one in its place. */
async function kill(bot: Started): Promise<void> {
  bot.child.kill('SIGKILL');
  expect(await bot.ended).toBeNull();
}

const plain = (message: Message) => textOf(message).replaceAll('\\', '');

describe.runIf(hasPostgres)('with PostgreSQL', () => {
  test('one hears Discord; kill -9 of it: the other one answers, with what people saved, and changes its cards', {
    timeout: 120_000,
  }, async () => {
    const all = await machines();
    const { discord, person } = all;
    const first = await all.start();
    const second = await all.start();
    expect([hears(first), hears(second)]).toEqual([true, false]);
    expect(discord.gateway.connected()).toBe(1);
    const card = await deploy(all);
    await answered(discord.command(person, 'wallet', { address: CLIENT }));
    const { versions } = card;

    await kill(first);
    const killedAt = performance.now();
    await settle(all, card);
    await until(() => textOf(card).includes('Settled'), SUCCEEDED_MS);
    await until(() => hears(second), SUCCEEDED_MS - (performance.now() - killedAt));
    expect(discord.gateway.connected()).toBe(1);
    expect(textOf(await answered(discord.command(person, 'wallet')))).toContain(CLIENT);
    await later(SETTLED_DOWN_MS);
    expect(card.versions).toBe(versions + 1);
  });

  test.each([
    ['while both live', false],
    ['where the one that told so far is killed', true],
  ])(
    'a change is shown once and told once: %s; and who ends is succeeded at once',
    { timeout: 120_000 },
    async (_, dies) => {
      const all = await machines();
      const { discord, person } = all;
      const channel: Channel = discord.openChannel();
      const first = await all.start();
      const second = await all.start();
      const one = await deploy(all, { engagementId: 'ONE', title: 'One' });
      await settle(all, one);
      await until(() => textOf(one).includes('Settled'));
      const escrow = /C[A-Z2-7]{55}/.exec(textOf(one))?.[0] as string;
      await answered(discord.command({ ...person, channel }, 'follow', { escrow }));
      await answered(discord.command(person, 'wallet', { address: CLIENT }));
      const fund = await answered(discord.click({ ...person, channel }, channel.messages[0] as Message, 'Fund'));
      const open = await deploy(all, { engagementId: 'TWO', title: 'Two' });
      // Its card is kept once this is said.
      await until(() => linesOf(first, '"action":"deploy"') === 2);
      if (dies) await kill(first);
      await settle(all, fund);
      await until(() => channel.messages.some((each) => plain(each).includes('Money arrived')), SUCCEEDED_MS);
      // What it was prepared for has moved on meanwhile, which its card says as well.
      await later(SETTLED_DOWN_MS);
      const { versions } = open;
      await discard(all, 'Two');
      await until(() => textOf(open).includes('Discarded'), SUCCEEDED_MS);
      await later(SETTLED_DOWN_MS);
      expect(channel.messages.filter((each) => plain(each).includes('Money arrived'))).toHaveLength(1);
      expect(channel.messages).toHaveLength(2);
      expect(open.versions - versions).toBe(1);
      expect(linesOf(first, '"announced"') + linesOf(second, '"announced"')).toBe(1);

      const [ends, stays] = dies ? [second, await all.start()] : [first, second];
      ends.child.kill('SIGTERM');
      expect(await ends.ended).toBe(0);
      await until(() => hears(stays), 8_000);
      expect(textOf(await answered(discord.command(person, 'pending')))).not.toBe('');
    },
  );

  test('every command is answered while one process takes over from another', { timeout: 90_000 }, async () => {
    const all = await machines();
    const { discord, person } = all;
    const first = await all.start();
    const second = await all.start();
    first.child.kill('SIGTERM');
    const asked = [];
    while (first.child.exitCode === null) {
      asked.push(discord.command(person, 'wallet'));
      await later(250);
    }
    expect(hears(second)).toBe(true);
    expect(asked.length).toBeGreaterThan(2);
    for (const each of asked) expect(textOf(await answered(each))).not.toBe('');
  });

  test('each range of shards has its own process, with others standing by', { timeout: 90_000 }, async () => {
    const all = await machines();
    const { discord, person } = all;
    const [low, high, standBy] = [
      await all.start({ DISCORD_SHARDS: '0-3/8' }),
      await all.start({ DISCORD_SHARDS: '4-7/8' }),
      await all.start({ DISCORD_SHARDS: '4-7/8' }),
    ];
    expect([low, high, standBy].map(hears)).toEqual([true, true, false]);
    expect(discord.gateway.connected()).toBe(8);
    expect(textOf(await answered(discord.command(person, 'help')))).not.toBe('');
    const health = /"health":"([^"]+)"/.exec(standBy.stderr())?.[1] as string;
    const response = await fetch(health);
    expect([response.status, await response.json()]).toEqual([200, { status: 'standing by' }]);
    await kill(high);
    await until(() => hears(standBy), SUCCEEDED_MS);
    expect(discord.gateway.connected()).toBe(8);
  });
});
