/** Of the store's specification: what another network must not see. */
import type { Store } from '@countersign/core';
import { expect, test } from 'vitest';
import { agreement } from './store-agreed.ts';
import { proofRequest } from './store-proofs.ts';
import { GAP } from './store-restored.ts';
import { ADA, keep, LOCAL, offer, opened, put, type StoreScene } from './store-scene.ts';
import { by } from './store-timers.ts';

type OfNetwork = {
  readonly write: (store: Store) => Promise<unknown>;
  readonly read: (store: Store) => Promise<unknown>;
  /** What is read where none was written. */
  readonly none: unknown;
};

const WALLET = { origin: 'https://sign.example.org', address: 'G' };
const SESSION = { hash: 'session', expiresAt: 1_000 };
const prepared = (store: Store) => put(store, 'key', 'id', offer('a', 1_000), { series: 's' }, { agreement: AGREED });
const AGREED = agreement({ action: 'deploy' });
const everything = { person: ADA, words: [], wallet: undefined, endedSince: undefined };

const OF_NETWORK: Readonly<Record<string, OfNetwork>> = {
  requests: {
    write: prepared,
    read: async (store) => [
      (await store.find('id'))?.id,
      (await store.findByPage('page-id'))?.id,
      (await store.findSeries('s')).length,
      await store.preparedRequestsOf(LOCAL, 9),
      (await store.askedSince(LOCAL, 0)).length,
      (await store.undecided(200_000, 9)).length,
      await store.countsByState(),
    ],
    none: [undefined, undefined, 0, [], 0, 0, {}],
  },
  'requests in a search': {
    write: (store) => keep(store, 'id'),
    read: (store) => store.search(everything, 9),
    none: { preparedRequests: [], damaged: [], total: 0 },
  },
  'agreed terms': { write: prepared, read: (store) => store.agreedTerms(AGREED.escrow), none: [] },
  'outcomes that are due': {
    write: prepared,
    read: (store) => store.takeOutcomes({ expired: 2_000, sent: 0 }, by('bob'), 9),
    none: [],
  },
  jobs: {
    write: (store) => store.takeJob('sweep', by('ada')),
    read: (store) => store.takeJob('sweep', by('bob')),
    none: { failures: 0 },
  },
  'the last reported state': {
    write: (store) => store.setReported(ADA, 'channel', new Map([['a', { ledger: 1, state: 'one' }]])),
    read: (store) => store.reportedTo(ADA, 'channel', ['a']),
    none: new Map(),
  },
  'the gap of a restored store': { write: (store) => store.setGap(GAP), read: (store) => store.gap(), none: undefined },
  'proofs of wallets': {
    write: (store) => store.askProof(ADA, proofRequest('one')),
    read: async (store) => [await store.proofAsked('one'), await store.prove('one')],
    none: [undefined, false],
  },
  'links to a list': {
    write: (store) => store.addListLink(ADA, { hash: 'link', expiresAt: 1_000 }),
    read: (store) => store.useListLink('link', { hash: 'session', expiresAt: 1_000 }),
    none: undefined,
  },
  'sessions of wallets': {
    write: (store) => store.openWalletSession(WALLET, { hash: 'proof', expiresAt: 1_000 }, SESSION),
    read: (store) => store.walletSession(SESSION.hash),
    none: undefined,
  },
};

export function describeNetworks({ open }: StoreScene): void {
  test.each(Object.entries(OF_NETWORK))('shows %s only on their own network', async (_, { write, read, none }) => {
    const [own, elsewhere] = [opened(open, 'sandbox'), opened(open, 'testnet')];
    await write(own);
    expect(await read(elsewhere)).toEqual(none);
    expect(await read(own)).not.toEqual(none);
  });
}
