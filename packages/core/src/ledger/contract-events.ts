/** All events of contracts, by Stellar RPC, over as many requests and pages as it takes. */
import { xdr } from '@stellar/stellar-sdk/base';
import type { Server } from '@stellar/stellar-sdk/rpc';
import * as z from 'zod';
import type { ContractEvent, NamedEvents } from './ledger.ts';
import { ledgerNumber } from './stellar-rpc.ts';

/** The real server's limit for one request. */
const MAX_FILTERS = 5;
const CONTRACTS_EACH = 5;
const MAX_CONTRACTS = MAX_FILTERS * CONTRACTS_EACH;
const PAGE = 1_000;
/** An event may be 16 KiB: with more of them an answer could be too large. */
const PAGE_OF_ANYBODY = 150;
/** Each page covers up to 10,000 ledgers. More is not worth the wait: the entries show what changed. */
const MAX_PAGES = 20;

const MAX_TOPICS = 4;
const value = z.string().max(100_000);
const pageSchema = z.object({
  events: z
    .array(
      z.object({
        type: z.literal('contract'),
        ledger: ledgerNumber,
        ledgerClosedAt: z.iso.datetime().transform(Date.parse).optional().catch(undefined),
        txHash: z
          .string()
          .regex(/^[0-9a-f]{64}$/)
          .optional()
          .catch(undefined),
        contractId: z.string(),
        topic: z.array(value).max(MAX_TOPICS),
        value,
      }),
    )
    .max(PAGE),
  latestLedger: ledgerNumber,
  cursor: z.string().regex(/^\d{19}-\d{10}$/),
});

/**
 * Every event is checked to be of a requested contract and time.
 * @throws Error of any kind where the answer is not valid; the server refuses a ledger that it no longer has, or does
 *   not have yet
 */
export async function readEvents(server: Server, contracts: readonly string[], from: number): Promise<ContractEvent[]> {
  const events: ContractEvent[] = [];
  for (let begin = 0; begin < contracts.length; begin += MAX_CONTRACTS) {
    const some = contracts.slice(begin, begin + MAX_CONTRACTS);
    const filters = Array.from({ length: Math.ceil(some.length / CONTRACTS_EACH) }, (_, index) => ({
      type: 'contract' as const,
      contractIds: some.slice(index * CONTRACTS_EACH, (index + 1) * CONTRACTS_EACH),
    }));
    events.push(...(await readPages(server, filters, ({ contract }) => some.includes(contract), from, PAGE)).events);
  }
  return events;
}

/**
 * Events of any contract, by their first topic.
 * @throws Error of any kind, as `readEvents`
 */
export async function readEventsNamed(server: Server, name: string, from: number): Promise<NamedEvents> {
  const topic = xdr.ScVal.scvSymbol(name);
  const filters = [{ type: 'contract' as const, topics: [[topic.toXdr('base64'), '**']] }];
  return await readPages(
    server,
    filters,
    ({ topics: [first] }) => first?.equals(topic) === true,
    from,
    PAGE_OF_ANYBODY,
  );
}

type Filter = { readonly type: 'contract'; readonly contractIds?: string[]; readonly topics?: string[][] };

async function readPages(
  server: Server,
  filters: Filter[],
  isWanted: (event: ContractEvent) => boolean,
  from: number,
  limit: number,
): Promise<NamedEvents> {
  const events: ContractEvent[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = pageSchema.parse(
      await server._getEvents(
        cursor === undefined ? { filters, limit, startLedger: from } : { filters, limit, cursor },
      ),
    );
    for (const { contractId: contract, ledger, ledgerClosedAt: at, txHash, topic, value } of answer.events) {
      const event = {
        contract,
        ledger,
        ...(at === undefined ? {} : { at }),
        ...(txHash === undefined ? {} : { transactionHash: txHash }),
        topics: topic.map((text) => xdr.ScVal.fromXdr(text, 'base64')),
        value: xdr.ScVal.fromXdr(value, 'base64'),
      };
      if (!isWanted(event) || ledger < from) throw new TypeError('an event that was not asked for');
      events.push(event);
    }
    const { cursor: end, latestLedger } = answer;
    if (answer.events.length < limit && ledgerOf(end) >= latestLedger) return { events, upTo: latestLedger };
    cursor = answer.cursor;
  }
  throw new TypeError('more events than are worth reading');
}

/** A cursor begins with the place in history (SEP-35), whose upper half is the ledger. */
const ledgerOf = (cursor: string): number => Number(BigInt(cursor.slice(0, 19)) >> 32n);
