/**
 * The settings, from the environment and the files that it names for secrets. Runs before an assistant's host gets
 * its first answer, so nothing heavy (the Stellar SDK, zod) is loaded for it.
 */
import { resolve } from 'node:path';
import { CountersignError, type FieldText } from '../errors/errors.ts';
import { canonicalDecimal, toBaseUnits } from '../escrow/amount.ts';
import { NETWORKS, type NetworkName } from '../escrow/network.ts';
import { LOG_LEVELS } from '../platform/log.ts';
import { platformDataDir } from '../platform/platform-data-dir.ts';
import { baseUrlProblem } from './base-url.ts';
import { credentialsIn, SANDBOX_CREDENTIALS, secretProblem } from './credentials.ts';
import { databaseCaProblem, databaseUrlProblem, databaseUrlWith } from './database-url.ts';
import {
  credentialProblem,
  givenValue,
  notAddress,
  type ProblemOf,
  rateLimitProblem,
  wholeNumberProblem,
} from './given-value.ts';
import { readHttp, readProxies } from './http.ts';
import { isAboveZero, readLimits } from './limits.ts';
import { withoutMissing, withSecretFiles } from './secret-files.ts';
import { readService } from './service.ts';
import { NO_TENANTS, readTenants } from './tenants.ts';

export type Env = Readonly<Record<string, string | undefined>>;

export type Settings = Readonly<ReturnType<typeof parseSettings>>;

export { credentialsIn, SANDBOX_CREDENTIALS };

const DEFAULT_RATE_LIMIT = 50;
const DEFAULT_RPC_RATE_LIMIT = 600;
const DEFAULT_MAX_FEE_XLM = '5';
const XLM_DECIMALS = 7;
const DEFAULT_FEE_STOP = '20';
/** A basis point is a hundredth of a percent. */
const PERCENT_DECIMALS = 2;
const HIGHEST_BASIS_POINTS = 10_000n;
const DEFAULT_RETENTION_DAYS = 365;
const DAY_MS = 24 * 3_600_000;
const DEFAULT_PAGE_PORT = 3_418;

/**
 * An unset variable, an empty one and a host's placeholder are the same; white space around a value is removed.
 * @param options.needsService false for programs that only read transactions: then a real network may be named without
 *   a service and its credentials
 * @throws CountersignError SETTING_INVALID with every problem, each under the name of its variable
 * @example
 * ```ts
 * import { CountersignError } from '@countersign/core/errors';
 * import { parseSettings } from '@countersign/core/settings';
 *
 * const { network, requestsPerMinute } = parseSettings({}); // a program gives process.env
 * console.log(network.name, requestsPerMinute); // → sandbox 50
 * try {
 *   parseSettings({ ESCROW_RATE_LIMIT: 'fast' });
 * } catch (error) {
 *   if (error instanceof CountersignError) console.log(error.code, error.fields?.[0]?.path); // → SETTING_INVALID ESCROW_RATE_LIMIT
 * }
 * ```
 */
export function parseSettings(environment: Env, { needsService = true } = {}) {
  const { env, problems: ofFiles } = withSecretFiles(environment);
  const problems: FieldText[] = [];
  const report = (path: string, problem: string | undefined) => {
    if (problem !== undefined) problems.push({ path, problem });
  };
  const text = (name: string): string | undefined => givenValue(env[name]);
  /** The value, after checking it. An invalid one is returned too: its reported problem makes parsing fail at the end. */
  const checked = (name: string, problemOf: ProblemOf): string | undefined => {
    const value = text(name);
    if (value !== undefined) report(name, secretProblem(env, name) ?? problemOf(value));
    return value;
  };
  const oneOf = <Value extends string>(name: string, values: readonly Value[], otherwise: Value): Value =>
    (checked(name, (value) =>
      values.some((known) => known === value) ? undefined : `must be one of ${values.join(', ')}`,
    ) ?? otherwise) as Value;
  const flag = (name: string) => oneOf(name, ['true', 'false'], 'false') === 'true';

  const name = oneOf('STELLAR_NETWORK', Object.keys(NETWORKS) as NetworkName[], 'sandbox');
  const { network, serviceUrl } = readService(name, { checked, oneOf, report });
  const { isDirect = false } = network;
  if (needsService && !isDirect) report('STELLAR_NETWORK', networkProblem(text('STELLAR_NETWORK'), serviceUrl));
  const sandbox = name === 'sandbox';
  const credential = (variable: string, sandboxDefault: string, isNeeded: boolean): string | undefined => {
    const value = checked(variable, (secret) =>
      !sandbox && secret === sandboxDefault
        ? 'is the sandbox’s public default, which no real service takes'
        : credentialProblem(secret),
    );
    if (sandbox) return value ?? sandboxDefault;
    if (value === undefined && isNeeded && needsService && !isDirect)
      report(variable, 'is missing; a real service needs it');
    // A program that needs no service may name a network without its credentials.
    return value ?? (isNeeded ? sandboxDefault : undefined);
  };
  const accessToken = credential('ESCROW_ACCESS_TOKEN', SANDBOX_CREDENTIALS.accessToken, !network.needsOnlyApiKey);
  const apiKey = credential('ESCROW_API_KEY', SANDBOX_CREDENTIALS.apiKey, true) as string;
  const tenantRows = checked('ESCROW_TENANTS', (value) =>
    serviceUrl === undefined && needsService
      ? 'is for a real service; set ESCROW_API_URL or ESCROW_SERVICE, or unset it'
      : readTenants(value, network).problem,
  );
  const rateLimit = checked('ESCROW_RATE_LIMIT', rateLimitProblem);
  const maxFee = checked('COUNTERSIGN_MAX_FEE_XLM', feeProblem);
  const rpcUrl = checked('STELLAR_RPC_URL', rpcUrlsProblem);
  const withoutRpc = flag('COUNTERSIGN_WITHOUT_RPC');
  if (!sandbox && withoutRpc && rpcUrl !== undefined) {
    report('COUNTERSIGN_WITHOUT_RPC', 'is true, but STELLAR_RPC_URL is set; unset one of them');
  }
  if (isDirect && withoutRpc) {
    report('COUNTERSIGN_WITHOUT_RPC', 'is true, but ESCROW_SERVICE=direct builds and sends by a Stellar RPC; unset it');
  } else if (needsService && (serviceUrl !== undefined || isDirect)) {
    report('STELLAR_RPC_URL', missingRpcProblem(name, rpcUrl, withoutRpc, isDirect));
  }
  const goesDirect = flag('COUNTERSIGN_DIRECT');
  if (goesDirect && withoutRpc) {
    report(
      'COUNTERSIGN_DIRECT',
      'is true, but COUNTERSIGN_WITHOUT_RPC leaves nobody to build and send; unset one of them',
    );
  }
  const rpcRateLimit = checked('STELLAR_RPC_RATE_LIMIT', rateLimitProblem);
  const feeStop = checked('COUNTERSIGN_FEE_STOP', feeStopProblem);
  const databaseUrl = checked('DATABASE_URL', databaseUrlProblem);
  const databaseCa = checked('DATABASE_CA_FILE', (file) => databaseCaProblem(file, databaseUrl));

  const settings = {
    /** The network of STELLAR_NETWORK, with the dialect of its service and everything that is pinned. */
    network,
    /** Base address of the escrow service; absent: the embedded sandbox, or none where the network is direct. */
    serviceUrl,
    /** Absent where the service needs only the key. */
    accessToken,
    apiKey,
    tenants: tenantRows === undefined ? NO_TENANTS : readTenants(tenantRows).tenants,
    /** Requests that this process may make in any 60 s. */
    requestsPerMinute: rateLimit === undefined ? DEFAULT_RATE_LIMIT : Number(rateLimit),
    /** G…, for balance queries that name no signer. */
    defaultSigner: checked('ESCROW_DEFAULT_SIGNER', notAddress('account')),
    /** Stellar RPCs: the first is believed. None where there is no ledger to ask. */
    rpcUrls: rpcUrlsFor(name, rpcUrl, withoutRpc || !needsService),
    /** Requests to each Stellar RPC that this process may make in any 60 s; absent: any number. */
    rpcRequestsPerMinute:
      rpcRateLimit === undefined ? (sandbox ? undefined : DEFAULT_RPC_RATE_LIMIT) : Number(rpcRateLimit),
    /** Whether the operator accepts the service's word about outcomes. */
    withoutRpc,
    /** Whether transactions are built and sent without the service where it does not do it. */
    goesDirect,
    allowPartly: flag('COUNTERSIGN_ALLOW_PARTLY'),
    allowForeign: flag('COUNTERSIGN_ALLOW_FOREIGN'),
    readOnly: flag('COUNTERSIGN_READ_ONLY'),
    /** Highest network fee of an offered transaction, in stroops. */
    maxFee: toBaseUnits(canonicalDecimal(maxFee ?? '') ?? DEFAULT_MAX_FEE_XLM, XLM_DECIMALS) ?? 0n,
    /** Basis points: above this platform fee a person must confirm. */
    feeStop: Number(toBaseUnits(canonicalDecimal(feeStop ?? '') ?? DEFAULT_FEE_STOP, PERCENT_DECIMALS) ?? 0n),
    limits: readLimits(checked),
    /** Where people outside this machine reach the signing page, behind a proxy; absent: only on loopback. */
    publicUrl: checked('COUNTERSIGN_PUBLIC_URL', baseUrlProblem),
    /** The signing page's port on loopback. Required with `publicUrl`; else any free port may be used instead. */
    pagePort: Number(checked('COUNTERSIGN_PAGE_PORT', portProblem) ?? DEFAULT_PAGE_PORT),
    /** Proxies in front of the page, in addition to those on this machine: addresses and networks. */
    trustedProxies: readProxies(checked),
    http: readHttp(checked),
    /** Absolute. */
    dataDir: resolve(checked('COUNTERSIGN_DATA_DIR', dataDirProblem) ?? defaultDataDir(env, report)),
    /** A PostgreSQL database that several processes share; absent: files in `dataDir`. */
    databaseUrl:
      databaseUrl === undefined || databaseCa === undefined ? databaseUrl : databaseUrlWith(databaseUrl, databaseCa),
    /** How long settled escrows stay in the records, in milliseconds. */
    settledKeptMs: Number(checked('COUNTERSIGN_RETENTION_DAYS', retentionProblem) ?? DEFAULT_RETENTION_DAYS) * DAY_MS,
    log: oneOf('COUNTERSIGN_LOG', LOG_LEVELS, 'info'),
    metrics: flag('COUNTERSIGN_METRICS'),
    /** Every credential that must never be repeated; without the sandbox's public ones. */
    credentials: credentialsIn(env),
  };
  const all = withoutMissing(problems, ofFiles);
  if (all.length === 0) return settings;
  throw new CountersignError('SETTING_INVALID', {
    message: all.map(({ path, problem }) => `${path} ${problem}.`).join(' '),
    fields: all,
  });
}

function networkProblem(name: string | undefined, serviceUrl: string | undefined): string | undefined {
  if (serviceUrl !== undefined && name === undefined) {
    return 'is missing; name the network that the service uses (testnet, public or sandbox)';
  }
  if (serviceUrl === undefined && (name === 'testnet' || name === 'public')) {
    return `is ${name}, but neither ESCROW_SERVICE nor ESCROW_API_URL is set; without a service there is only the sandbox`;
  }
  return undefined;
}

const retentionProblem = wholeNumberProblem(3_650, 'a number of days, ');
const portProblem = wholeNumberProblem(65_535, 'a port, ');

function feeProblem(value: string): string | undefined {
  if (!isAboveZero(value)) return 'is not an amount of XLM above 0, like 5 or 0.5';
  const stroops = toBaseUnits(canonicalDecimal(value) ?? '', XLM_DECIMALS);
  return stroops === undefined ? 'has more than 7 decimals' : undefined;
}

function feeStopProblem(value: string): string | undefined {
  const basisPoints = toBaseUnits(canonicalDecimal(value) ?? '', PERCENT_DECIMALS);
  return basisPoints === undefined || basisPoints < 0n || basisPoints > HIGHEST_BASIS_POINTS
    ? 'is not a percentage from 0 to 100 with at most 2 decimals'
    : undefined;
}

function dataDirProblem(value: string): string | undefined {
  if (value.includes('\0')) return 'holds a character that no path can hold';
  return value.startsWith('~') ? 'starts with ~, which is not expanded here; give the whole path' : undefined;
}

function defaultDataDir(env: Env, report: (path: string, problem: string) => void): string {
  try {
    const folder = platformDataDir(env);
    const problem = secretProblem({ ...env, folder }, 'folder');
    if (problem !== undefined) report('COUNTERSIGN_DATA_DIR', `is missing, and the default ${problem}`);
    return folder;
  } catch {
    report('COUNTERSIGN_DATA_DIR', 'is missing, and this user has no home folder for a default');
    return '.';
  }
}

const MOST = 2;
/** A public RPC is the default only on testnet, where no real money is at stake. */
const DEFAULTS: Readonly<Partial<Record<NetworkName, string>>> = { testnet: 'https://soroban-testnet.stellar.org' };

/** STELLAR_RPC_URL: one address, or two that must agree. */
const rpcUrlsIn = (value: string): string[] => value.split(',').map((url) => url.trim());

/** The rules of a base URL, but with a query, since providers put keys there. */
function rpcUrlsProblem(value: string): string | undefined {
  const urls = rpcUrlsIn(value);
  if (urls.length > MOST) return `names more than ${MOST} addresses`;
  if (new Set(urls).size < urls.length) return 'names the same address twice';
  return urls
    .map((url) => baseUrlProblem(url.replace(/^([^?#]*)\?[^#]*$/, '$1')))
    .find((problem) => problem !== undefined);
}

function rpcUrlsFor(network: NetworkName, value: string | undefined, withoutRpc: boolean): readonly string[] {
  if (value !== undefined) return rpcUrlsIn(value);
  const otherwise = withoutRpc ? undefined : DEFAULTS[network];
  return otherwise === undefined ? [] : [otherwise];
}

/** On the public network, trusting the service's word about outcomes must be an explicit choice. */
function missingRpcProblem(
  network: NetworkName,
  value: string | undefined,
  withoutRpc: boolean,
  isDirect: boolean,
): string | undefined {
  if (network !== 'public' || value !== undefined || withoutRpc) return undefined;
  return isDirect
    ? 'is missing; name a Stellar RPC of the public network'
    : 'is missing; name a Stellar RPC of the public network, or set COUNTERSIGN_WITHOUT_RPC=true to take the service’s word for what became of a transaction';
}
