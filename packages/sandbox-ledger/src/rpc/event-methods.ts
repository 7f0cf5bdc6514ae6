/** Events, in the real server's format. */
import * as z from 'zod';
import { type EventPlace, eventId, lastEventId, parseEventId } from '../events/event-id.ts';
import type { StoredEvent } from '../events/event-store.ts';
import type { Ledger, LedgerView } from '../ledger.ts';
import { eventFilters, isWanted } from './event-filter.ts';
import { type Method, paramsError, parse, requireLedger, sequenceNumber, xdrFormat } from './params.ts';

const MAX_EVENTS = 10_000;
const DEFAULT_EVENTS = 100;
/** How many ledgers one request searches. */
const MAX_LEDGERS = 10_000;

const eventsParams = z.object({
  startLedger: sequenceNumber.optional(),
  endLedger: sequenceNumber.optional(),
  filters: eventFilters.nullish(),
  pagination: z.object({ cursor: z.string().optional(), limit: z.number().int().min(0).optional() }).optional(),
  xdrFormat,
});

export function eventMethods(ledger: Ledger): Readonly<Record<string, Method>> {
  return {
    getEvents(params) {
      const { startLedger = 0, endLedger = 0, filters, pagination } = parse(eventsParams, params);
      const { cursor } = pagination ?? {};
      const limit = pagination?.limit || DEFAULT_EVENTS;
      if (limit > MAX_EVENTS) throw paramsError(`limit must not exceed ${MAX_EVENTS}`);
      if (cursor !== undefined && (startLedger !== 0 || endLedger !== 0)) {
        throw paramsError('ledger ranges and cursor cannot both be set');
      }
      if (cursor === undefined && startLedger === 0) throw paramsError('startLedger must be positive');
      const first = cursor === undefined ? firstOf(startLedger) : afterCursor(cursor);
      return ledger.view((view) => {
        requireLedger(first.ledger, view);
        // Exclusive, like a cursor's end.
        const end = Math.min(
          view.latest.sequence + 1,
          first.ledger + MAX_LEDGERS,
          endLedger || Number.POSITIVE_INFINITY,
        );
        const found: StoredEvent[] = [];
        for (const event of view.events(eventId(first), lastEventId(end - 1))) {
          if (isWanted(event, filters ?? [])) found.push(event);
          if (found.length === limit) break;
        }
        return {
          events: found.map((event) => eventInfo(event, view)),
          cursor: found.length === limit ? found.at(-1)?.id : lastEventId(end - 1),
          latestLedger: view.latest.sequence,
          oldestLedger: view.oldest.sequence,
          latestLedgerCloseTime: String(view.latest.closedAt),
          oldestLedgerCloseTime: String(view.oldest.closedAt),
        };
      });
    },
  };
}

function firstOf(ledger: number): EventPlace {
  return { ledger, transaction: 0, operation: 0, event: 0 };
}

function afterCursor(cursor: string): EventPlace {
  const place = parseEventId(cursor);
  if (place === undefined) throw paramsError('pagination.cursor: must be the id of an event');
  return { ...place, event: place.event + 1 };
}

function eventInfo({ id, contract, topics, value }: StoredEvent, view: LedgerView) {
  const place = parseEventId(id) as EventPlace;
  const [transaction] = view.transactions(place.ledger, 1);
  return {
    type: 'contract',
    ledger: place.ledger,
    ledgerClosedAt: new Date((transaction?.closedAt ?? 0) * 1000).toISOString().replace('.000Z', 'Z'),
    contractId: contract,
    id,
    operationIndex: place.operation,
    transactionIndex: place.transaction,
    txHash: transaction?.hash,
    inSuccessfulContractCall: transaction?.success,
    topic: topics,
    value,
  };
}
