import { CountersignError } from '../../errors/errors.ts';
import { putRow, type Query } from '../../platform/database.ts';
import { mayBeSent, type PreparedRequest, type PreparedTransaction, type TransactionState } from '../model/requests.ts';
import { requireUnsent } from '../model/require-unsent.ts';
import { endAs } from './adding.ts';
import { settleAgreement } from './agreements.ts';
import { UNDECIDED_KEPT_WHEN_FULL_MS } from './limits.ts';
import type { StoreContext } from './request-reader.ts';
import { objectOf } from './rows.ts';
import type { Claim, KeptSignature, Store } from './store.ts';

export function sendingIn({ database, requestTable, now }: StoreContext) {
  const { query, write, lockRows, textsIn } = database;
  const locked = async (inside: Query, hash: string) => {
    const found = await requestTable.transaction(inside, hash);
    if (found === undefined) return undefined;
    if (found.requestId !== undefined) await lockRows(inside, 'handle WHERE id = $1', found.requestId);
    await lockRows(inside, 'offer WHERE hash = $1', hash);
    const prepared = found.requestId === undefined ? undefined : await requestTable.byId(inside, found.requestId);
    const transaction =
      prepared?.transactions.find((each) => each.hash === hash) ?? (await requestTable.transaction(inside, hash));
    return transaction && { transaction, prepared };
  };
  const lockedRequest = async (inside: Query, id: string) => {
    const prepared = await requestTable.locked(inside, id);
    if (prepared === undefined) throw new CountersignError('HANDLE_NOT_FOUND');
    return prepared;
  };
  return {
    claim: (hash, signedXdr, staleAfterMs, seen, by) =>
      write(async (inside): Promise<Claim> => {
        const found = await locked(inside, hash);
        if (found === undefined) return { kind: 'renewed' };
        const { transaction, prepared } = found;
        if (prepared?.end !== undefined && !mayBeSent(transaction)) return { kind: 'ended', end: prepared.end };
        const because = preventedBy(transaction, prepared?.transactions ?? [transaction], now(), staleAfterMs, seen);
        if (because !== undefined) return { kind: 'refused', because };
        const sql = `UPDATE offer SET state = 'sending', claim = claim + 1, sent_at = $1, signed_xdr = $2, sent_by = $3
          WHERE hash = $4 RETURNING claim`;
        const [row] = await inside<{ claim: number }>(sql, now(), signedXdr, by ?? null, hash);
        return { kind: 'granted', number: (row as { claim: number }).claim, before: transaction.state };
      }),
    setSentBy: async (hash, by) => {
      await query('UPDATE offer SET sent_by = $1 WHERE hash = $2', by, hash);
    },
    record: async (hash, claim, state, settlement) => {
      const stored = settlement === undefined ? null : JSON.stringify(settlement);
      const sql = "UPDATE offer SET state = $1, settlement = $2 WHERE hash = $3 AND state = 'sending' AND claim = $4";
      await query(sql, state, stored, hash, claim);
    },
    decide: (hash, { state, settlement }, unsignedXdr) =>
      write(async (inside) => {
        if (state === 'settled' && unsignedXdr !== undefined) await restore(inside, hash, unsignedXdr);
        await inside(
          `UPDATE offer SET state = $1, settlement = $2 WHERE hash = $3 AND state <> 'settled'
             AND ($1 = 'settled' OR state NOT IN ('taken', 'rejected', 'dead'))`,
          ...[state, settlement === undefined ? null : JSON.stringify(settlement), hash],
        );
        if (state === 'settled') await settleAgreement(inside, hash, now());
      }),
    noteDeath: async (hash, settlement) => {
      const sql = "UPDATE offer SET settlement = $1 WHERE hash = $2 AND state NOT IN ('settled', 'taken')";
      await query(sql, settlement === undefined ? null : JSON.stringify(settlement), hash);
    },
    notBefore: async (hash, ledger) => {
      await query('UPDATE offer SET offered_ledger = $1 WHERE hash = $2 AND offered_ledger IS NULL', ledger, hash);
    },
    count: async (hash) => {
      await query('UPDATE offer SET counted = 1 WHERE hash = $1', hash);
    },
    giveUp: async (hashes) => {
      await query(
        `UPDATE offer SET given_up = 1 WHERE hash IN (SELECT value FROM ${textsIn('$1')})`,
        JSON.stringify(hashes),
      );
    },
    end: (id, end) =>
      write(async (inside) => {
        requireUnsent(await lockedRequest(inside, id));
        await endAs(inside, id, end);
      }),
    forget: (id, isLimited) =>
      write(async (inside) => {
        requireOver(await lockedRequest(inside, id), now(), isLimited);
        await inside('DELETE FROM handle WHERE id = $1', id);
      }),
    opened: async (id) => {
      await query('UPDATE handle SET opened_at = $1 WHERE id = $2 AND opened_at IS NULL', now(), id);
    },
    signaturesOf: (requestId) => signaturesOf(query, requestId),
    keepSignatures: (hash, added) =>
      write(async (inside) => {
        const { transaction, prepared } = (await locked(inside, hash)) ?? {};
        const isWaiting =
          prepared?.end === undefined && transaction?.state === 'offered' && prepared?.transactions[0]?.hash === hash;
        if (prepared === undefined || !isWaiting) return undefined;
        for (const { signer, signature } of added) {
          await putRow(inside, 'kept_signature', { handle: prepared.id, signer, hash, signature }, 'handle, signer');
        }
        return (await signaturesOf(inside, prepared.id)).flatMap(({ signer, signature, ...over }) =>
          over.hash === hash && signature !== undefined ? [{ signer, signature }] : [],
        );
      }),
  } satisfies Partial<Store>;
}

async function signaturesOf(query: Query, requestId: string): Promise<readonly KeptSignature[]> {
  const sql = 'SELECT signer, hash, signature FROM kept_signature WHERE handle = $1 ORDER BY signer';
  return (await query(sql, requestId)).map((row) => objectOf<KeptSignature>(row));
}

/** Makes a past transaction one of its request's again, if the request is still kept. */
async function restore(query: Query, hash: string, unsignedXdr: string): Promise<void> {
  const restored = await query(
    `INSERT INTO offer (hash, handle, unsigned_xdr, contract_id, sequence, offered_at, expires_at, reasons, terms,
       tenant, person, state)
     SELECT hash, handle, $1, contract_id, sequence, offered_at, expires_at, reasons, terms, tenant, person, 'offered'
     FROM past_offer WHERE hash = $2 AND EXISTS (SELECT 1 FROM handle WHERE id = past_offer.handle)
     ON CONFLICT (hash) DO NOTHING RETURNING hash`,
    ...[unsignedXdr, hash],
  );
  if (restored.length > 0) await query('DELETE FROM past_offer WHERE hash = $1', hash);
}

/** What forbids sending `offer`: a settled or undecided sibling, its own final state, or a call that is sending it. */
function preventedBy(
  transaction: PreparedTransaction,
  siblings: readonly PreparedTransaction[],
  now: number,
  staleAfterMs: number,
  seen: TransactionState | undefined,
): PreparedTransaction | undefined {
  const { state, sentAt = 0 } = transaction;
  // A `sentAt` in the future was written before the clock was set back.
  const isBeingSent = state === 'sending' && sentAt > now - staleAfterMs && sentAt <= now;
  const wasSentSince = seen !== undefined && seen !== state && mayBeSent(transaction);
  return (
    siblings.find((other) => other.state === 'settled' || other.state === 'taken') ??
    siblings.find((other) => other.hash !== transaction.hash && mayBeSent(other) && !other.isGivenUp) ??
    (state === 'rejected' || state === 'dead' || isBeingSent || wasSentSince ? transaction : undefined)
  );
}

/** How long a settled request may count towards a daily limit, or warns of paying the same again. */
const COUNTED_MS = 24 * 3_600_000;

/** Refuses to forget what prevents a second sending, warns, or counts towards a limit. @throws NOT_OVER */
function requireOver({ action, transactions }: PreparedRequest, now: number, isLimited: boolean): void {
  // The chain refuses a second escrow, but not a second payment.
  const isKeptToday = isLimited || action !== 'deploy';
  const because = transactions
    .map((transaction) => reason(transaction, now, isKeptToday))
    .find((message) => message !== undefined);
  if (because !== undefined) throw new CountersignError('NOT_OVER', { message: because });
}

function reason(transaction: PreparedTransaction, now: number, isKeptToday: boolean): string | undefined {
  const { state, expiresAt, offeredAt, isGivenUp, contractId } = transaction;
  if (state === 'taken')
    return `${contractId} was taken with other terms. This record warns of paying to it, so it stays.`;
  if (mayBeSent(transaction) && !isGivenUp)
    return 'Its transaction was sent, and the ledger has not said yet what became of it.';
  if (state === 'settled' && isKeptToday && now < offeredAt + COUNTED_MS) {
    return `It counts for a day: towards a limit, or against doing the same twice. Forget it after ${utc(offeredAt + COUNTED_MS)}.`;
  }
  // The ledger was not asked, and a wallet may have sent it.
  if (state === 'offered' && now < expiresAt + UNDECIDED_KEPT_WHEN_FULL_MS) {
    return `Its transaction may have been signed, and could settle. Ask again after ${utc(expiresAt + UNDECIDED_KEPT_WHEN_FULL_MS)}.`;
  }
  return undefined;
}

const utc = (time: number): string => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
