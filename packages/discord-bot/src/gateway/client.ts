/** The connection to Discord: discord.js without intents or caches, since interactions contain all that is needed. */
import { CountersignError } from '@countersign/core/errors';
import { describeThrown, type Log } from '@countersign/core/platform/log';
import { type APIInteraction, Client, Events, GatewayDispatchEvents, Options, Status } from 'discord.js';
import { restOptions, startProblem } from '../discord/rest.ts';
import { type DiscordSettings, shardOptions } from '../settings.ts';

const NEEDED_BY_LIBRARY: readonly string[] = [GatewayDispatchEvents.Ready, GatewayDispatchEvents.Resumed];

export type Connection = {
  readonly isReady: () => boolean;
  /** Stops receiving; what was received can still be answered. */
  close(): Promise<void>;
};

/** @param onEnd called when Discord closes the connection for good. @throws SETTING_INVALID, DISCORD_UNREACHABLE */
export async function connect(
  { apiUrl, token, shards }: Pick<DiscordSettings, 'apiUrl' | 'token' | 'shards'>,
  {
    onInteraction,
    onEnd,
    log,
  }: { readonly onInteraction: (raw: APIInteraction) => void; readonly onEnd: () => void; readonly log: Log },
): Promise<Connection> {
  const client = new Client({
    intents: [],
    // Unless they are set, as many connections as Discord asks for. Beyond 2,500 servers it refuses a single one.
    ...shardOptions(shards),
    rest: restOptions(apiUrl),
    // Interactions are read raw below, so the library's own caches are kept empty.
    makeCache: Options.cacheWithLimits({
      ...Options.DefaultMakeCacheSettings,
      DMMessageManager: 0,
      GuildMemberManager: 0,
      GuildMessageManager: 0,
      MessageManager: 0,
      UserManager: { maxSize: 1, keepOverLimit: (user) => user.id === user.client.user?.id },
    }),
  });
  // The library would wait forever for a connection that never comes.
  const refused = Promise.withResolvers<never>();
  refused.promise.catch(() => {});
  client.on(Events.Raw, (event: { t: string; readonly d: APIInteraction }) => {
    if (event.t === GatewayDispatchEvents.InteractionCreate) onInteraction(event.d);
    // The library throws on an event of an unexpected shape, which would end the process, so it reads none that it
    // does not need.
    if (!NEEDED_BY_LIBRARY.includes(event.t)) event.t = 'IGNORED';
  });
  // Else the library keeps an object of 3 kB for each server, which nothing uses.
  client.ws.on(GatewayDispatchEvents.Ready, (ready) => {
    ready.guilds = [];
  });
  client.on(Events.Error, (error) => log('warn', 'connection to Discord', { cause: describeThrown(error) }));
  client.on(Events.ShardError, (error) => log('warn', 'connection to Discord', { cause: describeThrown(error) }));
  client.on(Events.ShardReconnecting, () => log('info', 'connecting to Discord again'));
  client.on(Events.ShardResume, (_, missed) => log('info', 'connected to Discord again', { missed }));
  client.on(Events.ShardDisconnect, ({ code }) => {
    log('error', 'Discord closed the connection for good', closingFields(code));
    refused.reject(closingError(code));
    onEnd();
  });
  const ready = new Promise<void>((resolve) => client.once(Events.ClientReady, () => resolve()));
  try {
    await Promise.race([client.login(token).then(() => ready), refused.promise]);
  } catch (thrown) {
    await client.destroy().catch(() => {});
    throw startProblem(thrown);
  }
  return {
    isReady: () => client.ws.status === Status.Ready && client.ws.shards.every(({ status }) => status === Status.Ready),
    close: async () => await client.destroy(),
  };
}

type Closing = { readonly meaning: string; readonly remedy: string };

const TRY_AGAIN = 'Start the bot again. If it comes back, look at https://discordstatus.com.';
const REPORT = 'Start the bot again. If it comes back, this version does not fit Discord: update it.';

/** Source: Discord's reference, "Opcodes and Status Codes", "Gateway Close Event Codes". */
const CLOSINGS: ReadonlyMap<number, Closing> = new Map([
  [4_000, { meaning: 'Discord does not know what went wrong', remedy: TRY_AGAIN }],
  [4_001, { meaning: 'the bot sent something that Discord does not know', remedy: REPORT }],
  [4_002, { meaning: 'the bot sent something that Discord cannot read', remedy: REPORT }],
  [4_003, { meaning: 'the bot spoke before it said who it is', remedy: REPORT }],
  [
    4_004,
    {
      meaning: 'Discord does not accept DISCORD_TOKEN',
      remedy: 'Reset it in the developer portal under “Bot”, and set the new one.',
    },
  ],
  [4_005, { meaning: 'the bot said twice who it is', remedy: REPORT }],
  [4_007, { meaning: 'the bot asked for events that never were', remedy: TRY_AGAIN }],
  [4_008, { meaning: 'the bot sent too much at once', remedy: 'Wait a minute, then start the bot again.' }],
  [4_009, { meaning: 'the session was silent for too long', remedy: TRY_AGAIN }],
  [4_010, { meaning: 'Discord does not take this number of connections', remedy: REPORT }],
  [
    4_011,
    {
      meaning: 'the bot is in too many servers for its number of connections',
      remedy:
        'Start the bot again: it then makes as many connections as Discord asks for, unless DISCORD_SHARDS says how many.',
    },
  ],
  [
    4_012,
    { meaning: 'Discord no longer speaks this version of its API', remedy: 'Update Countersign, then start it again.' },
  ],
  [4_013, { meaning: 'the bot asked for intents that do not exist', remedy: REPORT }],
  [
    4_014,
    { meaning: 'the bot asked for intents that it may not have; this one needs none', remedy: 'Update Countersign.' },
  ],
]);

/** For the log: the code, what it means, and what to do. */
export function closingFields(code: number): { readonly code: number } & Closing {
  return { code, ...(CLOSINGS.get(code) ?? { meaning: 'Discord gives no reason that is known', remedy: TRY_AGAIN }) };
}

/** The same as an error, if the bot could not start. */
export function closingError(code: number): CountersignError {
  const { meaning, remedy } = closingFields(code);
  const message = `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)} (close code ${code}).`;
  if (code === 4_004) return new CountersignError('SETTING_INVALID', { message: `${message} ${remedy}` });
  return new CountersignError('DISCORD_UNREACHABLE', { message, remedy });
}
