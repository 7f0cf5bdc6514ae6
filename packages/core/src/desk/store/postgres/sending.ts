/** Who may send an offer, and what became of it. */
import { CountersignError } from '../../../errors/errors.ts';
import type { NetworkName } from '../../../escrow/network.ts';
import type { Database, Query } from '../../../platform/database.ts';
import { mayBeSent } from '../offers.ts';
import { requireOver } from '../require-over.ts';
import { requireUnsent } from '../require-unsent.ts';
import { standsAgainst } from '../stands-against.ts';
import type { Claim, KeptSignature, Store } from '../store.ts';
import { endAs } from './adding.ts';
import { lockedHandle, offerOf } from './handles.ts';

type Sending = Pick<
  Store,
  | 'claim'
  | 'record'
  | 'decide'
  | 'notBefore'
  | 'count'
  | 'giveUp'
  | 'end'
  | 'forget'
  | 'opened'
  | 'signaturesOf'
  | 'keepSignatures'
>;

export function sendingIn({ query, write }: Database, network: NetworkName, now: () => number): Sending {
  /** The offer with its handle, locked until the end of the transaction. */
  const locked = async (inside: Query, hash: string) => {
    const found = await offerOf(inside, hash);
    if (found === undefined) return undefined;
    const handle = found.handle === undefined ? undefined : await lockedHandle(inside, network, found.handle);
    await inside('SELECT 1 FROM offer WHERE hash = $1 FOR UPDATE', hash);
    const offer = await offerOf(inside, hash);
    return offer && { offer, handle };
  };
  return {
    claim: (hash, signedXdr, staleAfterMs, seen) =>
      write(async (inside): Promise<Claim> => {
        const found = await locked(inside, hash);
        // The offer was renewed since the caller looked it up.
        if (found === undefined) throw new CountersignError('HANDLE_NOT_FOUND');
        const { offer, handle } = found;
        if (handle?.end !== undefined && !mayBeSent(offer)) return { kind: 'ended', end: handle.end };
        const because = standsAgainst(offer, handle?.offers ?? [offer], { staleAfterMs, now: now(), seen });
        if (because !== undefined) return { kind: 'refused', because };
        const sql = `UPDATE offer SET state = 'sending', claim = claim + 1, sent_at = $1, signed_xdr = $2
          WHERE hash = $3 RETURNING claim`;
        const [row] = await inside<{ claim: number }>(sql, now(), signedXdr, hash);
        return { kind: 'granted', number: (row as { claim: number }).claim, before: offer.state };
      }),
    record: async (hash, claim, state, settlement) => {
      const said = settlement === undefined ? null : JSON.stringify(settlement);
      const sql = "UPDATE offer SET state = $1, settlement = $2 WHERE hash = $3 AND state = 'sending' AND claim = $4";
      await query(sql, state, said, hash, claim);
    },
    decide: (hash, { state, settlement }, unsignedXdr) =>
      write(async (inside) => {
        if (state === 'settled' && unsignedXdr !== undefined) await restore(inside, hash, unsignedXdr);
        await inside(
          `UPDATE offer SET state = $1, settlement = $2 WHERE hash = $3 AND state <> 'settled'
             AND ($1 = 'settled' OR state NOT IN ('taken', 'rejected', 'dead'))`,
          ...[state, settlement === undefined ? null : JSON.stringify(settlement), hash],
        );
      }),
    notBefore: async (hash, ledger) => {
      await query('UPDATE offer SET offered_ledger = $1 WHERE hash = $2 AND offered_ledger IS NULL', ledger, hash);
    },
    count: async (hash) => {
      await query('UPDATE offer SET counted = 1 WHERE hash = $1', hash);
    },
    giveUp: async (hashes) => {
      await query('UPDATE offer SET given_up = 1 WHERE hash = ANY ($1)', hashes);
    },
    end: (id, end) =>
      write(async (inside) => {
        const handle = await lockedHandle(inside, network, id);
        if (handle === undefined) throw new CountersignError('HANDLE_NOT_FOUND');
        requireUnsent(handle);
        await endAs(inside, id, end);
      }),
    forget: (id, isLimited) =>
      write(async (inside) => {
        const handle = await lockedHandle(inside, network, id);
        if (handle === undefined) throw new CountersignError('HANDLE_NOT_FOUND');
        requireOver(handle, now(), isLimited);
        await inside('DELETE FROM handle WHERE id = $1', id);
      }),
    opened: async (id) => {
      await query('UPDATE handle SET opened_at = $1 WHERE id = $2 AND opened_at IS NULL', now(), id);
    },
    signaturesOf: (handle) => signaturesOf(query, handle),
    keepSignatures: (hash, added) =>
      write(async (inside) => {
        const { offer, handle } = (await locked(inside, hash)) ?? {};
        const isWaiting = handle?.end === undefined && offer?.state === 'offered' && handle?.offers[0]?.hash === hash;
        if (handle === undefined || !isWaiting) return undefined;
        for (const { signer, signature } of added) {
          await inside(
            `INSERT INTO kept_signature (handle, signer, hash, signature) VALUES ($1, $2, $3, $4)
             ON CONFLICT (handle, signer) DO UPDATE SET hash = excluded.hash, signature = excluded.signature`,
            ...[handle.id, signer, hash, signature],
          );
        }
        return (await signaturesOf(inside, handle.id)).flatMap(({ signer, signature, ...over }) =>
          over.hash === hash && signature !== undefined ? [{ signer, signature }] : [],
        );
      }),
  };
}

async function signaturesOf(query: Query, handle: string): Promise<readonly KeptSignature[]> {
  const sql = 'SELECT signer, hash, signature FROM kept_signature WHERE handle = $1 ORDER BY signer';
  const rows = await query<{ signer: string; hash: string; signature: string | null }>(sql, handle);
  return rows.map(({ signature, ...kept }) => ({ ...kept, ...(signature === null ? {} : { signature }) }));
}

/** Makes a past offer one of its handle's again, if the handle is still kept. */
async function restore(query: Query, hash: string, unsignedXdr: string): Promise<void> {
  await query(
    `WITH back AS (
       INSERT INTO offer (hash, handle, unsigned_xdr, contract_id, sequence, offered_at, expires_at, reasons, terms,
         tenant, person, state)
       SELECT hash, handle, $1, contract_id, sequence, offered_at, expires_at, reasons, terms, tenant, person, 'offered'
       FROM past_offer WHERE hash = $2 AND EXISTS (SELECT 1 FROM handle WHERE id = past_offer.handle)
       ON CONFLICT (hash) DO NOTHING RETURNING hash)
     DELETE FROM past_offer WHERE hash IN (SELECT hash FROM back)`,
    ...[unsignedXdr, hash],
  );
}
