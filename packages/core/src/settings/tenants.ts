/**
 * `ESCROW_TENANTS`: tenants with credentials of their own at the escrow service, as JSON. Whoever is not named there uses
 * the installation's. No value of it is ever repeated.
 */
import type { DialectName } from '../escrow/network.ts';
import { credentialProblem } from './credential.ts';
import { rateLimitProblem } from './rate-limit-setting.ts';

/** Nothing is shared between two people: each is a tenant, whose room no other one fills. */
export const tenantOfSubject = (issuer: string, subject: string): string => JSON.stringify([issuer, subject]);

export type TenantCredential = {
  readonly accessToken?: string;
  readonly apiKey: string;
  /** Requests that the service allows it in any 60 s; absent: as many as the installation's. */
  readonly requestsPerMinute?: number;
  /** Whose it is, as it may stand in a log. */
  readonly label: string;
  /** Everybody of an issuer uses it. */
  readonly isOfMany: boolean;
};

export type Tenants = {
  /** Absent: the installation's. */
  of(tenant: string): TenantCredential | undefined;
  readonly all: readonly TenantCredential[];
};

export const NO_TENANTS: Tenants = { of: () => undefined, all: [] };

type Read = { readonly tenants: Tenants; readonly problem?: string };
type Rows = Readonly<Record<string, unknown>>;

/** With each further one every text that is looked through for credentials costs more. */
const MOST = 500;
/** Everybody of an issuer that is not named on their own. */
const EVERYBODY = '*';
const FIELDS = ['accessToken', 'apiKey', 'requestsPerMinute'] as const;
const SHAPE =
  'must be JSON like {"discord": {"<server id>": {"apiKey": "…"}}, "issuers": {"<issuer>": {"*": {"apiKey": "…"}}}}';

/** @param dialect of the service; absent: whatever is there is read, and nothing is called missing */
export function readTenants(text: string, dialect?: DialectName): Read {
  const given = parsed(text);
  if (given === undefined) return { tenants: NO_TENANTS, problem: SHAPE };
  const unknown = Object.keys(given).filter((name) => name !== 'discord' && name !== 'issuers');
  if (unknown.length > 0) return { tenants: NO_TENANTS, problem: `${SHAPE}; it has other parts` };
  const problems: string[] = [];
  const credentials = new Map<string, TenantCredential>();
  const add: Add = (tenant, label, row, isOfMany = false) => {
    const take = (credential: TenantCredential) => credentials.set(tenant, credential);
    const problem = credentialOf(row, { label, isOfMany }, dialect, take);
    if (problem !== undefined) problems.push(`${problem} (${label})`);
  };
  for (const [server, row] of rowsOf(given['discord'], problems)) {
    if (/^\d{15,20}$/.test(server)) add(server, `Discord server ${server}`, row);
    else problems.push('names a Discord server by something that is no server id (right-click it, “Copy Server ID”)');
  }
  for (const [issuer, people] of rowsOf(given['issuers'], problems)) {
    if (!URL.canParse(issuer)) problems.push('names an issuer by something that is no address');
    else for (const [subject, row] of rowsOf(people, problems)) addSubject(add, issuer, subject, row);
  }
  if (credentials.size > MOST) problems.push(`has more than ${MOST} rows`);
  const tenants = { of: (tenant: string) => credentialIn(credentials, tenant), all: [...credentials.values()] };
  return { tenants, ...(problems.length === 0 ? {} : { problem: problems.join(', and ') }) };
}

type Add = (tenant: string, label: string, row: unknown, isOfMany?: boolean) => void;

const addSubject = (add: Add, issuer: string, subject: string, row: unknown) =>
  add(
    tenantOfSubject(issuer, subject),
    `${subject === EVERYBODY ? 'everybody' : subject} of ${issuer}`,
    row,
    subject === EVERYBODY,
  );

function credentialIn(credentials: ReadonlyMap<string, TenantCredential>, tenant: string) {
  const own = credentials.get(tenant);
  if (own !== undefined || credentials.size === 0) return own;
  const [issuer] = listIn(tenant);
  return typeof issuer === 'string' ? credentials.get(tenantOfSubject(issuer, EVERYBODY)) : undefined;
}

/** Reads one row; gives what is wrong with it. */
function credentialOf(
  row: unknown,
  { label, isOfMany }: Pick<TenantCredential, 'label' | 'isOfMany'>,
  dialect: DialectName | undefined,
  take: (credential: TenantCredential) => void,
): string | undefined {
  if (!isRows(row) || Object.keys(row).some((name) => !FIELDS.includes(name as 'apiKey'))) {
    return `has a row with other fields than ${FIELDS.join(', ')}`;
  }
  const { accessToken, apiKey, requestsPerMinute } = row;
  const needed = dialect === 'seed' ? (['accessToken', 'apiKey'] as const) : (['apiKey'] as const);
  const missing = dialect === undefined ? undefined : needed.find((name) => row[name] === undefined);
  if (missing !== undefined) return `lacks an ${missing}, which the service needs`;
  for (const value of [accessToken, apiKey]) {
    const problem = value === undefined ? undefined : credentialProblem(String(value));
    if (problem !== undefined) return `has a credential that ${problem}`;
  }
  if (requestsPerMinute !== undefined && rateLimitProblem(String(requestsPerMinute)) !== undefined) {
    return `has a requestsPerMinute that ${rateLimitProblem(String(requestsPerMinute))}`;
  }
  take({
    apiKey: String(apiKey ?? ''),
    label,
    isOfMany,
    ...(accessToken === undefined ? {} : { accessToken: String(accessToken) }),
    ...(requestsPerMinute === undefined ? {} : { requestsPerMinute: Number(requestsPerMinute) }),
  });
  return undefined;
}

function rowsOf(part: unknown, problems: string[]): [string, unknown][] {
  if (part === undefined || isRows(part)) return Object.entries(part ?? {});
  problems.push(SHAPE);
  return [];
}

const isRows = (value: unknown): value is Rows => typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string): Rows | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRows(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function listIn(tenant: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(tenant);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
