/**
 * `ESCROW_TENANTS`: tenants with their own credentials for the escrow service, as JSON. All others use the installation's.
 * Problems repeat nothing that was typed there but Discord's server ids: a credential may stand in the wrong place.
 */
import type { Network } from '../escrow/network.ts';
import { isObject } from '../text/fields.ts';
import { credentialProblem, rateLimitProblem } from './given-value.ts';
import { readJsonSetting } from './json-setting.ts';

/** Each person who signs in is a tenant of their own. */
export const tenantOfSubject = (issuer: string, subject: string): string => JSON.stringify([issuer, subject]);

export type TenantCredential = {
  readonly accessToken?: string;
  readonly apiKey: string;
  /** Requests that the service allows it in any 60 s; absent: as many as the installation's. */
  readonly requestsPerMinute?: number;
  /** Its tenant's name for the log. */
  readonly label: string;
  /** Everybody of an issuer uses it. */
  readonly isOfMany: boolean;
};

export type Tenants = {
  /** Absent: the installation's. */
  credentialOf(tenant: string): TenantCredential | undefined;
  readonly all: readonly TenantCredential[];
};

export const NO_TENANTS: Tenants = { credentialOf: () => undefined, all: [] };

type Read = { readonly tenants: Tenants; readonly problem?: string };

/** Every text is searched for each of them, so their number is limited. */
const MOST = 500;
/** The people of an issuer who have no row of their own. */
const EVERYBODY = '*';
const SERVER_ID = /^\d{15,20}$/;
const FIELDS = ['accessToken', 'apiKey', 'requestsPerMinute'] as const;
const SHAPE =
  'must be JSON like {"discord": {"<server id>": {"apiKey": "…"}}, "issuers": {"<issuer>": {"*": {"apiKey": "…"}}}}';

type Needs = Pick<Network, 'needsOnlyApiKey'>;

/** @param needs of the service; absent: credentials may be missing */
export function readTenants(text: string, needs?: Needs): Read {
  const read = readJsonSetting(text);
  if (read === undefined) return { tenants: NO_TENANTS, problem: SHAPE };
  const { value: entries, repeated } = read;
  const unknown = Object.keys(entries).filter((name) => name !== 'discord' && name !== 'issuers');
  if (unknown.length > 0) return { tenants: NO_TENANTS, problem: `${SHAPE}; it has other parts` };
  const problems = repeated.map((path) => `has ${shownName(path.at(-1))} twice in one place; leave one of them out`);
  const credentials = new Map<string, TenantCredential>();
  const add = (tenant: string, place: string, about: Pick<TenantCredential, 'label' | 'isOfMany'>, row: unknown) => {
    const read = credentialOf(row, about, needs);
    if (typeof read === 'string') problems.push(`${read} (${place})`);
    else credentials.set(tenant, read);
  };
  for (const [server, row] of rowsOf(entries['discord'], problems)) {
    const label = `Discord server ${server}`;
    if (SERVER_ID.test(server)) add(server, label, { label, isOfMany: false }, row);
    else problems.push('names a Discord server by something other than its id (right-click it, “Copy Server ID”)');
  }
  for (const [at, [issuer, people]] of rowsOf(entries['issuers'], problems).entries()) {
    if (!URL.canParse(issuer)) problems.push('names an issuer by something other than its address');
    else {
      for (const [number, [subject, row]] of rowsOf(people, problems).entries()) {
        const isOfMany = subject === EVERYBODY;
        const label = `${isOfMany ? 'everybody' : subject} of ${issuer}`;
        add(tenantOfSubject(issuer, subject), `row ${number + 1} of issuer ${at + 1}`, { label, isOfMany }, row);
      }
    }
  }
  if (credentials.size > MOST) problems.push(`has more than ${MOST} rows`);
  if (hasTwoRates([...credentials.values()])) problems.push('gives one credential two different requestsPerMinute');
  const tenants = {
    credentialOf: (tenant: string) => credentialIn(credentials, tenant),
    all: [...credentials.values()],
  };
  return { tenants, ...(problems.length === 0 ? {} : { problem: problems.join(', and ') }) };
}

/** The same for tenants that share a credential, and so its quota. */
export const credentialKey = ({ accessToken, apiKey }: Pick<TenantCredential, 'accessToken' | 'apiKey'>): string =>
  JSON.stringify([accessToken, apiKey]);

function hasTwoRates(all: readonly TenantCredential[]): boolean {
  const rates = new Map(all.map((each) => [credentialKey(each), each.requestsPerMinute]));
  return all.some((each) => rates.get(credentialKey(each)) !== each.requestsPerMinute);
}

function credentialIn(credentials: ReadonlyMap<string, TenantCredential>, tenant: string) {
  const own = credentials.get(tenant);
  if (own !== undefined || credentials.size === 0) return own;
  const [issuer] = listIn(tenant);
  return typeof issuer === 'string' ? credentials.get(tenantOfSubject(issuer, EVERYBODY)) : undefined;
}

/** Reads one row. @returns a text where something is wrong with it */
function credentialOf(
  row: unknown,
  { label, isOfMany }: Pick<TenantCredential, 'label' | 'isOfMany'>,
  needs: Needs | undefined,
): TenantCredential | string {
  if (!isObject(row) || Object.keys(row).some((name) => !FIELDS.includes(name as 'apiKey'))) {
    return `has a row with other fields than ${FIELDS.join(', ')}`;
  }
  const { accessToken, apiKey, requestsPerMinute } = row;
  const needed = needs?.needsOnlyApiKey ? (['apiKey'] as const) : (['accessToken', 'apiKey'] as const);
  const missing = needs === undefined ? undefined : needed.find((name) => row[name] === undefined);
  if (missing !== undefined) return `lacks an ${missing}, which the service needs`;
  for (const value of [accessToken, apiKey]) {
    const problem = value === undefined ? undefined : credentialProblem(typeof value === 'string' ? value : '');
    if (problem !== undefined) return `has a credential that ${problem}`;
  }
  if (requestsPerMinute !== undefined && rateLimitProblem(String(requestsPerMinute)) !== undefined) {
    return `has a requestsPerMinute that ${rateLimitProblem(String(requestsPerMinute))}`;
  }
  return {
    apiKey: String(apiKey ?? ''),
    label,
    isOfMany,
    ...(accessToken === undefined ? {} : { accessToken: String(accessToken) }),
    ...(requestsPerMinute === undefined ? {} : { requestsPerMinute: Number(requestsPerMinute) }),
  };
}

function rowsOf(part: unknown, problems: string[]): [string, unknown][] {
  if (part === undefined || isObject(part)) return Object.entries(part ?? {});
  problems.push(SHAPE);
  return [];
}

/** A credential may have been written in the place of any other name. */
function shownName(name = ''): string {
  const isOurs = ['discord', 'issuers', EVERYBODY, ...FIELDS].includes(name) || SERVER_ID.test(name);
  return isOurs ? name : 'a name';
}

function listIn(tenant: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(tenant);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
