/** Offers that are gone: renewed, forgotten or discarded. Each is remembered for 30 days, without its transaction. */
import type { DatabaseSync } from 'node:sqlite';
import { MAX_PAST_OFFERS, PAST_KEPT_MS } from '../limits.ts';
import type { PastOffer } from '../offers.ts';
import { type PastRow, readPast } from '../past-rows.ts';

/** The offers that the file's trigger remembers whenever an offer is deleted. */
export function pastOffers(sqlite: DatabaseSync) {
  const byHash = sqlite.prepare('SELECT * FROM past_offer WHERE hash = ?');
  const remove = sqlite.prepare('DELETE FROM past_offer WHERE hash = ?');
  const restore = sqlite.prepare(
    `INSERT INTO offer (hash, handle, unsigned_xdr, contract_id, sequence, offered_at, expires_at, reasons, terms, tenant, person,
       state)
     SELECT hash, handle, ?, contract_id, sequence, offered_at, expires_at, reasons, terms, tenant, person, 'offered'
     FROM past_offer
     WHERE hash = ? AND EXISTS (SELECT 1 FROM handle WHERE id = past_offer.handle)`,
  );
  return {
    find(hash: string): PastOffer | undefined {
      const row = byHash.get(hash) as PastRow | undefined;
      return row === undefined ? undefined : readPast(row);
    },
    remove: (hash: string) => void remove.run(hash),
    /** Makes it one of its handle's offers again, if the handle is still kept. */
    restore(hash: string, unsignedXdr: string): void {
      if (restore.run(unsignedXdr, hash).changes > 0) remove.run(hash);
    },
  };
}

/** Deletes the oldest rows, by age and by number. */
export function sweepPastOffers(sqlite: DatabaseSync, now: number): void {
  sqlite.prepare('DELETE FROM past_offer WHERE expires_at < ?').run(now - PAST_KEPT_MS);
  sqlite
    .prepare(
      `DELETE FROM past_offer WHERE hash IN (
         SELECT hash FROM past_offer ORDER BY expires_at DESC LIMIT -1 OFFSET ${MAX_PAST_OFFERS})`,
    )
    .run();
}
