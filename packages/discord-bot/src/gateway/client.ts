/** The connection to Discord: discord.js without intents or caches, since interactions contain all that is needed. */
import { CountersignError } from '@countersign/core/errors';
import { describeThrown, type Log } from '@countersign/core/platform/log';
import { upper } from '@countersign/core/text/message';
import { type APIInteraction, Client, Events, GatewayDispatchEvents, Options, Status } from 'discord.js';
import { restOptions, startProblem } from '../discord/rest.ts';
import { type DiscordSettings, shardOptions } from '../settings.ts';
// Source: Discord's reference, "Opcodes and Status Codes", "Gateway Close Event Codes".
import CLOSE_CODES from './close-codes.json' with { type: 'json' };

const NEEDED_BY_LIBRARY: readonly string[] = [GatewayDispatchEvents.Ready, GatewayDispatchEvents.Resumed];

export type Connection = Awaited<ReturnType<typeof connect>>;

export type ConnectionEvents = {
  readonly onInteraction: (raw: APIInteraction) => void;
  /** Called when Discord closes the connection for good. */
  readonly onEnd: () => void;
  readonly log: Log;
};

/** @throws SETTING_INVALID, DISCORD_UNREACHABLE */
export async function connect(
  { apiUrl, token, shards }: Pick<DiscordSettings, 'apiUrl' | 'token' | 'shards'>,
  { onInteraction, onEnd, log }: ConnectionEvents,
) {
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
  const warn = (error: Error) => log('warn', 'connection to Discord', { cause: describeThrown(error) });
  client.on(Events.Error, warn);
  client.on(Events.ShardError, warn);
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
    /** Stops receiving; what was received can still be answered. */
    close: async () => await client.destroy(),
  };
}

type Closing = { readonly meaning: string; readonly remedy: string };

/** For the log: the code, what it means, and what to do. */
export function closingFields(code: number): { readonly code: number } & Closing {
  const known: Readonly<Record<string, Closing>> = CLOSE_CODES;
  return { code, ...(known[code] ?? CLOSE_CODES.unknown) };
}

/** The same as an error, if the bot could not start. */
export function closingError(code: number): CountersignError {
  const { meaning, remedy } = closingFields(code);
  const message = `${upper(meaning)} (close code ${code}).`;
  if (code === 4_004) return new CountersignError('SETTING_INVALID', { message: `${message} ${remedy}` });
  return new CountersignError('DISCORD_UNREACHABLE', { message, remedy });
}
