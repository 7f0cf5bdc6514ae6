/**
 * The store in SQLite, for memory and disk alike. Every change is one transaction, so that processes which share a
 * data folder agree.
 */
import { CountersignError } from '../../../errors/errors.ts';
import type { NetworkName } from '../../../escrow/network.ts';
import { numbered } from '../../../platform/sqlite.ts';
import { LOCAL_PERSON, type Person } from '../../person.ts';
import { addressOfOthers, offeredBefore } from '../add-refusals.ts';
import { handleCountsOf, handleCountsSql } from '../handle-counts.ts';
import {
  type Context,
  decidingOffer,
  type End,
  type Handle,
  mayBeSent,
  type NewHandle,
  type NewOffer,
  type Offer,
  type OfferState,
} from '../offers.ts';
import { requireOver } from '../require-over.ts';
import { requireUnsent } from '../require-unsent.ts';
import { type HandleRow, handleOf, optionalOffer, readOffer } from '../rows.ts';
import { standsAgainst } from '../stands-against.ts';
import type { Store } from '../store.ts';
import { changeFeed } from './changes.ts';
import { consentKeeper } from './consents.ts';
import { contactKeeper } from './contacts.ts';
import { openStoreDatabase } from './database.ts';
import { signatureKeeper } from './kept-signatures.ts';
import { leaseKeeper } from './leases.ts';
import { listAccessKeeper } from './list-access.ts';
import { pastOffers } from './past-offers.ts';
import { personKeeper } from './persons.ts';
import { gapKeeper } from './restored.ts';
import { dropOldOffers, dropSettledOf, roomKeeper, sweeps } from './room.ts';
import { escrowSearch } from './search.ts';
import { timersIn } from './timers.ts';
import { titleList } from './titles.ts';
import { toldKeeper } from './told.ts';
import { walletProofKeeper } from './wallet-proofs.ts';

/** Offers with the action of their handle; one that was prepared elsewhere is a deploy. */
const OFFERS = `SELECT offer.*, COALESCE(handle.action, 'deploy') AS action
  FROM offer LEFT JOIN handle ON handle.id = offer.handle`;

/**
 * @param folder where the file stands (made if needed); absent: in memory
 * @param network only its handles are seen; a data folder may have been used with several networks
 * @throws CountersignError STORE_UNUSABLE, also by every method when the file fails later
 */
export function openSqliteStore(
  folder: string | undefined,
  network: NetworkName,
  now: () => number = Date.now,
  { settledKeptMs }: { readonly settledKeptMs?: number | undefined } = {},
): Store {
  const opened = openStoreDatabase(folder);
  const { sqlite, read, write, writeLightly, close } = opened;
  const offersOf = sqlite.prepare(`${OFFERS} WHERE handle = ? ORDER BY number DESC`);
  const handleById = sqlite.prepare('SELECT * FROM handle WHERE id = ? AND network = ?');
  const handleByPage = sqlite.prepare('SELECT * FROM handle WHERE page_id = ? AND network = ?');
  const handleCounts = sqlite.prepare(handleCountsSql('?'));
  const isPage = sqlite.prepare('SELECT 1 FROM handle WHERE page_id = ? AND network = ?');
  const handleByRequest = sqlite.prepare('SELECT * FROM handle WHERE request_key = ?');
  const handlesFormer = sqlite.prepare(
    'SELECT * FROM handle WHERE request_key > ? AND request_key < ? ORDER BY round DESC, made_at DESC',
  );
  const handlesBySeries = sqlite.prepare(
    'SELECT * FROM handle WHERE series = ? AND network = ? ORDER BY made_at DESC, id',
  );
  const handlesByOwner = sqlite.prepare(
    'SELECT id FROM handle WHERE tenant = ? AND person = ? AND network = ? ORDER BY made_at DESC, id LIMIT ?',
  );
  const handlesByContract = sqlite.prepare(
    `SELECT * FROM handle WHERE tenant = ? AND person = ? AND network = ?
       AND id IN (SELECT handle FROM offer WHERE contract_id = ?) ORDER BY made_at DESC, id LIMIT 50`,
  );
  const handlesToSign = sqlite.prepare(
    `SELECT * FROM handle WHERE tenant = ? AND person = ? AND network = ? AND action <> 'deploy'
       AND ended IS NULL AND NOT EXISTS (SELECT 1 FROM offer WHERE offer.handle = handle.id
         AND state IN ('settled', 'taken', 'sending', 'accepted', 'unknown'))
     ORDER BY made_at DESC, id LIMIT ?`,
  );
  const handlesBySequence = sqlite.prepare(
    `SELECT * FROM handle WHERE tenant = ? AND person = ? AND network = ?
       AND id IN (SELECT handle FROM offer WHERE sequence = ?) ORDER BY made_at DESC, id LIMIT 50`,
  );
  const signersByOwner = sqlite.prepare(
    `SELECT json_extract(request, '$.signer') AS signer,
       MAX(EXISTS (SELECT 1 FROM offer WHERE offer.handle = newest.id AND offer.state NOT IN ('offered', 'dead'))) AS signed
     FROM (SELECT id, request FROM handle WHERE tenant = ? AND person = ? AND network = ?
       ORDER BY made_at DESC LIMIT 1000) AS newest
     WHERE json_valid(request) GROUP BY 1`,
  );
  const handlesUndecided = sqlite.prepare(
    `SELECT * FROM handle WHERE network = ? AND id IN (
       SELECT handle FROM offer INDEXED BY offer_open_of
       WHERE state <> 'settled' AND handle IS NOT NULL
         AND (state IN ('sending', 'unknown', 'accepted') OR (state = 'offered' AND expires_at < ?)))
       AND NOT EXISTS (SELECT 1 FROM offer WHERE offer.handle = handle.id AND state = 'settled')
     ORDER BY made_at LIMIT ?`,
  );
  const foreignUndecided = sqlite.prepare(
    `${OFFERS} WHERE offer.handle IS NULL AND state IN ('sending', 'unknown', 'accepted') LIMIT ?`,
  );
  const handlesSince = sqlite.prepare(
    `SELECT * FROM handle WHERE network = ?1 AND (?2 IS NULL OR (tenant = ?2 AND person = ?3))
       AND EXISTS (SELECT 1 FROM offer WHERE offer.handle = handle.id AND offered_at >= ?4
         AND (state = 'settled' OR (handle.ended IS NULL AND state NOT IN ('dead', 'rejected')
           AND (counted = 1 OR state <> 'offered'))))`,
  );
  const sameEngagement = sqlite.prepare(
    `SELECT 1 FROM handle WHERE engagement = ? AND network = ? AND NOT (tenant = ? AND person = ?) AND ended IS NULL
       AND EXISTS (SELECT 1 FROM offer WHERE offer.handle = handle.id AND terms <> ?) LIMIT 1`,
  );
  const offerByHash = sqlite.prepare(`${OFFERS} WHERE hash = ?`);
  const offerByContract = sqlite.prepare(
    `${OFFERS} WHERE contract_id = ? AND COALESCE(handle.action, 'deploy') = ? ORDER BY number DESC LIMIT 20`,
  );
  const offeredForOthers = sqlite.prepare(
    `SELECT 1 FROM offer WHERE contract_id = ?1 AND terms <> ?2
     UNION ALL SELECT 1 FROM past_offer WHERE contract_id = ?1 AND terms <> ?2 LIMIT 1`,
  );
  const insertHandle = sqlite.prepare(
    `INSERT INTO handle (id, page_id, network, request_key, action, request, tenant, person, made_at, round, series,
       engagement)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const setRequest = sqlite.prepare('UPDATE handle SET request = ? WHERE id = ?');
  const setContext = sqlite.prepare('UPDATE handle SET judged = ?, names = ?, replaces = ? WHERE id = ?');
  const setJudged = sqlite.prepare('UPDATE handle SET judged = ? WHERE id = ?');
  /** Frees a handle's request key, which only one handle may have. */
  const freeKey = sqlite.prepare("UPDATE handle SET request_key = request_key || ' ' || id WHERE id = ?");
  /** Reopens an ended handle if the same transaction is offered for its request again. */
  const goOn = sqlite.prepare(
    `UPDATE handle SET ended = NULL, request_key = ?1
     WHERE id = (SELECT handle FROM offer WHERE hash = ?2 AND state = 'offered')
       AND request_key = ?1 || ' ' || id AND ended IS NOT NULL AND json_extract(ended, '$.as') <> 'declined'
       AND NOT EXISTS (SELECT 1 FROM handle AS other WHERE other.request_key = ?1)
     RETURNING id`,
  );
  const insertOffer = sqlite.prepare(
    `INSERT INTO offer
       (hash, handle, unsigned_xdr, contract_id, sequence, offered_at, offered_ledger, expires_at, reasons, terms,
        tenant, person, counted, state)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'offered')
     ON CONFLICT (hash) DO NOTHING`,
  );
  const setSending = sqlite.prepare(
    "UPDATE offer SET state = 'sending', claim = claim + 1, sent_at = ?, signed_xdr = ? WHERE hash = ? RETURNING claim",
  );
  const setClaimed = sqlite.prepare(
    "UPDATE offer SET state = ?, settlement = ? WHERE hash = ? AND state = 'sending' AND claim = ?",
  );
  const setDecided = sqlite.prepare(
    `UPDATE offer SET state = ?1, settlement = ?2 WHERE hash = ?3 AND state <> 'settled'
       AND (?1 = 'settled' OR state NOT IN ('taken', 'rejected', 'dead'))`,
  );
  const setOfferedLedger = sqlite.prepare(
    'UPDATE offer SET offered_ledger = ? WHERE hash = ? AND offered_ledger IS NULL',
  );
  const setCounted = sqlite.prepare('UPDATE offer SET counted = 1 WHERE hash = ?');
  const setGivenUp = sqlite.prepare('UPDATE offer SET given_up = 1 WHERE hash = ?');
  const setEnded = sqlite.prepare('UPDATE handle SET ended = ? WHERE id = ? AND ended IS NULL');
  const setOpened = sqlite.prepare('UPDATE handle SET opened_at = ? WHERE id = ? AND opened_at IS NULL');
  const setOwner = sqlite.prepare(
    `UPDATE handle SET tenant = ?, person = ?, request_key = ?, series = ?
     WHERE id = ? AND tenant = 'local' AND person = 'local'`,
  );
  const setOffersOwner = sqlite.prepare('UPDATE offer SET tenant = ?, person = ? WHERE handle = ?');
  const setPastOwner = sqlite.prepare('UPDATE past_offer SET tenant = ?, person = ? WHERE handle = ?');
  const consents = consentKeeper(sqlite);
  const persons = personKeeper(sqlite);
  const room = roomKeeper(sqlite, now);
  const past = pastOffers(sqlite);
  const escrows = escrowSearch(sqlite, network);
  const titles = titleList(sqlite, network);
  const dropHandle = sqlite.prepare('DELETE FROM handle WHERE id = ?');
  const contacts = contactKeeper(sqlite, network, now);
  const told = toldKeeper(sqlite, network);
  const listAccess = listAccessKeeper(sqlite, network, now);
  const signatures = signatureKeeper(sqlite);
  const changes = changeFeed(sqlite);
  const leases = leaseKeeper(sqlite);
  const proofs = walletProofKeeper(sqlite, network, now);

  const readHandle = (row: unknown): Handle | undefined =>
    row === undefined ? undefined : handleOf(row as HandleRow, offersOf.all((row as HandleRow).id).map(readOffer));
  const readHandles = (rows: readonly unknown[]) => rows.map((row) => readHandle(row) as Handle);
  const offerOf = (hash: string) => optionalOffer(offerByHash.get(hash));
  const put = (handle: string | null, offer: NewOffer, terms: string | null, owner: Person = LOCAL_PERSON) => {
    const { hash, unsignedXdr, contractId, sequence, expiresAt, offeredLedger = null, reasons, isCounted } = offer;
    past.remove(hash);
    const kept = [now(), offeredLedger, expiresAt, JSON.stringify(reasons), terms, owner.tenant, owner.id] as const;
    insertOffer.run(hash, handle, unsignedXdr, contractId, sequence, ...kept, isCounted === false ? 0 : 1);
  };
  const endAs = (id: string, end: End): void => {
    if (setEnded.run(JSON.stringify(end), id).changes > 0) freeKey.run(id);
  };
  /** Whether there is a rival that the caller has not checked: one prepared or decided meanwhile. */
  const meetsAnother = (asked: NewHandle, offer: NewOffer, met: ReadonlyMap<string, OfferState>): boolean => {
    const { requestKey, series } = asked;
    const others = [
      handleByRequest.get(requestKey),
      ...handlesFormer.all(`${requestKey} `, `${requestKey}!`),
      ...(series === undefined ? [] : handlesBySeries.all(series, network)),
    ].filter((row) => row !== undefined);
    return readHandles(others)
      .flatMap(({ offers }) => offers)
      .some(({ hash, state, sequence, isGivenUp }) => {
        if (hash === offer.hash || met.get(hash) === state || isGivenUp) return false;
        return state === 'offered' ? sequence !== offer.sequence : state !== 'dead' && state !== 'rejected';
      });
  };
  /** The handle to which an offer is added. */
  const place = (asked: NewHandle): string => {
    const known = readHandle(handleByRequest.get(asked.requestKey));
    if (known !== undefined && known.round >= asked.round) {
      requireUnsent(known);
      dropOldOffers(sqlite, known.id, now());
      return known.id;
    }
    if (known !== undefined) {
      // A new round follows a decided handle, and supersedes any other.
      if (decidingOffer(known) === undefined) endAs(known.id, { as: 'superseded', at: now(), by: asked.id });
      else freeKey.run(known.id);
    }
    room.make(asked.owner.tenant);
    const { id, pageId, requestKey, action, request, owner, round, series = null, engagement = null } = asked;
    const from = [owner.tenant, owner.id, now(), round, series, engagement] as const;
    insertHandle.run(id, pageId, network, requestKey, action, JSON.stringify(request), ...from);
    escrows.add(id, asked);
    return id;
  };

  return {
    ...timersIn(opened, network),
    ...gapKeeper(opened, network, now, settledKeptMs),
    find: async (id) => read(() => readHandle(handleById.get(id, network))),
    findByPage: async (pageId) => read(() => readHandle(handleByPage.get(pageId, network))),
    hasPage: async (pageId) => read(() => isPage.get(pageId, network) !== undefined),
    findByRequest: async (key) => read(() => readHandle(handleByRequest.get(key))),
    // Freed keys sort between these two.
    findFormer: async (key) => read(() => readHandles(handlesFormer.all(`${key} `, `${key}!`))),
    findByHash: async (hash) => read(() => offerOf(hash)),
    findByContract: async (action, contractId) => read(() => offerByContract.all(contractId, action).map(readOffer)),
    findPast: async (hash) => read(() => past.find(hash)),
    findSeries: async (series) => read(() => readHandles(handlesBySeries.all(series, network))),
    findBySequence: async ({ tenant, id }, sequence) =>
      read(() => readHandles(handlesBySequence.all(tenant, id, network, sequence))),
    isAskedByOthers: async ({ owner, engagement = null, terms }) =>
      read(() => sameEngagement.get(engagement, network, owner.tenant, owner.id, terms) !== undefined),
    handlesOf: async ({ tenant, id }, most) =>
      read(() => (handlesByOwner.all(tenant, id, network, most) as { id: string }[]).map((row) => row.id)),
    handlesAbout: async ({ tenant, id }, contractId) =>
      read(() => readHandles(handlesByContract.all(tenant, id, network, contractId))),
    handlesToSign: async ({ tenant, id }, most) =>
      read(() => readHandles(handlesToSign.all(tenant, id, network, most))),
    signersOf: async ({ tenant, id }) =>
      read(() => {
        const rows = signersByOwner.all(tenant, id, network) as { signer: string | null; signed: number }[];
        return new Map(rows.flatMap(({ signer, signed }) => (signer === null ? [] : [[signer, signed === 1]])));
      }),
    search: async (search, most) =>
      read(() => {
        const { ids, total } = escrows.find(search, most);
        return { handles: ids.flatMap((id) => readHandle(handleById.get(id, network)) ?? []), total };
      }),
    titles: async (person, prefix, most, wallet) => read(() => titles(person, prefix, most, wallet)),
    undecided: async (time, most) => read(() => readHandles(handlesUndecided.all(network, time, most))),
    undecidedForeign: async (most) => read(() => foreignUndecided.all(most).map(readOffer)),
    askedSince: async (owner, time) =>
      read(() => {
        const whose = [owner?.tenant ?? null, owner?.id ?? null] as const;
        return readHandles(handlesSince.all(numbered(network, ...whose, time)));
      }),
    limitsOf: async (owner) => read(() => persons.limitsOf(owner)),
    setLimits: async (owner, limits) => write(() => persons.setLimits(owner, limits)),
    contactsOf: async (owner) => read(() => contacts.of(owner)),
    setContact: async (owner, contact, seen) => write(() => contacts.set(owner, contact, seen)),
    known: async (owner, keys) => read(() => persons.known(owner, keys)),
    remember: async (owner, keys) => write(() => persons.remember(owner, keys)),
    addListLink: async (owner, link) => write(() => listAccess.add('link', owner, link)),
    // Checked first by reading, so that guessed tokens cause no writes.
    useListLink: async (hash, session) =>
      read(() => listAccess.find('link', hash)) && (await write(() => listAccess.use(hash, session))),
    listSession: async (hash) => read(() => listAccess.find('session', hash)),
    endListSession: async (hash) => write(() => listAccess.end(hash)),
    toldTo: async (owner, follower, escrows) => read(() => told.of(owner, follower, escrows)),
    setTold: async (owner, follower, each) => write(() => told.set(owner, follower, each)),
    add: async (asked, offer, { judged, names = [], replaces, ends = [], met }: Context) =>
      write(() => {
        const terms = asked.action === 'deploy' ? asked.terms : null;
        if (terms !== null && offeredForOthers.get(numbered(offer.contractId, terms)) !== undefined)
          throw addressOfOthers();
        if (met !== undefined && meetsAnother(asked, offer, met)) throw new CountersignError('SEQUENCE_TAKEN');
        const same = goOn.get(numbered(asked.requestKey, offer.hash)) as { id: string } | undefined;
        if (same !== undefined) consents.dropConfirmations(same.id);
        const id = same?.id ?? place(asked);
        for (const earlier of ends) {
          const version = readHandle(handleById.get(earlier, network));
          const isUnsent = version !== undefined && decidingOffer(version) === undefined;
          if (isUnsent && earlier !== id) endAs(earlier, { as: 'superseded', at: now(), by: id });
        }
        const before = replaces === undefined ? null : JSON.stringify(replaces);
        // Of an equal payment or step, the escrow's state as it was shown may be newer.
        if (asked.action !== 'deploy') setRequest.run(JSON.stringify(asked.request), id);
        setContext.run(JSON.stringify(judged), JSON.stringify(names), before, id);
        put(id, offer, terms, asked.owner);
        signatures.dropOthers(id, offer.hash);
        const handle = readHandle(handleById.get(id, network)) as Handle;
        // It was offered for another request, or for this one and has been decided since.
        const isOpen = handle.offers.some(({ hash, state }) => hash === offer.hash && state === 'offered');
        if (!isOpen) throw offeredBefore();
        return handle;
      }),
    judge: async (id, judged) => {
      await write(() => void setJudged.run(JSON.stringify(judged), id));
    },
    addForeign: async (offer) =>
      write(() => {
        put(null, offer, null);
        return offerOf(offer.hash) as Offer;
      }),
    signaturesOf: async (handle) => read(() => signatures.of(handle)),
    keepSignatures: async (hash, added) =>
      write(() => {
        const offer = offerOf(hash);
        const handle = offer?.handle === undefined ? undefined : readHandle(handleById.get(offer.handle, network));
        const isWaiting = handle?.end === undefined && offer?.state === 'offered' && handle?.offers[0]?.hash === hash;
        if (handle === undefined || !isWaiting) return undefined;
        signatures.keep(handle.id, hash, added);
        return signatures.of(handle.id).flatMap(({ signer, signature, ...over }) => {
          return over.hash === hash && signature !== undefined ? [{ signer, signature }] : [];
        });
      }),
    claim: async (hash, signedXdr, staleAfterMs, seen) =>
      write(() => {
        const offer = offerOf(hash);
        // The offer was renewed since the caller looked it up.
        if (offer === undefined) throw new CountersignError('HANDLE_NOT_FOUND');
        const handle = offer.handle === undefined ? undefined : readHandle(handleById.get(offer.handle, network));
        if (handle?.end !== undefined && !mayBeSent(offer)) return { kind: 'ended', end: handle.end };
        const because = standsAgainst(offer, handle?.offers ?? [offer], { staleAfterMs, now: now(), seen });
        if (because !== undefined) return { kind: 'refused', because };
        const { claim } = setSending.get(now(), signedXdr, hash) as { claim: number };
        return { kind: 'granted', number: claim, before: offer.state };
      }),
    record: async (hash, claim, state, settlement) => {
      await write(
        () => void setClaimed.run(state, settlement === undefined ? null : JSON.stringify(settlement), hash, claim),
      );
    },
    decide: async (hash, { state, settlement }, unsignedXdr) =>
      write(() => {
        if (state === 'settled' && unsignedXdr !== undefined) past.restore(hash, unsignedXdr);
        setDecided.run(numbered(state, settlement === undefined ? null : JSON.stringify(settlement), hash));
      }),
    notBefore: async (hash, ledger) => {
      await write(() => void setOfferedLedger.run(ledger, hash));
    },
    count: async (hash) => {
      await write(() => void setCounted.run(hash));
    },
    giveUp: async (hashes) =>
      write(() => {
        for (const hash of hashes) setGivenUp.run(hash);
      }),
    end: async (id, end) =>
      write(() => {
        const handle = readHandle(handleById.get(id, network));
        if (handle === undefined) throw new CountersignError('HANDLE_NOT_FOUND');
        requireUnsent(handle);
        endAs(id, end);
      }),
    forget: async (id, isLimited) =>
      write(() => {
        const handle = readHandle(handleById.get(id, network));
        if (handle === undefined) throw new CountersignError('HANDLE_NOT_FOUND');
        requireOver(handle, now(), isLimited);
        dropHandle.run(id);
      }),
    forgetSettled: async (tenant, time) =>
      write(() => {
        dropSettledOf(sqlite, tenant, time);
      }),
    opened: async (id) => {
      await write(() => void setOpened.run(now(), id));
    },
    confirm: async (id, content, by) => write(() => consents.confirm(id, content, by)),
    isConfirmed: async (id, content, by) => read(() => consents.isConfirmed(id, content, by)),
    grant: async (id, to, right) => write(() => consents.grant(id, to, right)),
    rightOf: async (id, person) => read(() => consents.rightOf(id, person)),
    adopt: async (id, owner, requestKey, series) =>
      write(() => {
        // A handle that ended, or was asked for again since, no longer has the request key.
        const standing = readHandle(handleByRequest.get(requestKey)) ?? { id };
        const isFree = readHandle(handleById.get(id, network))?.end === undefined && standing.id === id;
        const key = isFree ? requestKey : `${requestKey} ${id}`;
        const { changes } = setOwner.run(owner.tenant, owner.id, key, series ?? null, id);
        if (changes === 0) return;
        for (const statement of [setOffersOwner, setPastOwner]) statement.run(owner.tenant, owner.id, id);
        escrows.setOwner(owner, id);
      }),
    changedSince: async (cursor) => read(() => changes.since(cursor)),
    askProof: async (owner, asked) => write(() => proofs.ask(owner, asked)),
    proofAsked: async (hash) => read(() => proofs.asked(hash)),
    prove: async (hash) => write(() => proofs.prove(hash)),
    provenAt: async (owner, address) => read(() => proofs.provenAt(owner, address)),
    proversOf: async (tenant, address) => read(() => proofs.proversOf(tenant, address)),
    handleCounts: async () => read(() => handleCountsOf(handleCounts.all(network))),
    takeLease: async (key, holder, ms) => writeLightly(() => leases.take(key, holder, ms)),
    dropLease: async (key, holder) => writeLightly(() => leases.drop(key, holder)),
    sweep: async () => {
      // One after another, so that nobody waits for all of them.
      for (const part of sweeps(sqlite, now, settledKeptMs)) await write(part);
    },
    close,
  };
}
