/** Reads handles and offers. A handle comes with its offers in one statement, so that both are from the same moment. */
import { readIntact } from '../../errors/damage.ts';
import type { NetworkName } from '../../escrow/network.ts';
import type { Database, Query, Value } from '../../platform/database.ts';
import type { ListedRequests, PreparedRequest, PreparedTransaction } from '../model/requests.ts';
import { HANDLE_FIELDS, handleOf, OFFER_FIELDS, offerOf, selected } from './rows.ts';
import type { Store } from './store.ts';

/** What each engine does in its own way. */
export type StoreEngine = Pick<Store, 'changedSince'> & {
  /** SQL of the end of a lease that begins now. */
  readonly leaseEnd: (ms: string) => string;
  /** Rows of a tenant (`$1`) that an index counts, and no fewer than its open handles: what follows `FROM`. */
  readonly atLeastOpenHandles: string;
};

/** What the queries of the store share. */
export type StoreContext = {
  readonly database: Database;
  readonly network: NetworkName;
  readonly now: () => number;
  readonly engine: StoreEngine;
  readonly handles: HandleReader;
};

export type HandleReader = ReturnType<typeof handleReader>;

/** Offers with the action of their handle; one that was prepared elsewhere is a deploy. */
const OFFERS = `SELECT ${selected('offer', OFFER_FIELDS)}, COALESCE(handle.action, 'deploy') AS action
  FROM offer LEFT JOIN handle ON handle.id = offer.handle`;

export function handleReader(database: Database, network: NetworkName) {
  const offersOf = database.listOf('offer', OFFER_FIELDS, 'WHERE offer.handle = handle.id', 'offer.number DESC');
  const pastOf = database.listOf(
    'past_offer',
    { contractId: 'contract_id' },
    'WHERE past_offer.handle = handle.id',
    'past_offer.offered_at DESC',
  );
  const withOffers = `SELECT ${selected('handle', HANDLE_FIELDS)}, ${offersOf} AS offers, ${pastOf} AS past FROM handle`;
  const read = ({ offers, past, ...row }: Readonly<Record<string, unknown>>) =>
    handleOf(
      row,
      (JSON.parse(offers as string) as object[]).map((offer) => offerOf({ ...offer, action: row['action'] })),
      (JSON.parse(past as string) as { contractId: string }[]).map(({ contractId }) => contractId),
    );
  /** @param where what follows `FROM handle` @throws CountersignError RECORD_DAMAGED */
  const all = async (query: Query, where: string, ...values: readonly Value[]): Promise<PreparedRequest[]> =>
    (await query(`${withOffers} ${where}`, ...values)).map(read);
  /** The same for lists: a damaged one does not hide the others. */
  const listed = async (query: Query, where: string, ...values: readonly Value[]): Promise<ListedRequests> => {
    const { intact: handles, damaged } = readIntact(await query(`${withOffers} ${where}`, ...values), read);
    return { handles, damaged };
  };
  const one = async (query: Query, where: string, ...values: readonly Value[]): Promise<PreparedRequest | undefined> =>
    (await all(query, `${where} LIMIT 1`, ...values))[0];
  const byId = (query: Query, id: string) => one(query, 'WHERE id = $1 AND network = $2', id, network);
  /** @param where what follows the offers and their handles */
  const offers = async (query: Query, where: string, ...values: readonly Value[]): Promise<PreparedTransaction[]> =>
    (await query(`${OFFERS} ${where}`, ...values)).map(offerOf);
  /** Leaves out those that cannot be read. */
  const intactOffers = async (query: Query, where: string, ...values: readonly Value[]) =>
    readIntact(await query(`${OFFERS} ${where}`, ...values), offerOf).intact;
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
    intactOffers,
    offer: async (query: Query, hash: string): Promise<PreparedTransaction | undefined> =>
      (await offers(query, 'WHERE hash = $1', hash))[0],
  };
}
