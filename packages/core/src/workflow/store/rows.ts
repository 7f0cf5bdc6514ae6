import { ACTION_NAMES } from '../../actions/actions.ts';
import { recordDamaged } from '../../errors/damage.ts';
import type { DamagedPart } from '../../errors/problems.ts';
import { isObject } from '../../text/fields.ts';
import {
  type PastTransaction,
  type PreparedRequest,
  type PreparedTransaction,
  type StoredRisk,
  TRANSACTION_STATES,
} from '../model/requests.ts';

/** The column of each field. */
type Fields<Name extends string> = Readonly<Record<Name, string>>;
type Row = Readonly<Record<string, unknown>>;

type NotColumns = 'transactions' | 'pastAddresses';

export const PREPARED_FIELDS: Fields<Exclude<keyof PreparedRequest, 'owner' | NotColumns> | 'tenant' | 'person'> = {
  ...{ id: 'id', pageId: 'page_id', requestKey: 'request_key', action: 'action', request: 'request' },
  ...{ tenant: 'tenant', person: 'person', madeAt: 'made_at', round: 'round', risk: 'judged', names: 'names' },
  ...{ replaces: 'replaces', openedAt: 'opened_at', end: 'ended', plan: 'plan' },
};

/** The action is that of the request. */
export const TRANSACTION_FIELDS: Fields<Exclude<keyof PreparedTransaction, 'action'>> = {
  ...{ hash: 'hash', requestId: 'handle', unsignedXdr: 'unsigned_xdr', contractId: 'contract_id' },
  ...{ sequence: 'sequence', offeredAt: 'offered_at', offeredLedger: 'offered_ledger', expiresAt: 'expires_at' },
  ...{ reasons: 'reasons', state: 'state', isGivenUp: 'given_up', isCounted: 'counted', sentAt: 'sent_at' },
  ...{ signedXdr: 'signed_xdr', settlement: 'settlement', builtBy: 'built_by', sentBy: 'sent_by' },
};

export const PAST_FIELDS: Fields<Exclude<keyof PastTransaction, 'owner'> | 'tenant' | 'person'> = {
  ...{ hash: 'hash', requestId: 'handle', tenant: 'tenant', person: 'person', contractId: 'contract_id' },
  ...{ sequence: 'sequence', offeredAt: 'offered_at', expiresAt: 'expires_at' },
};

export const selected = (table: string, fields: Fields<string>): string =>
  Object.entries(fields)
    .map(([field, column]) => `${table}.${column} AS "${field}"`)
    .join(', ');

/** What the JSON of a field must be, and what is damaged where it is not. */
type JsonFields = Readonly<Record<string, readonly [DamagedPart, is: (value: unknown) => boolean]>>;

export const REQUEST_JSON: JsonFields = { request: ['request', isObject] };

/** A row without its nulls. @param json fields whose JSON is parsed. @throws CountersignError RECORD_DAMAGED */
export function objectOf<T>(row: Row, json: JsonFields = {}): T {
  const object: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(row)) {
    if (value !== null) object[field] = parsedField(row, field, json) ?? value;
  }
  return object as T;
}

function parsedField(row: Row, field: string, json: JsonFields): unknown {
  if (json[field] === undefined) return undefined;
  const [part, is] = json[field];
  try {
    const value: unknown = JSON.parse(row[field] as string);
    if (is(value)) return value;
  } catch {}
  throw recordDamaged(idOf(row), part);
}

/** Of what the row belongs to. */
const idOf = ({ id, requestId, hash, escrow }: Row): string => String(id ?? requestId ?? hash ?? escrow);

/** The last moment that a date can show. */
const LAST_MS = 8.64e15;

function requireTimes(row: Row, ...fields: readonly string[]): void {
  const isTime = (value: unknown) => typeof value === 'number' && Math.abs(value) <= LAST_MS;
  if (!fields.every((field) => row[field] === null || isTime(row[field]))) throw recordDamaged(idOf(row), 'times');
}

const isListWith =
  (...texts: readonly string[]) =>
  (value: unknown): boolean =>
    Array.isArray(value) &&
    value.every((each) => isObject(each) && texts.every((text) => typeof each[text] === 'string'));
const isCoded = isListWith('code');

type Owned<T> = T & { readonly tenant: string; readonly person: string };

export function preparedRequestOf(
  row: Row,
  transactions: readonly PreparedTransaction[],
  pastAddresses: readonly string[],
): PreparedRequest {
  if (!ACTION_NAMES.some((name) => name === row['action'])) throw recordDamaged(idOf(row), 'state');
  requireTimes(row, 'madeAt', 'openedAt');
  const { tenant, person, risk, ...prepared } = objectOf<Owned<Omit<PreparedRequest, 'owner' | NotColumns>>>(
    row,
    PREPARED_JSON,
  );
  return {
    ...prepared,
    owner: { tenant, id: person },
    risk: withoutRetired(risk),
    transactions,
    ...(pastAddresses.length === 0 ? {} : { pastAddresses }),
  } as PreparedRequest;
}

const PREPARED_JSON: JsonFields = {
  ...REQUEST_JSON,
  risk: [
    'warnings',
    (value) => isObject(value) && ['stops', 'warnings', 'facts'].every((each) => isCoded(value[each])),
  ],
  names: ['names', isListWith('name', 'address')],
  replaces: ['state', isObject],
  end: ['state', isObject],
  plan: ['state', isObject],
};
const TRANSACTION_JSON: JsonFields = { reasons: ['warnings', isCoded], settlement: ['outcome', isObject] };

/** Codes in rows of earlier versions that have no words any more; their meaning is found again in the transaction. */
const RETIRED: Readonly<Record<'stops' | 'warnings', readonly string[]>> = {
  stops: ['ONE_STRANGER_IN_ALL_ROLES', 'NOTHING_NEEDED'],
  warnings: ['MORE_THAN_NEEDED'],
};

function withoutRetired(risk: StoredRisk): StoredRisk {
  return {
    ...risk,
    stops: risk.stops.filter(({ code }) => !RETIRED.stops.includes(code)),
    warnings: risk.warnings.filter(({ code }) => !RETIRED.warnings.includes(code)),
  };
}

export function transactionOf(row: Row): PreparedTransaction {
  if (!TRANSACTION_STATES.some((state) => state === row['state'])) throw recordDamaged(idOf(row), 'state');
  requireTimes(row, 'offeredAt', 'expiresAt', 'sentAt');
  const transaction = objectOf<PreparedTransaction>(row, TRANSACTION_JSON);
  return { ...transaction, isGivenUp: row['isGivenUp'] === 1, isCounted: row['isCounted'] === 1 };
}

export function pastTransactionOf(row: Row): PastTransaction {
  const { tenant, person, ...past } = objectOf<Owned<Omit<PastTransaction, 'owner'>>>(row);
  return { ...past, owner: { tenant, id: person } };
}
