/** The Discord bot's own settings, which no other program needs. Reports every problem at once and repeats no value. */
import { CountersignError, type FieldText } from '@countersign/core/errors';
import { baseUrlProblem } from '@countersign/core/settings/base-url';
import { secretProblem } from '@countersign/core/settings/credentials';
import { rateLimitProblem } from '@countersign/core/settings/given-value';
import { withoutMissing, withSecretFiles } from '@countersign/core/settings/secret-files';
import { withoutTrailing } from '@countersign/core/text';

export type DiscordSettings = ReturnType<typeof parseDiscordSettings>;

/** Where Discord posts interactions, next to the gateway or in its place. */
export type HttpSource = NonNullable<DiscordSettings['http']>;

/** After those of the signing page and of MCP over HTTP. */
const DEFAULT_HTTP_PORT = 3_420;
const LOOPBACK = '127.0.0.1';

const MISSING = 'is missing; find';
const GENERAL_INFORMATION = 'Discord’s developer portal under “General Information”';

const DISCORD_API = 'https://discord.com/api';
const DISCORD_CDN = 'https://cdn.discordapp.com';

/** Ids on Discord: 64 bits in decimal. The oldest have 17 digits. */
const SNOWFLAKE = /^\d{17,20}$/;
/** Three parts in base64url: user id, time, signature. Source: Discord's reference, "Authentication". */
const TOKEN = /^[\w-]{10,}\.[\w-]{4,}\.[\w-]{20,}$/;

/**
 * An unset variable and an empty one are the same; surrounding white space is removed.
 * @throws CountersignError SETTING_INVALID with every problem, each under the name of its variable
 */
export function parseDiscordSettings(environment: Readonly<Record<string, string | undefined>>) {
  const { env, problems: ofFiles } = withSecretFiles(environment);
  const problems: FieldText[] = [];
  const read = (path: string, problemOf: Problem, missing?: string) => {
    const text = env[path]?.trim() ?? '';
    const value = text === '' ? undefined : text;
    const problem = value === undefined ? missing : (secretProblem(env, path) ?? problemOf(value));
    if (problem !== undefined) problems.push({ path, problem });
    return value;
  };
  const publicKey = read('DISCORD_PUBLIC_KEY', publicKeyProblem);
  const isOnGateway = read('DISCORD_GATEWAY', gatewayProblem) !== 'off';
  const host = read('DISCORD_HTTP_HOST', hostProblem) ?? LOOPBACK;
  const port = numberOf(read('DISCORD_HTTP_PORT', portProblem)) ?? DEFAULT_HTTP_PORT;
  if (!isOnGateway && publicKey === undefined) {
    const problem = `is missing while DISCORD_GATEWAY is off, so nothing would be heard; find it in ${GENERAL_INFORMATION}`;
    problems.push({ path: 'DISCORD_PUBLIC_KEY', problem });
  }
  const settings = {
    token: read('DISCORD_TOKEN', tokenProblem, `${MISSING} the token in Discord’s developer portal under “Bot”`) ?? '',
    /** Snowflake. */
    applicationId: read('DISCORD_APPLICATION_ID', idProblem, `${MISSING} it in ${GENERAL_INFORMATION}`) ?? '',
    /** The one server that is served, and where the commands are registered; absent: every server, and globally. */
    guildId: read('DISCORD_GUILD_ID', idProblem),
    /** Ids of the roles that may deploy and submit; empty: everybody who may use the command. */
    allowedRoles: listOf(read('DISCORD_ALLOWED_ROLES', rolesProblem)),
    /** Requests to the service that one person, and all people of one server, may cause in a minute; absent: a share of the quota. */
    personRateLimit: numberOf(read('DISCORD_PERSON_RATE_LIMIT', rateLimitProblem)),
    serverRateLimit: numberOf(read('DISCORD_SERVER_RATE_LIMIT', rateLimitProblem)),
    /** The connections that this process makes; absent: as many as Discord asks for. */
    shards: shardsIn(read('DISCORD_SHARDS', shardsProblem) ?? ''),
    isOnGateway,
    /** 64 hexadecimal digits by which Discord's signatures are checked, and where to listen (port 0: any free one); absent: none come over HTTP. */
    http: publicKey === undefined ? undefined : { publicKey: publicKey.toLowerCase(), host, port },
    /** Base of Discord's REST API, without its version: `https://discord.com/api`. */
    apiUrl: withoutTrailing(read('DISCORD_API_URL', baseUrlProblem) ?? DISCORD_API, '/'),
    cdnUrl: withoutTrailing(read('DISCORD_CDN_URL', baseUrlProblem) ?? DISCORD_CDN, '/'),
  };
  // The readers of other secrets report those.
  const ofOwn = ofFiles.filter(({ path }) => path.startsWith('DISCORD_'));
  const all = withoutMissing(problems, ofOwn);
  if (all.length === 0) return settings;
  throw new CountersignError('SETTING_INVALID', {
    message: all.map(({ path, problem }) => `${path} ${problem}.`).join(' '),
    fields: all,
  });
}

type Problem = (value: string) => string | undefined;

const unless =
  (pattern: RegExp, problem: string): Problem =>
  (value) =>
    pattern.test(value) ? undefined : problem;

const tokenProblem: Problem = (value) =>
  value.startsWith('Bot ')
    ? 'starts with “Bot ”; give only the token'
    : unless(TOKEN, 'is not a bot token: three parts separated by dots')(value);

const idProblem = unless(SNOWFLAKE, 'is not a Discord id: 17 to 20 digits');

const rolesProblem: Problem = (value) => {
  const wrong = listOf(value).findIndex((role) => !SNOWFLAKE.test(role));
  return wrong === -1 ? undefined : `is not a list of role ids separated by commas (entry ${wrong + 1})`;
};

/** Of an Ed25519 key, as the developer portal shows it. */
const PUBLIC_KEY = /^[0-9a-f]{64}$/i;
export const isPublicKey = (text: string): boolean => PUBLIC_KEY.test(text);

const publicKeyProblem = unless(PUBLIC_KEY, 'is not a public key: 64 hexadecimal digits');
const gatewayProblem = unless(/^(?:on|off)$/, 'is neither on nor off');
const portProblem: Problem = (value) =>
  /^\d{1,5}$/.test(value) && Number(value) <= 65_535 ? undefined : 'is not a port: 0 to 65535';
const hostProblem = unless(/^[\w.:-]{1,253}$/, 'is not an address of this machine, like 0.0.0.0');

const numberOf = (value: string | undefined): number | undefined => (value === undefined ? undefined : Number(value));

function listOf(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

type Shards = {
  readonly first: number;
  readonly last: number;
  readonly count: number;
};

const SHARDS = /^(\d{1,5})(?:-(\d{1,5}))?\/(\d{1,5})$/;

/** @returns undefined for a text that `shardsProblem` refuses */
function shardsIn(text: string): Shards | undefined {
  const [, first, last = first, count] = SHARDS.exec(text) ?? [];
  return count === undefined ? undefined : { first: Number(first), last: Number(last), count: Number(count) };
}

function shardsProblem(text: string): string | undefined {
  const shards = shardsIn(text);
  if (shards === undefined) return 'is not a range of shards and how many there are in all, like 0-3/8';
  const { first, last, count } = shards;
  if (count === 0) return 'names no shards: after the slash stands how many there are in all';
  if (last >= count) return `names shard ${last}, but of ${count} the last one is ${count - 1}`;
  return last < first ? `begins with shard ${first} and ends with ${last}, which comes before it` : undefined;
}

export function shardOptions(shards: Shards | undefined): { shards: 'auto' | number[]; shardCount?: number } {
  if (shards === undefined) return { shards: 'auto' };
  const { first, last, count } = shards;
  return { shards: Array.from({ length: last - first + 1 }, (_, index) => first + index), shardCount: count };
}
