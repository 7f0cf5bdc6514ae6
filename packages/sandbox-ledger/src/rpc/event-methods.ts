/** Events, in the real server's format. */
import { StrKey, xdr } from '@stellar/stellar-sdk/base';
import * as z from 'zod';
import { type EventPlace, eventId, lastEventId, parseEventId, type StoredEvent } from '../events/event-store.ts';
import type { Ledger, LedgerView } from '../ledger.ts';
import { type Method, paramsError, parse, requireLedger, sequenceNumber, xdrFormat } from './params.ts';

const MAX_FILTERS = 5;
const MAX_CONTRACTS = 5;
const MAX_TOPIC_FILTERS = 5;
const MAX_SEGMENTS = 4;
const ONE = '*';
const ANY_NUMBER = '**';

/** A topic as base64 XDR, in the canonical form that events are stored in. */
const segment = z.string().transform((text, context) => {
  if (text === ONE || text === ANY_NUMBER) return text;
  try {
    return xdr.ScVal.fromXdr(text, 'base64').toXdr('base64');
  } catch {
    context.addIssue({ code: 'custom', message: 'must be *, ** or a contract value in base64 XDR' });
    return z.NEVER;
  }
});

const topicFilter = z
  .array(segment)
  .min(1)
  .refine((segments) => !segments.slice(0, -1).includes(ANY_NUMBER), '** is only allowed as the last segment')
  .refine(
    (segments) => segments.filter((text) => text !== ANY_NUMBER).length <= MAX_SEGMENTS,
    `a topic filter has at most ${MAX_SEGMENTS} segments`,
  );

const kind = z
  .string()
  .refine((text) => text === '' || text.split(',').every((name) => ['contract', 'system'].includes(name)), {
    error: "if set, type must be either 'system' or 'contract'",
  });

/** Which events a caller wants: any of up to five filters, each by kind, contract and topics (the RPC's getEvents). */
const eventFilters = z
  .array(
    z.object({
      type: kind.optional(),
      contractIds: z
        .array(z.string().refine((id) => StrKey.isValidContract(id), 'must be a contract address (C…)'))
        .max(MAX_CONTRACTS)
        .nullish(),
      topics: z.array(topicFilter).max(MAX_TOPIC_FILTERS).nullish(),
    }),
  )
  .max(MAX_FILTERS);

type EventFilters = z.output<typeof eventFilters>;

/** Without a filter every event is wanted. */
function isWanted(event: StoredEvent, filters: EventFilters): boolean {
  return filters.length === 0 || filters.some((filter) => matches(event, filter));
}

function matches(event: StoredEvent, { type, contractIds, topics }: EventFilters[number]): boolean {
  // This ledger has no system events.
  if (type && !type.split(',').includes('contract')) return false;
  if (contractIds?.length && !contractIds.includes(event.contract)) return false;
  return !topics?.length || topics.some((segments) => matchesTopics(event.topics, segments));
}

function matchesTopics(topics: readonly string[], segments: readonly string[]): boolean {
  const open = segments.at(-1) === ANY_NUMBER;
  const fixed = open ? segments.slice(0, -1) : segments;
  if (open ? topics.length < fixed.length : topics.length !== fixed.length) return false;
  return fixed.every((wanted, index) => wanted === ONE || wanted === topics[index]);
}

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
