/** Which events a caller wants: any of up to five filters, each by kind, contract and topics (the RPC's getEvents). */
import { StrKey, xdr } from '@stellar/stellar-sdk/base';
import * as z from 'zod';
import type { StoredEvent } from '../events/event-store.ts';

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

export const eventFilters = z
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

export type EventFilters = z.output<typeof eventFilters>;

/** Without a filter every event is wanted. */
export function isWanted(event: StoredEvent, filters: EventFilters): boolean {
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
