/** Reads requests and transactions. A request comes with its transactions in one statement, so that both are from the same moment. */
import { readIntact } from '../../errors/damage.ts';
import type { NetworkName } from '../../escrow/network.ts';
import type { Database, Query, Value } from '../../platform/database.ts';
import type { ListedRequests, PreparedRequest, PreparedTransaction } from '../model/requests.ts';
import { PREPARED_FIELDS, preparedRequestOf, selected, TRANSACTION_FIELDS, transactionOf } from './rows.ts';
import type { Store } from './store.ts';

/** What each engine does in its own way. */
export type StoreEngine = Pick<Store, 'changedSince'> & {
  /** SQL of the end of a lease that begins now. */
  readonly leaseEnd: (ms: string) => string;
  /** Rows of a tenant (`$1`) that an index counts, and no fewer than its open requests: what follows `FROM`. */
  readonly atLeastOpenRequests: string;
};

/** What the queries of the store share. */
export type StoreContext = {
  readonly database: Database;
  readonly network: NetworkName;
  readonly now: () => number;
  readonly engine: StoreEngine;
  readonly requestTable: RequestReader;
};

export type RequestReader = ReturnType<typeof requestReader>;

/** Offers with the action of their request; one that was prepared elsewhere is a deploy. */
const OFFERS = `SELECT ${selected('offer', TRANSACTION_FIELDS)}, COALESCE(handle.action, 'deploy') AS action
  FROM offer LEFT JOIN handle ON handle.id = offer.handle`;

export function requestReader(database: Database, network: NetworkName) {
  const { listOf } = database;
  const transactionsOf = listOf('offer', TRANSACTION_FIELDS, 'WHERE offer.handle = handle.id', 'offer.number DESC');
  const ofRequest = 'WHERE past_offer.handle = handle.id';
  const pastOf = listOf('past_offer', { contractId: 'contract_id' }, ofRequest, 'past_offer.offered_at DESC');
  const withTransactions = `SELECT ${selected('handle', PREPARED_FIELDS)}, ${transactionsOf} AS offers, ${pastOf} AS past FROM handle`;
  const read = ({ offers, past, ...row }: Readonly<Record<string, unknown>>) =>
    preparedRequestOf(
      row,
      (JSON.parse(offers as string) as object[]).map((offer) => transactionOf({ ...offer, action: row['action'] })),
      (JSON.parse(past as string) as { contractId: string }[]).map(({ contractId }) => contractId),
    );
  /** @param where what follows `FROM handle` @throws CountersignError RECORD_DAMAGED */
  const all = async (query: Query, where: string, ...values: readonly Value[]): Promise<PreparedRequest[]> =>
    (await query(`${withTransactions} ${where}`, ...values)).map(read);
  /** The same for lists: a damaged one does not hide the others. */
  const listed = async (query: Query, where: string, ...values: readonly Value[]): Promise<ListedRequests> => {
    const { intact: preparedRequests, damaged } = readIntact(
      await query(`${withTransactions} ${where}`, ...values),
      read,
    );
    return { preparedRequests, damaged };
  };
  const one = async (query: Query, where: string, ...values: readonly Value[]): Promise<PreparedRequest | undefined> =>
    (await all(query, `${where} LIMIT 1`, ...values))[0];
  const byId = (query: Query, id: string) => one(query, 'WHERE id = $1 AND network = $2', id, network);
  /** @param where what follows the transactions and their requests */
  const offers = async (query: Query, where: string, ...values: readonly Value[]): Promise<PreparedTransaction[]> =>
    (await query(`${OFFERS} ${where}`, ...values)).map(transactionOf);
  /** Leaves out those that cannot be read. */
  const intactTransactions = async (query: Query, where: string, ...values: readonly Value[]) =>
    readIntact(await query(`${OFFERS} ${where}`, ...values), transactionOf).intact;
  return {
    all,
    listed,
    one,
    byId,
    locked: async (query: Query, id: string): Promise<PreparedRequest | undefined> => {
      await database.lockRows(query, 'handle WHERE id = $1', id);
      // Read only once the lock is held, so that the previous holder's changes are seen.
      return await byId(query, id);
    },
    offers,
    intactTransactions,
    transaction: async (query: Query, hash: string): Promise<PreparedTransaction | undefined> =>
      (await offers(query, 'WHERE hash = $1', hash))[0],
  };
}
