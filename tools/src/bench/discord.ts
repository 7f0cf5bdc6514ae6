/**
 * The bot against a local Discord that follows Discord's rules: how soon it acknowledges, and what 10,000 servers and
 * as many followed cards cost it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { openState } from '@countersign/discord-bot/internal/state';
import { roleOf } from '@countersign/testkit/discord/guild';
import { answered, type Discord, textOf, until } from '@countersign/testkit/discord/local-discord';
import type { Interaction } from '@countersign/testkit/discord/messages';
import { openTestDesk, openWorld } from '@countersign/testkit/discord/open-bot';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { BARE_CLIENT, ownBot, withBot } from './bot-process.ts';
import { atMost, type Bench, type Figure, inTurns, median, percentile } from './figure.ts';

/** The service's quota lets so many be prepared in a minute; each is let in to be seen by others. */
const HANDLES = 40;
const PEOPLE_EACH = 5;
/** As many as a person is followed with. */
const CARDS_EACH = 50;
const CARDS = HANDLES * PEOPLE_EACH * CARDS_EACH;
const AIM_PERCENT = 10;
const MEASURED_MS = 20_000;
/** A starting bot checks each card once; that is not idle time. */
const START_MS = 180_000;
const LOOK_MS = 2_000;
const CARD_LIFE_MS = 14 * 60_000;

/** What 10,000 idle cards that wait for a signature cost a bot. */
async function cardFigures(): Promise<Figure[]> {
  const world = await openWorld();
  try {
    await leaveCards(world.env);
    const percent = await withBot({ args: ownBot(), env: () => world.env }, async (_, bot) => {
      const use = async (ms: number) => {
        const [before, started] = [await bot.cpuMs(), performance.now()];
        await sleep(ms);
        return (100 * ((await bot.cpuMs()) - before)) / (performance.now() - started);
      };
      const end = performance.now() + START_MS;
      while ((await use(LOOK_MS)) > 3 * AIM_PERCENT && performance.now() < end);
      return await use(MEASURED_MS);
    });
    const cards = CARDS.toLocaleString('en');
    const aim = atMost(percent, AIM_PERCENT, '%');
    return [
      { name: `of a core, for ${cards} followed cards to which nothing happens`, value: percent, unit: '%', aim },
    ];
  } finally {
    await world.close();
  }
}

/** Cards as an earlier process leaves them: shown, and held by nobody. */
async function leaveCards(env: Record<string, string>): Promise<void> {
  const { desk, close } = await openTestDesk(env);
  const state = openState(env['COUNTERSIGN_DATA_DIR'] as string, 'sandbox');
  const guildId = '1300000000000000002';
  const personAt = (index: number) => ({ tenant: guildId, id: `1300000000000${100_000 + index}` });
  for (let index = 0; index < CARDS; index += PEOPLE_EACH * CARDS_EACH) {
    const own = desk.for(personAt(index));
    const { id, transactionHash } = await own.prepare('deploy', { ...REQUEST, engagementId: `CARDS-${index}` });
    for (let other = 1; other < PEOPLE_EACH; other++) await own.grant(id, personAt(index + other), 'sign');
    for (let each = 0; each < PEOPLE_EACH * CARDS_EACH; each++) {
      const { id: userId } = personAt(index + (each % PEOPLE_EACH));
      const messageId = `1400000000000${100_000 + index + each}`;
      const card = { userId, guildId, handle: id, applicationId: '1300000000000000004', token: `token-${messageId}` };
      await state.keepCard(
        { ...card, messageId, until: Date.now() + CARD_LIFE_MS, language: 'en' },
        '',
        `prepared ${transactionHash}`,
      );
    }
  }
  await state.close();
  await close();
}

const SERVERS = 10_000;
const AIM_MB = 190;
/** Roles are tried in so many of them. */
const TRIED = 10;

/** The memory of a bot in 10,000 servers, and whether it still knows who may do what in each. */
async function memoryFigures(dataDir: string): Promise<Figure[]> {
  const own = await lookAt(ownBot(), { COUNTERSIGN_DATA_DIR: dataDir });
  const bare = await lookAt(BARE_CLIENT, {});
  const rival = 'for discord.js with its caches';
  return [
    {
      name: `memory in ${SERVERS.toLocaleString('en')} servers`,
      value: own.memory,
      unit: 'MB',
      against: { name: rival, value: bare.memory },
      aim: atMost(own.memory, AIM_MB, 'MB'),
    },
    {
      name: `wrong answers, of ${2 * TRIED} about somebody's role there`,
      value: own.wrong,
      unit: '',
      against: { name: rival, value: bare.wrong },
      aim: atMost(own.wrong, 0, ''),
    },
  ];
}

async function lookAt(args: readonly string[], settings: Record<string, string>) {
  const triedIn = ({ guilds }: Discord) => guilds.filter((_, index) => index % (SERVERS / TRIED) === 0);
  const env = (discord: Discord) => ({
    ...settings,
    DISCORD_ALLOWED_ROLES: triedIn(discord)
      .map((guildId) => roleOf(guildId, 1))
      .join(','),
  });
  return await withBot({ args, servers: SERVERS, env }, async (discord, bot) => {
    let wrong = 0;
    for (const guildId of triedIn(discord)) {
      for (const index of [1, 2]) {
        const person = discord.person({ guildId, roles: [roleOf(guildId, index)] });
        const answer = textOf(await answered(discord.command(person, 'pending')));
        if (answer.includes('do not have a role') !== (index === 2)) wrong += 1;
      }
    }
    return { memory: await bot.memory(), wrong };
  });
}

const ALONE = 200;
const BURST = 2_000;
/** As many as discord.js with its defaults answers in a few seconds. */
const BARE_BURST = 250;
/** How long Discord waits for an acknowledgement. */
const LIMIT_MS = 3_000;
const ANSWERED_MS = 30_000;
/** Commands that do not call the service, whose quota would dominate otherwise. */
const COMMANDS = ['wallet', 'help', 'limits', 'pending'] as const;

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
