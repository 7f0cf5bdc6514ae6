/**
 * The bot against a local Discord that follows Discord's rules: how soon it acknowledges, and what 10,000 servers and
 * as many followed cards cost it.
 */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { openState } from '@countersign/discord-bot/internal/state/state';
import { answered, type Discord, until } from '@countersign/testkit/discord/local-discord';
import type { Interaction } from '@countersign/testkit/discord/messages';
import { openTestDesk, openWorld } from '@countersign/testkit/discord/open-bot';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { withResources } from '../command-line/resources.ts';
import { type Bench, type Figure, figure, inTurns, p99 } from './figure.ts';
import { BARE_CLIENT, OWN_BOT, type Program, withBot } from './program.ts';

const ALONE = { count: 200, warm: 20 };
const BURST = 2_000;
/** How long Discord waits for an acknowledgement. */
const LIMIT_MS = 3_000;
const ANSWERED_MS = 30_000;
/** Commands that do not call the service, whose quota would dominate otherwise. */
const COMMANDS = ['wallet', 'help', 'list', 'settings'] as const;
const SERVERS = 10_000;
const AIM_MB = 190;
/** The bare client answers, and so needs its caches, only if it has roles to look up. */
const WITH_ROLES = { DISCORD_ALLOWED_ROLES: '1' };
const DEFERS = 'for discord.js that only defers';

export const discordBench: Bench = {
  title: 'Discord bot',
  measure: () =>
    withResources(async (resources) => {
      const dataDir = { COUNTERSIGN_DATA_DIR: await resources.folder() };
      const memoryIn = (args: readonly string[], env: Record<string, string>) =>
        withBot(args, { servers: SERVERS, ...env }, (_, bot) => bot.memory());
      const times = await withBot(OWN_BOT, dataDir, (own) =>
        withBot(BARE_CLIENT, {}, async (bare) => [await aloneFigure(own, bare), await burstFigure(own, bare)]),
      );
      const memory = await memoryIn(OWN_BOT, dataDir);
      const against = ['for discord.js with its caches', await memoryIn(BARE_CLIENT, WITH_ROLES)] as const;
      const name = `memory in ${SERVERS.toLocaleString('en')} servers`;
      return [...times, figure(name, memory, 'MB', { against, atMost: AIM_MB }), await cardFigure()];
    }),
};

async function aloneFigure(own: Discord, bare: Discord): Promise<Figure> {
  const acknowledge = async (discord: Discord, isOver: (command: Interaction) => Promise<unknown>) => {
    const command = discord.command(discord.person(), 'wallet');
    await isOver(command);
    return timeToAcknowledge(command);
  };
  const samples = await inTurns(
    () => acknowledge(own, answered),
    () => acknowledge(bare, (command) => until(() => command.acknowledgedAt)),
    ALONE,
  );
  return p99(samples, 'to acknowledge a command alone', DEFERS, { atMost: LIMIT_MS });
}

async function burstFigure(own: Discord, bare: Discord): Promise<Figure> {
  const rivals = await burst(bare, BURST);
  const times = await burst(own, BURST);
  const name = `to acknowledge each of ${BURST.toLocaleString('en')} at once`;
  return p99([times, rivals], name, DEFERS, { atMost: LIMIT_MS });
}

/** In milliseconds; infinite for an acknowledgement that came too late. */
function timeToAcknowledge({ sentAt, acknowledgedAt = Number.POSITIVE_INFINITY }: Interaction): number {
  return acknowledgedAt - sentAt;
}

/** Whether Discord no longer accepts an acknowledgement. */
function isLate({ sentAt, acknowledgedAt }: Interaction): boolean {
  return acknowledgedAt === undefined && performance.now() - sentAt > LIMIT_MS;
}

/** Commands of as many people at once, as fast as the gateway sends them. @returns the times to acknowledge them */
async function burst(discord: Discord, count: number): Promise<number[]> {
  const sent: Interaction[] = [];
  for (let index = 0; index < count; index++) {
    sent.push(discord.command(discord.person(), COMMANDS[index % COMMANDS.length] as string));
    // The local Discord must receive as well as send.
    if (index % 50 === 49) await nextTurn();
  }
  await until(() => sent.every((command) => command.acknowledgedAt !== undefined || isLate(command)), ANSWERED_MS);
  return sent.map(timeToAcknowledge);
}

/** The service's quota lets so many be prepared in a minute; each is shown to several people. */
const PREPARED = 40;
const PEOPLE_EACH = 5;
/** As many as a person is followed with. */
const CARDS_EACH = 50;
const CARDS = PREPARED * PEOPLE_EACH * CARDS_EACH;
const AIM_PERCENT = 10;
const MEASURED_MS = 20_000;
/** A starting bot checks each card once; that is not idle time. */
const START_MS = 180_000;
const LOOK_MS = 2_000;
const CARD_LIFE_MS = 14 * 60_000;

/** What idle cards that wait for a signature cost a bot. */
const cardFigure = (): Promise<Figure> =>
  withResources(async (resources) => {
    const world = resources.use(await openWorld());
    await leaveCards(world.env);
    const percent = await withBot(OWN_BOT, world.env, async (_, bot) => {
      const end = performance.now() + START_MS;
      while ((await processorShare(bot, LOOK_MS)) > 3 * AIM_PERCENT && performance.now() < end);
      return await processorShare(bot, MEASURED_MS);
    });
    const name = `of a core, for ${CARDS.toLocaleString('en')} followed cards to which nothing happens`;
    return figure(name, percent, '%', { atMost: AIM_PERCENT });
  });

/** Of one core, in percent. */
async function processorShare({ cpuMs }: Program, ms: number): Promise<number> {
  const [before, started] = [await cpuMs(), performance.now()];
  await sleep(ms);
  return (100 * ((await cpuMs()) - before)) / (performance.now() - started);
}

/** Cards as an earlier process leaves them: shown, and followed by no process. */
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
      const until = Date.now() + CARD_LIFE_MS;
      await state.keepCard({ ...card, messageId, until, language: 'en' }, '', `prepared ${transactionHash}`);
    }
  }
  await state.close();
  await close();
}
