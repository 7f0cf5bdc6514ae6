/**
 * The specification of the store: what every engine behind it must do. An engine's own test calls `describeStore`.
 */
import { describe, expect, test } from 'vitest';
import { request } from '../fixtures/deploy-fixture.ts';
import { describeAgreed } from './store-agreed.ts';
import { describeChanges } from './store-feed.ts';
import { describeList, describeSearch } from './store-list.ts';
import { describeNetworks } from './store-networks.ts';
import { describePast } from './store-past.ts';
import { describePeople } from './store-people.ts';
import { describeProofs } from './store-proofs.ts';
import { describeRestored } from './store-restored.ts';
import {
  ADA,
  type After,
  BOB,
  DAY,
  JUDGED,
  LOCAL,
  type OpenStore,
  offer,
  opened,
  put,
  type StoreScene,
  send,
  settlement,
  useStore,
} from './store-scene.ts';
import { describeSending, describeSignatures } from './store-sending.ts';
import { describeTimers } from './store-timers.ts';
import { describeTitles } from './store-titles.ts';

/**
 * @param place a new place for each test
 * @param isShared whether several stores at one place are one
 */
export function describeStore(name: string, place: () => OpenStore, isShared: boolean): void {
  describe(name, () => {
    const scene = useStore(place);
    const { store, at, open } = scene;
    test('there is one handle for a request, with its offers newest first', async () => {
      expect(await put(store, 'key', 'id-1', offer('a'))).toBe('id-1');
      expect(await put(store, 'key', 'id-2', offer('b', 100_000, { offeredLedger: 9 }))).toBe('id-1');
      expect((await store.find('id-1'))?.transactions.map(({ hash }) => hash)).toEqual(['b', 'a']);
      expect((await store.findByRequest('key'))?.request).toEqual(request());
      expect((await store.findByPage('page-id-1'))?.id).toBe('id-1');
      expect([await store.hasPage('page-id-1'), await store.hasPage('page-id-2')]).toEqual([true, false]);
      expect((await store.findByHash('a'))?.requestId).toBe('id-1');
      expect(await store.findByContract('deploy', 'C-b')).toMatchObject([{ hash: 'b', offeredLedger: 9 }]);
      expect([
        await store.find('id-2'),
        await store.findByPage('page-id-2'),
        await store.findByRequest('x'),
        await store.findByHash('x'),
      ]).toEqual(Array(4).fill(undefined));
      expect(await store.findByContract('deploy', 'x')).toEqual([]);
      expect(await store.findByContract('fund', 'C-b')).toEqual([]);
    });

    test('finds the handles of a plan, which a handle keeps until it gets another', async () => {
      const plan = { id: 'plan', milestones: [2, 3] };
      await put(store, 'first', 'id-1', offer('a'), {}, { plan });
      at(5);
      await put(store, 'second', 'id-2', offer('b', 100_000, { sequence: '8' }), {}, { plan });
      await put(store, 'third', 'id-3', offer('c', 100_000, { sequence: '9' }));
      await put(store, 'first', 'id-4', offer('d'));
      expect((await store.findPlan(plan)).map(({ id }) => id)).toEqual(['id-2', 'id-1']);
      expect((await store.find('id-1'))?.plan).toEqual(plan);
      expect(await store.find('id-3')).not.toHaveProperty('plan');
      const other = { id: 'other', milestones: [3] };
      await store.setPlan('id-2', other);
      expect((await store.findPlan(plan)).map(({ id }) => id)).toEqual(['id-1']);
      expect((await store.findPlan(other)).map(({ id }) => id)).toEqual(['id-2']);
    });

    test('a handle has the judgement and the replaced version of its newest offer', async () => {
      await put(store, 'key', 'id', offer('a'));
      const risk = {
        stops: [{ code: 'NOT_COVERED', params: { transactions: ['a'] } }],
        warnings: [{ code: 'RESOLVER_IS_WORKER', params: { address: 'G' } }],
        facts: [],
      } as const;
      const replaces = { id: 'older', differences: [{ field: 'title', asked: 'a', found: 'b' }] };
      const actionRequest = { action: 'deploy', id: 'id', pageId: 'page', request: request(), terms: 'key' } as const;
      const prepared = { ...actionRequest, owner: LOCAL, requestKey: 'key', round: 0 };
      expect(await store.add(prepared, offer('b'), { risk, replaces })).toMatchObject({ risk, replaces });
      const kept = await store.add(prepared, offer('c'), { risk: JUDGED });
      expect(kept.risk.stops).toEqual([]);
      expect(kept).not.toHaveProperty('replaces');
    });

    test('refuses a transaction that was offered for another request', async () => {
      await put(store, 'key', 'id', offer('a'));
      await expect(put(store, 'other', 'id-2', offer('a', 1_000, { contractId: 'C-x' }))).rejects.toMatchObject({
        code: 'TRANSACTION_MISMATCH',
      });
      expect(await store.find('id-2')).toBeUndefined();
    });

    test('adds an offer only if all its rivals were checked in their present state', async () => {
      await put(store, 'other', 'other', offer('o', 100_000, { sequence: '8' }), { series: 's' });
      await put(store, 'key', 'former', offer('f', 100_000, { sequence: '6' }), { series: 's' });
      await store.end('former', { as: 'discarded', at: 1 });
      expect((await store.findFormer('key')).map(({ id }) => id)).toEqual(['former']);
      const added = (seenRivals: [string, 'offered' | 'unknown'][]) =>
        put(store, 'key', 'id', offer('a'), { series: 's' }, { seenRivals: new Map(seenRivals) });
      const taken = expect.objectContaining({ code: 'SEQUENCE_TAKEN' });
      await expect(added([['o', 'offered']])).rejects.toThrowError(taken);
      await expect(added([['f', 'offered']])).rejects.toThrowError(taken);
      await send(store, 'o', 'unknown');
      const both: [string, 'offered' | 'unknown'][] = [
        ['o', 'offered'],
        ['f', 'offered'],
      ];
      await expect(added(both)).rejects.toThrowError(taken);
      expect(await store.find('id')).toBeUndefined();
      expect(
        await added([
          ['o', 'unknown'],
          ['f', 'offered'],
        ]),
      ).toBe('id');
    });

    test('ends the replaced version in the same step, unless it was sent in the meantime', async () => {
      await put(store, 'one', 'one', offer('a'), { series: 's' });
      await put(store, 'two', 'two', offer('b'), { series: 's' });
      await send(store, 'b', 'unknown');
      await put(store, 'three', 'three', offer('c'), { series: 's' }, { ends: ['one', 'two'] });
      expect((await store.find('one'))?.end).toMatchObject({ as: 'superseded', by: 'three' });
      expect(await store.find('two')).not.toHaveProperty('end');
    });

    test('refuses an address that was ever offered for other terms, even in a past offer', async () => {
      await put(store, 'key', 'id', offer('a', 1_000));
      const atSame = (hash: string) => offer(hash, 99 * DAY, { contractId: 'C-a' });
      const mismatch = expect.objectContaining({ code: 'TRANSACTION_MISMATCH' });
      await expect(put(store, 'x', 'id-2', atSame('b'))).rejects.toThrowError(mismatch);
      await store.decide('a', { state: 'dead' });
      at(15 * DAY);
      await store.sweep();
      expect(await store.find('id')).toBeUndefined();
      await expect(put(store, 'x', 'id-2', atSame('b'))).rejects.toThrowError(mismatch);
      expect(await store.find('id-2')).toBeUndefined();
      // With the same terms it is the same escrow.
      expect(await put(store, 'key', 'id-3', atSame('c'))).toBe('id-3');
    });

    test('a confirmed repetition is a new handle, which then has the request key', async () => {
      await put(store, 'key', 'first', offer('a'));
      await send(store, 'a', 'settled');
      await expect(put(store, 'key', 'second', offer('b'))).rejects.toMatchObject({ code: 'ALREADY_SETTLED' });
      expect(await put(store, 'key', 'second', offer('b'), { round: 1 })).toBe('second');
      expect(await store.findByRequest('key')).toMatchObject({ id: 'second', round: 1 });
      expect(await put(store, 'key', 'third', offer('c'), { round: 1 })).toBe('second');
      expect((await store.find('first'))?.transactions).toMatchObject([{ hash: 'a', state: 'settled' }]);
    });

    describeSending(scene);
    describeSignatures(scene);
    describePeople(scene);
    describePast(scene);
    describeAgreed(scene);
    describeSearch(scene);
    describeRestored(scene);
    describeReported(scene);
    describeCounts(scene);
    describeTitles(scene);
    describeList(scene);
    describeChanges(scene, isShared);
    describeLeases(scene);
    describeTimers(scene);
    describeProofs(scene);
    describeNetworks(scene);

    describe.runIf(isShared)('shared', () => {
      test('records survive closing and are visible to a second process at once', async () => {
        const first = opened(open, 'sandbox');
        await put(first, 'key', 'id', offer('a'));
        const second = opened(open, 'sandbox');
        await send(second, 'a', 'settled');
        expect((await first.claim('a', 'signed', 60_000)).kind).toBe('refused');
        await first.close();
        expect(await second.findByHash('a')).toMatchObject({ state: 'settled', settlement });
      });
    });
  });
}

function describeLeases({ open }: StoreScene): void {
  describe('leases', () => {
    test('only its holder has a lease until it is given back, and the holder may renew it', async () => {
      const store = opened(open, 'sandbox', Date.now);
      expect(await store.takeLease('key', 'ada', 60_000)).toBe(true);
      expect(await store.takeLease('key', 'ada', 60_000)).toBe(true);
      expect(await store.takeLease('key', 'bob', 60_000)).toBe(false);
      expect(await store.takeLease('other', 'bob', 60_000)).toBe(true);
      await store.dropLease('key', 'bob');
      expect(await store.takeLease('key', 'bob', 60_000)).toBe(false);
      await store.dropLease('key', 'ada');
      expect(await store.takeLease('key', 'bob', 60_000)).toBe(true);
    });

    test('a dead holder’s lease expires', async () => {
      const store = opened(open, 'sandbox', Date.now);
      expect(await store.takeLease('key', 'ada', 60_000)).toBe(true);
      expect(await store.takeLease('key', 'bob', 60_000)).toBe(false);
      expect(await store.takeLease('key', 'ada', 1)).toBe(true);
      await expect.poll(() => store.takeLease('key', 'bob', 60_000)).toBe(true);
      expect(await store.takeLease('key', 'ada', 60_000)).toBe(false);
    });
  });
}

const states = (...each: [escrow: string, ledger: number, state: string][]) =>
  new Map(each.map(([escrow, ledger, state]) => [escrow, { ledger, state }]));

function describeReported({ store }: StoreScene): void {
  describe('the last reported state', () => {
    test('keeps the last state for each follower and escrow, and returns only the requested ones', async () => {
      await store.setReported(ADA, 'channel', states(['a', 1, 'one'], ['b', 2, 'two']));
      await store.setReported(ADA, 'channel', states(['a', 3, 'three']));
      await store.setReported(ADA, 'other', states(['a', 4, 'four']));
      expect(await store.reportedTo(ADA, 'channel', ['a', 'b', 'c'])).toEqual(
        states(['a', 3, 'three'], ['b', 2, 'two']),
      );
      expect(await store.reportedTo(ADA, 'channel', ['b'])).toEqual(states(['b', 2, 'two']));
      expect(await store.reportedTo(ADA, 'other', ['a'])).toEqual(states(['a', 4, 'four']));
    });

    test('belongs to one person', async () => {
      await store.setReported(ADA, 'channel', states(['a', 1, 'one']));
      for (const person of [BOB, { ...ADA, tenant: 'other' }]) {
        expect(await store.reportedTo(person, 'channel', ['a'])).toEqual(new Map());
      }
    });
  });
}

function describeCounts({ store }: StoreScene): void {
  describe('counts', () => {
    test('count each handle once, by its deciding offer', async () => {
      expect(await store.countsByState()).toEqual({});
      const sent: readonly After[] = ['accepted', 'unknown', 'settled', 'taken', 'rejected'];
      for (const state of sent) {
        await put(store, `key ${state}`, `id-${state}`, offer(`hash-${state}`));
        await send(store, `hash-${state}`, state);
      }
      await put(store, 'sending', 'id-sending', offer('sending'));
      await send(store, 'sending');
      await put(store, 'open', 'id-open', offer('open'));
      await put(store, 'open', 'id-open', offer('renewed'));
      await put(store, 'over', 'id-over', offer('over'));
      await store.end('id-over', { as: 'discarded', at: 0 });
      expect(await store.countsByState()).toEqual({
        accepted: 1,
        unknown: 1,
        settled: 1,
        taken: 1,
        rejected: 1,
        sending: 1,
        offered: 1,
        ended: 1,
      });
    });
  });
}
