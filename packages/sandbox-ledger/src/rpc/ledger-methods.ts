/** Ledgers, in the real server's format. */
import { xdr } from '@stellar/stellar-sdk/base';
import * as z from 'zod';
import type { Ledger, LedgerView } from '../ledger.ts';
import { PROTOCOL_VERSION } from '../rules.ts';
import type { ClosedLedger } from '../store.ts';
import { closeMeta, headerEntry } from './close-meta.ts';
import { type Method, paramsError, parse, requestError, requireLedger, sequenceNumber, xdrFormat } from './params.ts';

const MAX_LEDGERS = 200;
const DEFAULT_LEDGERS = 50;

const ledgersParams = z.object({
  startLedger: sequenceNumber.optional(),
  pagination: z.object({ cursor: z.string().optional(), limit: z.number().int().min(0).optional() }).optional(),
  xdrFormat,
});

export function ledgerMethods(ledger: Ledger): Readonly<Record<string, Method>> {
  return {
    getLatestLedger: () =>
      ledger.view((view) => ({
        id: view.latest.hash,
        protocolVersion: PROTOCOL_VERSION,
        sequence: view.latest.sequence,
        closeTime: String(view.latest.closedAt),
        headerXdr: view.latest.header.toXdr('base64'),
        metadataXdr: metaOf(view, view.latest),
      })),

    getLedgers(params) {
      const { startLedger, pagination } = parse(ledgersParams, params);
      const limit = pagination?.limit || DEFAULT_LEDGERS;
      if (limit > MAX_LEDGERS) throw requestError(`limit must not exceed ${MAX_LEDGERS}`);
      const cursor = pagination?.cursor;
      if (cursor && startLedger) throw requestError('startLedger and cursor cannot both be set');
      return ledger.view((view) => {
        const first = cursor ? afterCursor(cursor) : (startLedger ?? 0);
        requireLedger(first, view);
        const ledgers = view.ledgers(first, limit);
        return {
          ledgers: ledgers.map((closed) => ({
            hash: closed.hash,
            sequence: closed.sequence,
            ledgerCloseTime: String(closed.closedAt),
            headerXdr: headerEntry(closed).toXdr('base64'),
            metadataXdr: metaOf(view, closed),
          })),
          latestLedger: view.latest.sequence,
          latestLedgerCloseTime: view.latest.closedAt,
          oldestLedger: view.oldest.sequence,
          oldestLedgerCloseTime: view.oldest.closedAt,
          cursor: String(ledgers.at(-1)?.sequence ?? first - 1),
        };
      });
    },
  };
}

function metaOf(view: LedgerView, closed: ClosedLedger): string {
  const [transaction] = view.transactions(closed.sequence, 1);
  return xdr.LedgerCloseMeta.v2(
    closeMeta(closed, transaction?.ledger === closed.sequence ? transaction : undefined),
  ).toXdr('base64');
}

function afterCursor(cursor: string): number {
  if (!/^\d{1,10}$/.test(cursor)) throw paramsError('pagination.cursor: must be the number of a ledger');
  return Number(cursor) + 1;
}
