/**
 * The store in SQLite, for memory and disk alike. Every change is one transaction, so that processes which share a
 * data folder agree.
 */
import type { ActionName } from '../../../actions/action.ts';
import { CountersignError } from '../../../errors/errors.ts';
import type { NetworkName } from '../../../escrow/network.ts';
import {
  type Asked,
  type Handle,
  mayBeSent,
  type NewOffer,
  type Offer,
  type OfferState,
  requireUnsent,
} from '../offers.ts';
import type { Store } from '../store.ts';
import { openStoreDatabase } from './database.ts';
import { pastOffers } from './past-offers.ts';
import { dropExpiredOffers, roomKeeper } from './room.ts';

/** With what each does, which its handle says; what was prepared elsewhere is a deploy. */
const OFFERS = `SELECT offer.*, COALESCE(handle.action, 'deploy') AS action
  FROM offer LEFT JOIN handle ON handle.id = offer.handle`;

/**
 * @param folder where the file stands (made if needed); absent: in memory
 * @param network whose handles are seen; a data folder may have been used with several
 * @throws CountersignError STORE_UNUSABLE, also by every method when the file fails later
 */
export function openSqliteStore(folder: string | undefined, network: NetworkName, now: () => number = Date.now): Store {
  const { sqlite, read, write } = openStoreDatabase(folder);
  const offersOf = sqlite.prepare(`${OFFERS} WHERE handle = ? ORDER BY number DESC`);
  const handleById = sqlite.prepare('SELECT * FROM handle WHERE id = ? AND network = ?');
  const handleByPage = sqlite.prepare('SELECT * FROM handle WHERE page_id = ? AND network = ?');
  const handleByRequest = sqlite.prepare('SELECT * FROM handle WHERE request_key = ?');
  const offerByHash = sqlite.prepare(`${OFFERS} WHERE hash = ?`);
  const offerByContract = sqlite.prepare(
    `${OFFERS} WHERE contract_id = ? AND COALESCE(handle.action, 'deploy') = ? ORDER BY number DESC LIMIT 1`,
  );
  const insertHandle = sqlite.prepare(
    'INSERT INTO handle (id, page_id, network, request_key, action, request) VALUES (?, ?, ?, ?, ?, ?)',
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
    const { id, page_id, action, request } = row as HandleRow;
    const asked = { action, request: JSON.parse(request) } as Asked;
    return { ...asked, id, pageId: page_id, offers: offersOf.all(id).map(readOffer) };
  };
  const offerOf = (hash: string) => optionalOffer(offerByHash.get(hash));
  const put = (handle: string | null, { hash, unsignedXdr, contractId, sequence, expiresAt, reasons }: NewOffer) => {
    past.remove(hash);
    insertOffer.run(hash, handle, unsignedXdr, contractId, sequence, now(), expiresAt, JSON.stringify(reasons));
  };

  return {
    find: async (id) => read(() => readHandle(handleById.get(id, network))),
    findByPage: async (pageId) => read(() => readHandle(handleByPage.get(pageId, network))),
    findByRequest: async (key) => read(() => readHandle(handleByRequest.get(key))),
    findByHash: async (hash) => read(() => offerOf(hash)),
    findByContract: async (action, contractId) => read(() => optionalOffer(offerByContract.get(contractId, action))),
    findPast: async (hash) => read(() => past.find(hash)),
    add: async ({ id, pageId, action, request, requestKey }, offer) =>
      write(() => {
        const known = readHandle(handleByRequest.get(requestKey));
        if (known === undefined) {
          room.make();
          insertHandle.run(id, pageId, network, requestKey, action, JSON.stringify(request));
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
    addForeign: async (offer) =>
      write(() => {
        put(null, offer);
        return offerOf(offer.hash) as Offer;
      }),
    claim: async (hash, signedXdr, staleAfterMs) =>
      write(() => {
        const offer = offerOf(hash);
        // Discarded, or renewed, since it was looked up.
        if (offer === undefined) throw new CountersignError('HANDLE_NOT_FOUND');
        const siblings = offer.handle === undefined ? [offer] : offersOf.all(offer.handle).map(readOffer);
        const because = standsAgainst(offer, siblings, now() - staleAfterMs);
        if (because !== undefined) return { kind: 'refused', because };
        const { claim } = setSending.get(now(), signedXdr, hash) as { claim: number };
        return { kind: 'granted', number: claim, before: offer.state };
      }),
    record: async (hash, claim, state, settlement) => {
      read(() => setClaimed.run(state, settlement === undefined ? null : JSON.stringify(settlement), hash, claim));
    },
    decide: async (hash, unsignedXdr, settlement) =>
      write(() => {
        if (settlement.status === 'settled') past.restore(hash, unsignedXdr);
        setDecided.run(settlement.status, JSON.stringify(settlement), hash);
      }),
    resolve: async (hash, state, settlement) => {
      read(() => setResolved.run(state, JSON.stringify(settlement), hash));
    },
    remove: async (id) =>
      write(() => {
        const handle = readHandle(handleById.get(id, network));
        if (handle === undefined) throw new CountersignError('HANDLE_NOT_FOUND');
        requireUnsent(handle);
        deleteHandle.run(id);
      }),
    close: async () => {
      if (sqlite.isOpen) sqlite.close();
    },
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

type HandleRow = { id: string; page_id: string; action: ActionName; request: string };
type OfferRow = {
  hash: string;
  action: ActionName;
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
  const { hash, action, handle, state, ...columns } = row as OfferRow;
  return {
    hash,
    action,
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
