/** What the store's specification works with: one store on a clock that the test sets, and requests with transactions. */
import type { Settlement, Store } from '@countersign/core';
import type { Context, NewRequest, NewTransaction } from '@countersign/core/internal/workflow/model/requests';
import type { Decision } from '@countersign/core/internal/workflow/store/store';
import type { NetworkName } from '@countersign/core/network';
import { beforeEach, onTestFinished } from 'vitest';
import { request } from '../fixtures/deploy-fixture.ts';

/** Opens a store at one place, again for each call. */
export type OpenStore = (network: NetworkName, now: () => number) => Store;

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
/** Two people of one server, and the one of a desk that knows no people. */
export const ADA = { tenant: 'guild', id: 'ada' };
export const BOB = { tenant: 'guild', id: 'bob' };
export const LOCAL = { tenant: 'local', id: 'local' };
export const settlement: Settlement = {
  status: 'settled',
  by: 'ledger',
  ledger: 'rpc.test',
  transactionHash: 'h',
  message: 'm',
  next: 'n',
};
export const JUDGED = { stops: [], warnings: [], facts: [] };

export const offer = (hash: string, expiresAt = 100_000, changes: Partial<NewTransaction> = {}): NewTransaction => ({
  hash,
  unsignedXdr: 'AAAA',
  contractId: `C-${hash}`,
  sequence: '7',
  expiresAt,
  reasons: [],
  ...changes,
});

/** Adds a transaction; gives the id of the request that has it. */
export const put = async (
  store: Store,
  requestKey: string,
  id: string,
  added: NewTransaction,
  changes: Partial<Pick<NewRequest, 'action' | 'owner' | 'request' | 'round' | 'series' | 'terms'>> = {},
  context: Pick<Context, 'agreement' | 'ends' | 'seenRivals' | 'names' | 'plan'> = {},
): Promise<string> => {
  const actionRequest = { action: 'deploy', request: request() } as const;
  const prepared = {
    ...actionRequest,
    id,
    pageId: `page-${id}`,
    owner: LOCAL,
    requestKey,
    round: 0,
    terms: requestKey,
  };
  return (await store.add({ ...prepared, ...changes } as NewRequest, added, { risk: JUDGED, ...context })).id;
};

/** Adds a deploy of Ada's with these changes, under its id, with one transaction whose hash is `h-` and that id. */
export const keep = (
  store: Store,
  id: string,
  changes: Record<string, unknown> = {},
  owner = ADA,
  expiresAt = 99 * DAY,
): Promise<string> => put(store, id, id, offer(`h-${id}`, expiresAt), { request: request(changes), owner });

export const decision = (state: Decision['state']): Decision =>
  state === 'dead' ? { state } : { state, settlement: { ...settlement, status: state } };

/** How a transaction can stand after it was sent: by what was recorded, or by the ledger's word. */
export type After = 'offered' | 'accepted' | 'unknown' | Decision['state'];

/** Claims a transaction and records what became of it; gives the claim's number. */
export async function send(store: Store, hash: string, after?: After): Promise<number> {
  const claim = await store.claim(hash, 'signed', 60_000);
  if (claim.kind !== 'granted') throw new Error(`the claim of ${hash} was refused`);
  if (after === 'offered' || after === 'accepted' || after === 'unknown') {
    await store.record(hash, claim.number, after);
  } else if (after !== undefined) {
    await store.decide(hash, decision(after));
  }
  return claim.number;
}

export async function keptOf(store: Store, ids: readonly string[]): Promise<string[]> {
  const found = await Promise.all(ids.map(async (id) => ((await store.find(id)) === undefined ? [] : [id])));
  return found.flat();
}

export function opened(open: OpenStore, network: NetworkName, now: () => number = () => 0): Store {
  const store = open(network, now);
  onTestFinished(() => store.close());
  return store;
}

/** A store whose clock the test sets. */
export function storeAt(open: OpenStore): { store: Store; at: (now: number) => void } {
  let now = 0;
  const store = opened(open, 'sandbox', () => now);
  return {
    store,
    at: (time) => {
      now = time;
    },
  };
}

/** The store of the running test, at a place of its own, and what sets its clock. `open`: opens it again. */
export type StoreScene = ReturnType<typeof storeAt> & { readonly open: OpenStore };

export function useStore(place: () => OpenStore): StoreScene {
  let running: StoreScene;
  beforeEach(() => {
    const open = place();
    running = { ...storeAt(open), open };
  });
  return {
    store: new Proxy({} as Store, { get: (_, name: keyof Store) => running.store[name] }),
    at: (now) => running.at(now),
    open: (network, now) => running.open(network, now),
  };
}
