/** The escrows of a wallet in both engines: the same answer, bounded, and the same however much strangers prepare. */
import type { Store } from '@countersign/core';
import { request } from '@countersign/testkit/fixtures/deploy-fixture';
import { hasPostgres, newDatabase } from '@countersign/testkit/postgres/databases';
import { ADA, BOB, decision, offer, put, send } from '@countersign/testkit/specifications/store-scene';
import { afterAll, expect, test } from 'vitest';
import type { Agreement } from '../../actions/agreed-terms.ts';
import { openDatabase } from '../../platform/postgres/database.ts';
import { ESCROW_PAGE } from '../model/escrow-page.ts';
import { openPostgresStore } from './postgres/postgres-store.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';

const wallet = request().roles.approver;
const opened: Store[] = [];
afterAll(async () => {
  for (const store of opened) await store.close();
});

const agreement = (name: string, signer: string): Agreement => ({
  ...{ escrow: `C-${name}`, wallet: signer, action: 'deploy', isEnforced: true },
  terms: { roles: {}, platformFeePercent: '0', token: 'T', milestones: [], texts: '' },
});

type Added = { readonly owner?: typeof ADA; readonly signer?: string; readonly settled?: boolean };
async function add(store: Store, name: string, { owner = BOB, signer = 'GX', settled = false }: Added = {}) {
  const context = { agreement: agreement(name, signer) };
  await put(store, `key ${name}`, name, offer(name), { owner, series: name, terms: name }, context);
  if (!settled) return;
  await send(store, name, 'unknown');
  await store.decide(name, decision('settled'));
}

test.runIf(hasPostgres)(
  'finds what a wallet signed, what its people prepared, and apart from these what names it',
  async () => {
    const postgres = await openPostgresStore(await openDatabase(await newDatabase()), 'sandbox', Date.now);
    opened.push(openSqliteStore(undefined, 'sandbox', Date.now), postgres);
    for (const store of opened) {
      await add(store, 'named', { settled: true });
      await add(store, 'seen', { settled: true });
      await add(store, 'signed', { signer: wallet, settled: true });
      await add(store, 'prepared', { owner: ADA, settled: true });
      await add(store, 'mine', { owner: ADA, signer: wallet });
      await add(store, 'theirs', { signer: wallet });
      await add(store, 'pending');
      await add(store, 'visitor', { owner: { tenant: ESCROW_PAGE, id: 'C' }, signer: wallet });
      const proof = { address: wallet, hash: 'h', code: '', person: '', place: '', host: '', language: 'en' } as const;
      await store.askProof(ADA, { ...proof, expiresAt: Date.now() + 60_000 });
      await store.prove('h');
      const { toSign, named, ...found } = await store.escrowsOfWallet(wallet, false, ['C-seen']);
      expect(found).toEqual({ signed: ['C-signed'], prepared: ['C-prepared'], more: 0 });
      expect(toSign.map(({ id }) => id)).toEqual(['mine']);
      expect(named.map(({ id }) => id).toSorted()).toEqual(['named', 'theirs']);
      expect((await store.escrowsOfWallet(wallet, true, [])).prepared).toEqual(['C-prepared']);
      for (let count = 0; count < 25; count += 1) await add(store, `spam ${count}`, { signer: wallet });
      const after = await store.escrowsOfWallet(wallet, false, ['C-seen', 'C-theirs']);
      expect([after.named.length, after.more, after.signed]).toEqual([20, 6, ['C-signed']]);
      expect(after.toSign.map(({ id }) => id).toSorted()).toEqual(['mine', 'theirs']);
    }
  },
);
