/** Transactions by hash and by ledger, in the real server's format. */
import { xdr } from '@stellar/stellar-sdk/base';
import * as z from 'zod';
import { ledgerOfToid, toid } from '../events/event-store.ts';
import type { Ledger } from '../ledger.ts';
import type { StoredTransaction } from '../store.ts';
import { type Method, paramsError, parse, parsePage, requireLedger, xdrFormat } from './params.ts';

const hashParams = z.object({
  hash: z.string().regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hexadecimal characters'),
  xdrFormat,
});

const MOST_MISSING = 1_000;

export function transactionMethods(ledger: Ledger): Readonly<Record<string, Method>> {
  const missing = { ledger: 0, hashes: new Set<string>() };

  /** A caller that asks again for a transaction that is not there waits for the next ledger, so one is closed. */
  function closeIfAwaited(hash: string): void {
    const latest = ledger.view((view) => (view.transaction(hash) === undefined ? view.latest.sequence : undefined));
    if (latest === undefined) return;
    if (missing.ledger !== latest || missing.hashes.size >= MOST_MISSING) missing.hashes.clear();
    missing.ledger = latest;
    if (missing.hashes.has(hash)) ledger.closeEmpty();
    missing.hashes.add(hash);
  }

  return {
    /** A fee bump is found by its own hash and by that of the transaction inside. */
    getTransaction(params) {
      const hash = parse(hashParams, params).hash.toLowerCase();
      closeIfAwaited(hash);
      return ledger.view((view) => {
        const stored = view.transaction(hash);
        return {
          ...(stored === undefined
            ? { status: 'NOT_FOUND', ledger: 0, createdAt: '0', applicationOrder: 0, feeBump: false }
            : { ...details(stored), createdAt: String(stored.closedAt) }),
          txHash: hash,
          latestLedger: view.latest.sequence,
          latestLedgerCloseTime: String(view.latest.closedAt),
          oldestLedger: view.oldest.sequence,
          oldestLedgerCloseTime: String(view.oldest.closedAt),
        };
      });
    },

    getTransactions(params) {
      const { startLedger, cursor, limit } = parsePage(params);
      return ledger.view((view) => {
        if (!cursor) requireLedger(startLedger, view);
        const from = cursor ? afterCursor(cursor) : startLedger;
        const found = view.transactions(from, limit);
        // A ledger has one transaction; a page that is not full covers everything up to the latest ledger.
        const reached = found.length === limit ? (found.at(-1)?.ledger ?? 0) : view.latest.sequence;
        return {
          transactions: found.map((stored) => ({
            ...details(stored),
            txHash: stored.hash,
            createdAt: stored.closedAt,
          })),
          latestLedger: view.latest.sequence,
          latestLedgerCloseTimestamp: view.latest.closedAt,
          oldestLedger: view.oldest.sequence,
          oldestLedgerCloseTimestamp: view.oldest.closedAt,
          cursor: toid(reached, 1, 1).toString(),
        };
      });
    },
  };
}

function details(stored: StoredTransaction) {
  const meta = xdr.TransactionMeta.fromXdr(stored.meta, 'base64') as xdr.TransactionMetaV4Arm;
  const { operations, events, diagnosticEvents } = meta.v4;
  return {
    status: stored.success ? 'SUCCESS' : 'FAILED',
    applicationOrder: 1,
    feeBump: stored.innerHash !== null,
    ledger: stored.ledger,
    envelopeXdr: stored.envelope,
    resultXdr: stored.result,
    resultMetaXdr: stored.meta,
    diagnosticEventsXdr: diagnosticEvents.map((event) => event.toXdr('base64')),
    events: {
      contractEventsXdr: operations.map(({ events: emitted }) => emitted.map((event) => event.toXdr('base64'))),
      transactionEventsXdr: events.map((event) => event.toXdr('base64')),
    },
  };
}

/** The first ledger after the one that a page ended in. */
function afterCursor(cursor: string): number {
  if (!/^\d{1,19}$/.test(cursor)) throw paramsError('pagination.cursor: must be a number from an earlier answer');
  return ledgerOfToid(BigInt(cursor)) + 1;
}
