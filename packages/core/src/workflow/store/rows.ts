/** Turns the store's rows into handles and offers. */
import type { PastTransaction, PreparedRequest, PreparedTransaction, StoredRisk } from './requests.ts';

/** The column of each field. */
type Fields<Name extends string> = Readonly<Record<Name, string>>;
type Row = Readonly<Record<string, unknown>>;

export const HANDLE_FIELDS: Fields<Exclude<keyof PreparedRequest, 'owner' | 'offers'> | 'tenant' | 'person'> = {
  ...{ id: 'id', pageId: 'page_id', requestKey: 'request_key', action: 'action', request: 'request' },
  ...{ tenant: 'tenant', person: 'person', madeAt: 'made_at', round: 'round', judged: 'judged', names: 'names' },
  ...{ replaces: 'replaces', openedAt: 'opened_at', end: 'ended', plan: 'plan' },
};

/** The action is that of the handle. */
export const OFFER_FIELDS: Fields<Exclude<keyof PreparedTransaction, 'action'>> = {
  ...{ hash: 'hash', handle: 'handle', unsignedXdr: 'unsigned_xdr', contractId: 'contract_id', sequence: 'sequence' },
  ...{ offeredAt: 'offered_at', offeredLedger: 'offered_ledger', expiresAt: 'expires_at', reasons: 'reasons' },
  ...{ state: 'state', isGivenUp: 'given_up', isCounted: 'counted', sentAt: 'sent_at', signedXdr: 'signed_xdr' },
  ...{ settlement: 'settlement', builtBy: 'built_by', sentBy: 'sent_by' },
};

export const PAST_FIELDS: Fields<Exclude<keyof PastTransaction, 'owner'> | 'tenant' | 'person'> = {
  ...{ hash: 'hash', handle: 'handle', tenant: 'tenant', person: 'person', contractId: 'contract_id' },
  ...{ sequence: 'sequence', offeredAt: 'offered_at', expiresAt: 'expires_at' },
};

/** What follows SELECT. */
export const selected = (table: string, fields: Fields<string>): string =>
  Object.entries(fields)
    .map(([field, column]) => `${table}.${column} AS "${field}"`)
    .join(', ');

/** A row without its nulls. @param json fields whose JSON is parsed */
export function objectOf<T>(row: Row, json: readonly string[] = []): T {
  const object: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(row)) {
    if (value !== null) object[field] = json.includes(field) ? JSON.parse(value as string) : value;
  }
  return object as T;
}

type Owned<T> = T & { readonly tenant: string; readonly person: string };

export function handleOf(row: Row, offers: readonly PreparedTransaction[]): PreparedRequest {
  const { tenant, person, judged, ...handle } = objectOf<Owned<Omit<PreparedRequest, 'owner' | 'offers'>>>(
    row,
    HANDLE_JSON,
  );
  return { ...handle, owner: { tenant, id: person }, judged: withoutRetired(judged), offers } as PreparedRequest;
}

const HANDLE_JSON = ['request', 'judged', 'names', 'replaces', 'end', 'plan'];

/**
 * Codes in rows of earlier versions, which have no words any more. Their meaning is found again in the transaction, or
 * when it is sent.
 */
const RETIRED = {
  stops: ['ONE_STRANGER_IN_ALL_ROLES', 'NOTHING_NEEDED'],
  warnings: ['MORE_THAN_NEEDED'],
} as const satisfies Record<string, readonly string[]>;

function withoutRetired(judged: StoredRisk): StoredRisk {
  const kept = <T extends { readonly code: string }>(list: readonly T[], retired: readonly string[]) =>
    list.filter(({ code }) => !retired.includes(code));
  return {
    ...judged,
    stops: kept(judged.stops, RETIRED.stops),
    warnings: kept(judged.warnings, RETIRED.warnings),
  };
}

export function offerOf(row: Row): PreparedTransaction {
  const offer = objectOf<PreparedTransaction>(row, ['reasons', 'settlement']);
  return { ...offer, isGivenUp: row['isGivenUp'] === 1, isCounted: row['isCounted'] === 1 };
}

export function pastOfferOf(row: Row): PastTransaction {
  const { tenant, person, ...past } = objectOf<Owned<Omit<PastTransaction, 'owner'>>>(row);
  return { ...past, owner: { tenant, id: person } };
}
