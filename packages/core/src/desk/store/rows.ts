/** Turns the store's rows into handles and offers. */
import type { ActionName } from '../../actions/action.ts';
import type { Asked, Handle, Judged, Offer, OfferState, PastOffer } from './offers.ts';

export type HandleRow = {
  id: string;
  page_id: string;
  request_key: string;
  action: ActionName;
  request: string;
  tenant: string;
  person: string;
  made_at: number;
  round: number;
  judged: string;
  names: string;
  replaces: string | null;
  opened_at: number | null;
  ended: string | null;
};
type OfferRow = {
  hash: string;
  action: ActionName;
  handle: string | null;
  unsigned_xdr: string;
  contract_id: string;
  sequence: string | null;
  offered_at: number;
  offered_ledger: number | null;
  expires_at: number;
  reasons: string;
  state: OfferState;
  given_up: number;
  counted: number;
  sent_at: number | null;
  signed_xdr: string | null;
  settlement: string | null;
};

/** The action is that of the handle. */
export const OFFER_COLUMNS: readonly Exclude<keyof OfferRow, 'action'>[] = [
  ...([
    'hash',
    'handle',
    'unsigned_xdr',
    'contract_id',
    'sequence',
    'offered_at',
    'offered_ledger',
    'expires_at',
  ] as const),
  ...(['reasons', 'state', 'given_up', 'counted', 'sent_at', 'signed_xdr', 'settlement'] as const),
];

export function handleOf(row: HandleRow, offers: readonly Offer[]): Handle {
  return {
    ...({ action: row.action, request: JSON.parse(row.request) } as Asked),
    id: row.id,
    owner: { tenant: row.tenant, id: row.person },
    pageId: row.page_id,
    requestKey: row.request_key,
    round: row.round,
    madeAt: row.made_at,
    judged: judgedIn(row.judged),
    names: JSON.parse(row.names),
    ...(row.replaces === null ? {} : { replaces: JSON.parse(row.replaces) }),
    ...(row.opened_at === null ? {} : { openedAt: row.opened_at }),
    ...(row.ended === null ? {} : { end: JSON.parse(row.ended) }),
    offers,
  };
}

/**
 * Codes in rows of earlier versions, which have no words any more. What they said is found again in the transaction, or
 * when it is sent.
 */
const RETIRED = {
  stops: ['ONE_STRANGER_IN_ALL_ROLES', 'NOTHING_NEEDED'],
  warnings: ['MORE_THAN_NEEDED'],
} as const satisfies Record<string, readonly string[]>;

function judgedIn(text: string): Judged {
  const judged = JSON.parse(text) as Judged;
  const kept = <T extends { readonly code: string }>(list: readonly T[], retired: readonly string[]) =>
    list.filter(({ code }) => !retired.includes(code));
  return {
    ...judged,
    stops: kept(judged.stops, RETIRED.stops),
    warnings: kept(judged.warnings, RETIRED.warnings),
  };
}

export function readOffer(row: unknown): Offer {
  const { hash, action, handle, sequence, state, ...columns } = row as OfferRow;
  return {
    hash,
    action,
    state,
    ...(handle === null ? {} : { handle }),
    unsignedXdr: columns.unsigned_xdr,
    contractId: columns.contract_id,
    ...(sequence === null ? {} : { sequence }),
    offeredAt: columns.offered_at,
    ...(columns.offered_ledger === null ? {} : { offeredLedger: columns.offered_ledger }),
    expiresAt: columns.expires_at,
    reasons: JSON.parse(columns.reasons),
    isGivenUp: columns.given_up === 1,
    isCounted: columns.counted === 1,
    ...(columns.sent_at === null ? {} : { sentAt: columns.sent_at }),
    ...(columns.signed_xdr === null ? {} : { signedXdr: columns.signed_xdr }),
    ...(columns.settlement === null ? {} : { settlement: JSON.parse(columns.settlement) }),
  };
}

export type PastRow = {
  hash: string;
  handle: string;
  tenant: string;
  person: string;
  contract_id: string;
  sequence: string | null;
  offered_at: number;
  expires_at: number;
};

export function readPast(row: PastRow): PastOffer {
  return {
    hash: row.hash,
    handle: row.handle,
    owner: { tenant: row.tenant, id: row.person },
    contractId: row.contract_id,
    ...(row.sequence === null ? {} : { sequence: row.sequence }),
    offeredAt: row.offered_at,
    expiresAt: row.expires_at,
  };
}
