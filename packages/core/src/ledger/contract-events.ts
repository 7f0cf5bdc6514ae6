/** Events of contracts, by Stellar RPC, over as many requests and pages as it takes. */
import { xdr } from '@stellar/stellar-sdk/base';
import type { Server } from '@stellar/stellar-sdk/rpc';
import * as z from 'zod';
import type { ContractEvent, History, NamedEvents } from './ledger.ts';
import { ledgerNumber } from './stellar-rpc.ts';

/** The real server's limit for one request. */
const MAX_FILTERS = 5;
const CONTRACTS_EACH = 5;
const MAX_CONTRACTS = MAX_FILTERS * CONTRACTS_EACH;
const PAGE = 1_000;
/** For events of anyone's contract, which may be 16 KiB each: more of them could be too much for one answer. */
const PAGE_OF_ANYONE = 150;
/** The ledgers that the real server searches for one page. */
const PAGE_LEDGERS = 10_000;
/** An RPC drops its oldest ledgers while it is asked, and refuses to search them. */
const DROPPED_LEDGERS = 12;
/** More is not worth the wait: the entries show what changed. */
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
  /** Older servers do not tell. */
  oldestLedger: ledgerNumber.optional(),
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
      contracts: some.slice(index * CONTRACTS_EACH, (index + 1) * CONTRACTS_EACH),
    }));
    events.push(...(await readPages(server, filters, from)).events);
  }
  return events;
}

/** When a ledger with an event of this contract closed. @throws Error of any kind, as `readEvents` */
export async function readEventTime(server: Server, contract: string, ledger: number): Promise<number | undefined> {
  const { events } = await readPages(server, [{ contracts: [contract] }], ledger, { end: ledger + 1 });
  return events.find(({ at }) => at !== undefined)?.at;
}

/** Events of any contract that have this name as their only topic. @throws Error of any kind, as `readEvents` */
export async function readEventsNamed(server: Server, name: string, from: number): Promise<NamedEvents> {
  const topic = xdr.ScVal.scvSymbol(name);
  const found = await readPages(server, [{ topics: [[topic]] }], from, { limit: PAGE_OF_ANYONE });
  if (!found.events.every(({ topics: [first] }) => first?.equals(topic))) throw new TypeError(NOT_ASKED_FOR);
  return found;
}

/** Every event that matches, in order. @throws Error of any kind, as `readEvents` */
export async function readEventsWith(server: Server, filter: Filter, from: number): Promise<readonly ContractEvent[]> {
  return (await readPages(server, [filter], from)).events;
}

/** The latest event that matches, searched backwards. */
export async function latestEvent(
  server: Server,
  filter: Filter,
  isWanted: (event: ContractEvent) => boolean,
  { oldestLedger, latestLedger }: Pick<History, 'oldestLedger' | 'latestLedger'>,
): Promise<ContractEvent | undefined> {
  // The newest range has no end, so that it includes ledgers that closed since.
  let end: number | undefined;
  for (let range = 0; range < MAX_PAGES; range++) {
    const oldest = oldestLedger + (range === 0 ? 0 : DROPPED_LEDGERS);
    const from = Math.max((end ?? latestLedger + 1) - PAGE_LEDGERS, oldest);
    if (end !== undefined && from >= end) break;
    const { events } = await readPages(server, [filter], from, { end });
    const found = events.findLast(isWanted);
    if (found !== undefined) return found;
    end = from;
  }
  return undefined;
}

/** Without contracts: of any. `topics`: alternatives, with a value or `*` for each. */
type Filter = {
  readonly contracts?: readonly string[];
  readonly topics?: readonly (readonly (xdr.ScVal | '*')[])[];
};

/** @param options `end`: exclusive; absent: to the latest ledger. `limit`: of a page */
async function readPages(
  server: Server,
  wanted: readonly Filter[],
  from: number,
  { end = Number.POSITIVE_INFINITY, limit = PAGE }: { readonly end?: number | undefined; readonly limit?: number } = {},
): Promise<NamedEvents> {
  const filters = wanted.map(({ contracts, topics }) => ({
    type: 'contract' as const,
    ...(contracts && { contractIds: [...contracts] }),
    ...(topics && {
      topics: topics.map((each) => each.map((topic) => (topic === '*' ? topic : topic.toXdr('base64')))),
    }),
  }));
  const range = { startLedger: from, ...(end === Number.POSITIVE_INFINITY ? {} : { endLedger: end }) };
  const isWanted = (contract: string) => wanted.some(({ contracts }) => contracts?.includes(contract) ?? true);
  const events: ContractEvent[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = pageSchema.parse(
      await server._getEvents(cursor === undefined ? { filters, limit, ...range } : { filters, limit, cursor }),
    );
    // That nothing is listed from before its history proves nothing.
    if ((answer.oldestLedger ?? from) > from) throw new TypeError('a history that begins too late');
    for (const { contractId: contract, ledger, ledgerClosedAt: at, txHash, topic, value } of answer.events) {
      if (!isWanted(contract) || ledger < from) throw new TypeError(NOT_ASKED_FOR);
      const topics = topic.map((text) => xdr.ScVal.fromXdr(text, 'base64'));
      events.push({
        contract,
        ledger,
        ...(at === undefined ? {} : { at }),
        ...(txHash === undefined ? {} : { transactionHash: txHash }),
        topics,
        value: xdr.ScVal.fromXdr(value, 'base64'),
      });
    }
    const last = Math.min(answer.latestLedger, end - 1);
    if (answer.events.length < limit && ledgerOf(answer.cursor) >= last) return { events, upTo: last };
    cursor = answer.cursor;
  }
  throw new TypeError('more events than are worth reading');
}

const NOT_ASKED_FOR = 'an event that was not asked for';

/** A cursor begins with the place in history (SEP-35), whose upper half is the ledger. */
const ledgerOf = (cursor: string): number => Number(BigInt(cursor.slice(0, 19)) >> 32n);
