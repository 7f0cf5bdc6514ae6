/**
 * The bot against a local Discord that follows Discord's rules: how soon it acknowledges, and what 10,000 servers and
 * as many followed cards cost it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { answered, type Discord, until } from '@countersign/testkit/discord/local-discord';
import type { Interaction } from '@countersign/testkit/discord/messages';
import { BARE_CLIENT, ownBot, withBot } from './bot-process.ts';
import { cardFigures } from './discord-cards.ts';
import { memoryFigures } from './discord-memory.ts';
import { atMost, type Bench, type Figure } from './figure.ts';
import { inTurns, median, percentile } from './sample.ts';

const ALONE = 200;
const BURST = 2_000;
/** As many as discord.js with its defaults answers in a few seconds. */
const BARE_BURST = 250;
/** How long Discord waits for an acknowledgement. */
const LIMIT_MS = 3_000;
const ANSWERED_MS = 30_000;
/** Commands that do not call the service, whose quota would dominate otherwise. */
const COMMANDS = ['wallet', 'help', 'template', 'pending'] as const;

export const discordBench: Bench = {
  title: 'Discord bot',
  run: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-'));
    try {
      return [
        ...(await timeFigures(join(folder, 'few'))),
        ...(await memoryFigures(join(folder, 'many'))),
        ...(await cardFigures()),
      ];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function timeFigures(dataDir: string): Promise<Figure[]> {
  const bareRate = await withBot({ args: BARE_CLIENT, env: () => ({ DISCORD_ALLOWED_ROLES: '1' }) }, async (discord) =>
    answersPerSecond(await burst(discord, BARE_BURST)),
  );
  return await withBot({ args: ownBot(), env: () => ({ COUNTERSIGN_DATA_DIR: dataDir }) }, (discord) =>
    withBot({ args: BARE_CLIENT }, async (bareDiscord) => [
      ...(await aloneFigures(discord, bareDiscord)),
      ...(await burstFigures(discord, bareDiscord, bareRate)),
    ]),
  );
}

const DEFERS = 'for discord.js that only defers';

async function aloneFigures(discord: Discord, bareDiscord: Discord): Promise<Figure[]> {
  const answers: number[] = [];
  const [own, bare] = await inTurns(
    async () => {
      const asked = discord.command(discord.person(), 'wallet');
      answers.push(((await answered(asked)).shownAt as number) - asked.sentAt);
      return toAcknowledge(asked);
    },
    async () => {
      const asked = bareDiscord.command(bareDiscord.person(), 'wallet');
      await until(() => asked.acknowledgedAt);
      return toAcknowledge(asked);
    },
    ALONE,
    20,
  );
  return [
    ...acknowledgeFigures('to acknowledge a command alone', own, bare),
    { name: 'to answer it whole, p50', value: median(answers.slice(-ALONE)), unit: 'ms' },
  ];
}

async function burstFigures(discord: Discord, bareDiscord: Discord, bareRate: number): Promise<Figure[]> {
  const bare = await burst(bareDiscord, BURST);
  await until(() => bare.every(({ acknowledgedAt }) => acknowledgedAt !== undefined), ANSWERED_MS);
  const own = await burst(discord, BURST);
  const rate = await answersPerSecond(own);
  const late = own.filter((asked) => toAcknowledge(asked) > LIMIT_MS).length;
  return [
    ...acknowledgeFigures(
      `to acknowledge each of ${BURST.toLocaleString('en')} at once`,
      own.map(toAcknowledge),
      bare.map(toAcknowledge),
    ),
    { name: 'of these later than 3 s', value: late, unit: '', aim: atMost(late, 0, '') },
    {
      name: 'answers to these',
      value: rate,
      unit: '/s',
      against: { name: 'for discord.js as it comes', value: bareRate },
    },
  ];
}

function acknowledgeFigures(name: string, own: readonly number[], bare: readonly number[]): Figure[] {
  const p99 = percentile(own, 0.99);
  return [
    { name: `${name}, p50`, value: median(own), unit: 'ms', against: { name: DEFERS, value: median(bare) } },
    {
      name: 'the same, p99',
      value: p99,
      unit: 'ms',
      against: { name: DEFERS, value: percentile(bare, 0.99) },
      aim: atMost(p99, LIMIT_MS, 'ms'),
    },
  ];
}

/** In milliseconds; infinite for an acknowledgement that came too late. */
function toAcknowledge({ sentAt, acknowledgedAt = Number.POSITIVE_INFINITY }: Interaction): number {
  return acknowledgedAt - sentAt;
}

/** Commands of as many people at once, as fast as the gateway sends them. */
async function burst(discord: Discord, count: number): Promise<Interaction[]> {
  const sent: Interaction[] = [];
  for (let index = 0; index < count; index++) {
    sent.push(discord.command(discord.person(), COMMANDS[index % COMMANDS.length] as string));
    // The local Discord must hear as well as speak.
    if (index % 50 === 49) await nextTurn();
  }
  return sent;
}

/** Waits until all are answered that were acknowledged in time. */
async function answersPerSecond(asked: readonly Interaction[]): Promise<number> {
  const isDone = ({ sentAt, acknowledgedAt, original }: Interaction) =>
    original?.shownAt !== undefined || (acknowledgedAt === undefined && performance.now() - sentAt > LIMIT_MS);
  await until(() => asked.every(isDone), ANSWERED_MS);
  const shown = asked.flatMap(({ original }) => original?.shownAt ?? []);
  return (1_000 * shown.length) / (Math.max(...shown) - (asked[0]?.sentAt ?? 0));
}
