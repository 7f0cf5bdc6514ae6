/**
 * Prepared escrows and what became of them. One implementation for memory and disk: SQLite, in a file or in
 * `:memory:`. Every change is one transaction, so that processes which share a data folder agree.
 */
import { CountersignError } from '../../errors/errors.ts';
import type { NetworkName } from '../../escrow/network.ts';
import type { Settlement } from '../results.ts';
import { openStoreDatabase } from './database.ts';
import {
  type Handle,
  mayBeSent,
  type NewHandle,
  type NewOffer,
  type Offer,
  type OfferState,
  requireUnsent,
} from './offers.ts';
import { type PastOffer, pastOffers } from './past-offers.ts';
import { dropExpiredOffers, roomKeeper } from './room.ts';

/** Either the right to send an offer, with what it was before; or the offer that stands against it. */
export type Claim =
  | { readonly kind: 'granted'; readonly number: number; readonly before: OfferState }
  | { readonly kind: 'refused'; readonly because: Offer };

export type Store = {
  find(id: string): Handle | undefined;
  findByPage(pageId: string): Handle | undefined;
  findByRequest(requestKey: string): Handle | undefined;
  findByHash(hash: string): Offer | undefined;
  findByContract(contractId: string): Offer | undefined;
  /** An offer that was renewed, forgotten or discarded up to 30 days ago. */
  findPast(hash: string): PastOffer | undefined;
  /**
   * Adds an offer to the handle of its request, which is made if there is none. Gives that handle.
   * @throws CountersignError STORE_FULL; OUTCOME_UNKNOWN or ALREADY_SETTLED if one was sent meanwhile;
   *   TRANSACTION_MISMATCH if the transaction was offered for another request
   */
  add(handle: NewHandle, offer: NewOffer): Handle;
  /** Adds a transaction that was prepared elsewhere, so that it too is sent once; gives it as it stands. */
  addForeign(offer: NewOffer): Offer;
  /** The right to send an offer. A claim older than `staleAfterMs` died with its process and is taken over. */
  claim(hash: string, signedXdr: string, staleAfterMs: number): Claim;
  /**
   * Records what became of a claimed offer. A claim that was taken over meanwhile may still say that it settled,
   * and nothing else.
   */
  record(hash: string, claim: number, state: OfferState, settlement?: Settlement): void;
  /** Records what the ledger says of an offer that was not sent from here. One that was renewed and settled comes back. */
  decide(hash: string, unsignedXdr: string, settlement: Settlement): void;
  /** Ends an unknown outcome by somebody else's word. */
  resolve(hash: string, state: 'settled' | 'rejected', settlement: Settlement): void;
  /** Forgets a handle. @throws CountersignError HANDLE_NOT_FOUND; OUTCOME_UNKNOWN, ALREADY_SETTLED if it was sent */
  remove(id: string): void;
  close(): void;
};

/**
 * @param folder where the file stands (made if needed); absent: in memory
 * @param network whose handles are seen; a data folder may have been used with several
 * @throws CountersignError STORE_UNUSABLE, also from every method when the file fails later
 */
export function openStore(folder: string | undefined, network: NetworkName, now: () => number = Date.now): Store {
  const { sqlite, read, write } = openStoreDatabase(folder);
  const offersOf = sqlite.prepare('SELECT * FROM offer WHERE handle = ? ORDER BY number DESC');
  const handleById = sqlite.prepare('SELECT * FROM handle WHERE id = ? AND network = ?');
  const handleByPage = sqlite.prepare('SELECT * FROM handle WHERE page_id = ? AND network = ?');
  const handleByRequest = sqlite.prepare('SELECT * FROM handle WHERE request_key = ?');
  const offerByHash = sqlite.prepare('SELECT * FROM offer WHERE hash = ?');
  const offerByContract = sqlite.prepare('SELECT * FROM offer WHERE contract_id = ? ORDER BY number DESC LIMIT 1');
  const insertHandle = sqlite.prepare(
    'INSERT INTO handle (id, page_id, network, request_key, request) VALUES (?, ?, ?, ?, ?)',
  );
  const insertOffer = sqlite.prepare(
    `INSERT INTO offer (hash, handle, unsigned_xdr, contract_id, sequence, offered_at, expires_at, reasons, state)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'offered')
     ON CONFLICT (hash) DO NOTHING`,
  );
  const setSending = sqlite.prepare(
    "UPDATE offer SET state = 'sending', claim = claim + 1, sent_at = ?, signed_xdr = ? WHERE hash = ? RETURNING claim",
  );
  const setClaimed = sqlite.prepare(
    "UPDATE offer SET state = ?1, settlement = ?2 WHERE hash = ?3 AND ((state = 'sending' AND claim = ?4) OR ?1 = 'settled')",
  );
  const setDecided = sqlite.prepare("UPDATE offer SET state = ?, settlement = ? WHERE hash = ? AND state <> 'settled'");
  const setResolved = sqlite.prepare(
    "UPDATE offer SET state = ?, settlement = ? WHERE hash = ? AND state IN ('sending', 'unknown')",
  );
  const deleteHandle = sqlite.prepare('DELETE FROM handle WHERE id = ?');
  const room = roomKeeper(sqlite, now);
  const past = pastOffers(sqlite);

  const readHandle = (row: unknown): Handle | undefined => {
    if (row === undefined) return undefined;
    const { id, page_id, request } = row as HandleRow;
    return { id, pageId: page_id, request: JSON.parse(request), offers: offersOf.all(id).map(readOffer) };
  };
  const offerOf = (hash: string) => optionalOffer(offerByHash.get(hash));
  const put = (handle: string | null, { hash, unsignedXdr, contractId, sequence, expiresAt, reasons }: NewOffer) => {
    past.remove(hash);
    insertOffer.run(hash, handle, unsignedXdr, contractId, sequence, now(), expiresAt, JSON.stringify(reasons));
  };

  return {
    find: (id) => read(() => readHandle(handleById.get(id, network))),
    findByPage: (pageId) => read(() => readHandle(handleByPage.get(pageId, network))),
    findByRequest: (key) => read(() => readHandle(handleByRequest.get(key))),
    findByHash: (hash) => read(() => offerOf(hash)),
    findByContract: (contractId) => read(() => optionalOffer(offerByContract.get(contractId))),
    findPast: (hash) => read(() => past.find(hash)),
    add: ({ id, pageId, request, requestKey }, offer) =>
      write(() => {
        const known = readHandle(handleByRequest.get(requestKey));
        if (known === undefined) {
          room.make();
          insertHandle.run(id, pageId, network, requestKey, JSON.stringify(request));
        } else {
          requireUnsent(known);
          dropExpiredOffers(sqlite, known.id, now());
        }
        put(known?.id ?? id, offer);
        room.sweep();
        const handle = readHandle(handleByRequest.get(requestKey)) as Handle;
        // Given for another request before, or for this one and refused by the ledger since.
        const isOpen = handle.offers.some(({ hash, state }) => hash === offer.hash && state === 'offered');
        if (!isOpen) throw offeredBefore();
        return handle;
      }),
    addForeign: (offer) =>
      write(() => {
        put(null, offer);
        return offerOf(offer.hash) as Offer;
      }),
    claim: (hash, signedXdr, staleAfterMs) =>
      write(() => {
        const offer = offerOf(hash) as Offer;
        const siblings = offer.handle === undefined ? [offer] : offersOf.all(offer.handle).map(readOffer);
        const because = standsAgainst(offer, siblings, now() - staleAfterMs);
        if (because !== undefined) return { kind: 'refused', because };
        const { claim } = setSending.get(now(), signedXdr, hash) as { claim: number };
        return { kind: 'granted', number: claim, before: offer.state };
      }),
    record: (hash, claim, state, settlement) => {
      read(() => setClaimed.run(state, settlement === undefined ? null : JSON.stringify(settlement), hash, claim));
    },
    decide: (hash, unsignedXdr, settlement) =>
      write(() => {
        if (settlement.status === 'settled') past.restore(hash, unsignedXdr);
        setDecided.run(settlement.status, JSON.stringify(settlement), hash);
      }),
    resolve: (hash, state, settlement) => {
      read(() => setResolved.run(state, JSON.stringify(settlement), hash));
    },
    remove: (id) =>
      write(() => {
        const handle = readHandle(handleById.get(id, network));
        if (handle === undefined) throw new CountersignError('HANDLE_NOT_FOUND');
        requireUnsent(handle);
        deleteHandle.run(id);
      }),
    close: () => sqlite.close(),
  };
}

/** What forbids sending `offer`: a settled sibling, an undecided one, a refusal of its own, a call that is at it. */
function standsAgainst(offer: Offer, siblings: readonly Offer[], staleBefore: number): Offer | undefined {
  const isBeingSent = offer.state === 'sending' && (offer.sentAt ?? 0) > staleBefore;
  return (
    siblings.find(({ state }) => state === 'settled') ??
    siblings.find((other) => other.hash !== offer.hash && mayBeSent(other)) ??
    (offer.state === 'rejected' || isBeingSent ? offer : undefined)
  );
}

function offeredBefore(): CountersignError {
  const message =
    'The service answered with a transaction that it gave before, for another request or with no success. It is not given out.';
  return new CountersignError('TRANSACTION_MISMATCH', { message });
}

type HandleRow = { id: string; page_id: string; request: string };
type OfferRow = {
  hash: string;
  handle: string | null;
  unsigned_xdr: string;
  contract_id: string;
  offered_at: number;
  expires_at: number;
  reasons: string;
  state: OfferState;
  sent_at: number | null;
  signed_xdr: string | null;
  settlement: string | null;
};

const optionalOffer = (row: unknown): Offer | undefined => (row === undefined ? undefined : readOffer(row));

function readOffer(row: unknown): Offer {
  const { hash, handle, state, ...columns } = row as OfferRow;
  return {
    hash,
    state,
    ...(handle === null ? {} : { handle }),
    unsignedXdr: columns.unsigned_xdr,
    contractId: columns.contract_id,
    offeredAt: columns.offered_at,
    expiresAt: columns.expires_at,
    reasons: JSON.parse(columns.reasons),
    ...(columns.sent_at === null ? {} : { sentAt: columns.sent_at }),
    ...(columns.signed_xdr === null ? {} : { signedXdr: columns.signed_xdr }),
    ...(columns.settlement === null ? {} : { settlement: JSON.parse(columns.settlement) }),
  };
}
