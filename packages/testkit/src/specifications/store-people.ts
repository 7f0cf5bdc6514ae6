/** Of the store's specification: whose a request is, who was let in, what they confirmed, and how it ended. */
import type { Store } from '@countersign/core';
import { contactFor } from '@countersign/core/internal/contacts/contact';
import { describe, expect, test } from 'vitest';
import { ADA, BOB, DAY, decision, LOCAL, offer, put, type StoreScene, send } from './store-scene.ts';

const elsewhere = { tenant: 'other guild', id: 'ada' };

const contact = (name: string, address: string, at: number) =>
  contactFor(name, address, { by: 'terminal', at, earlier: undefined });

export function describePeople({ store, at }: StoreScene): void {
  describe('people', () => {
    test('lists a person’s requests newest first, without those of others or of a namesake', async () => {
      for (const [time, owner] of [ADA, BOB, ADA, elsewhere].entries()) {
        at(time);
        await put(store, `k${time}`, `id${time}`, offer(`h${time}`), { owner });
      }
      expect(await store.preparedRequestsOf(ADA, 9)).toEqual(['id2', 'id0']);
      expect(await store.preparedRequestsOf(ADA, 1)).toEqual(['id2']);
      expect(await store.preparedRequestsOf(elsewhere, 9)).toEqual(['id3']);
      expect(await store.preparedRequestsOf({ tenant: 'guild', id: 'absent' }, 9)).toEqual([]);
      expect((await store.find('id1'))?.owner).toEqual(BOB);
    });

    test('the versions of an escrow are one series, newest first, ended ones included', async () => {
      await put(store, 'k1', 'id1', offer('a'), { series: 's' });
      at(1);
      await put(store, 'k2', 'id2', offer('b'), { series: 's' });
      await put(store, 'k3', 'id3', offer('c'), { series: 't' });
      await put(store, 'k4', 'id4', offer('d'));
      await store.end('id1', { as: 'superseded', at: 1, by: 'id2' });
      expect((await store.findSeries('s')).map(({ id, end }) => [id, end?.as])).toEqual([
        ['id2', undefined],
        ['id1', 'superseded'],
      ]);
      expect(await store.findSeries('x')).toEqual([]);
    });

    test.each([
      { as: 'discarded', at: 5 },
      { as: 'declined', at: 5, reason: 'Too much' },
      { as: 'superseded', at: 5, by: 'newer' },
    ] as const)('a handle ends once ($as), stays to be found, and no longer counts for its request', async (end) => {
      await put(store, 'key', 'id', offer('a'));
      await store.end('id', end);
      await store.end('id', { as: 'discarded', at: 99 });
      expect(await store.find('id')).toMatchObject({ end, transactions: [{ hash: 'a', state: 'offered' }] });
      expect(await store.findByRequest('key')).toBeUndefined();
      expect(await store.claim('a', 'signed', 60_000)).toEqual({ kind: 'ended', end });
      expect(await put(store, 'key', 'again', offer('b'))).toBe('again');
      expect((await store.findByRequest('key'))?.id).toBe('again');
      expect((await store.preparedRequestsOf(LOCAL, 9)).toSorted()).toEqual(['again', 'id']);
    });

    test('a given-up handle can be ended, and its offer still sent again to learn the outcome', async () => {
      await put(store, 'key', 'id', offer('a'));
      await send(store, 'a', 'unknown');
      await store.giveUp(['a']);
      await store.end('id', { as: 'discarded', at: 0 });
      expect(await store.claim('a', 'signed', 60_000)).toMatchObject({ kind: 'granted', before: 'unknown' });
    });

    test('cannot end a missing handle', async () => {
      await expect(store.end('x', { as: 'discarded', at: 0 })).rejects.toMatchObject({ code: 'HANDLE_NOT_FOUND' });
    });

    test('reopens an ended handle if the same transaction is offered for its request again', async () => {
      await put(store, 'key', 'id', offer('a'));
      await store.end('id', { as: 'discarded', at: 0 });
      const mismatch = expect.objectContaining({ code: 'TRANSACTION_MISMATCH' });
      await expect(put(store, 'other', 'other', offer('a'))).rejects.toThrowError(mismatch);
      expect(await put(store, 'key', 'again', offer('a'))).toBe('id');
      expect(await store.find('id')).not.toHaveProperty('end');
      expect((await store.findByRequest('key'))?.id).toBe('id');
      expect((await store.claim('a', 'signed', 60_000)).kind).toBe('granted');
      // Not where another one exists for the request by now.
      await put(store, 'key 2', 'first', offer('b'));
      await store.end('first', { as: 'discarded', at: 0 });
      await put(store, 'key 2', 'second', offer('c'));
      await expect(put(store, 'key 2', 'third', offer('b'))).rejects.toThrowError(mismatch);
      expect(await store.find('first')).toHaveProperty('end');
    });

    test('keeps the first time that a page was opened', async () => {
      at(3);
      await put(store, 'key', 'id', offer('a'));
      expect(await store.find('id')).not.toHaveProperty('openedAt');
      await store.opened('id');
      at(9);
      await store.opened('id');
      expect((await store.find('id'))?.openedAt).toBe(3);
    });

    test('a confirmation counts only for its handle, its text and the person who gave it', async () => {
      await put(store, 'key', 'id', offer('a'));
      await put(store, 'other', 'other', offer('b'));
      await store.confirm('id', 'content', 'ada');
      await store.confirm('id', 'content', 'ada');
      const asked: [id: string, content: string, by?: string][] = [
        ['id', 'content', 'ada'],
        ['id', 'content'],
        ['id', 'content', 'bob'],
        ['id', 'other content', 'ada'],
        ['other', 'content', 'ada'],
        ['other', 'content'],
      ];
      expect(await Promise.all(asked.map((each) => store.isConfirmed(...each)))).toEqual([
        true,
        true,
        false,
        false,
        false,
        false,
      ]);
    });

    test('a participant has the last granted right, only on that handle', async () => {
      await put(store, 'key', 'id', offer('a'), { owner: ADA });
      await put(store, 'other', 'other', offer('b'), { owner: ADA });
      await store.grant('id', BOB, 'read');
      expect([await store.rightOf('id', BOB), await store.rightOf('other', BOB)]).toEqual(['read', undefined]);
      await store.grant('id', BOB, 'sign');
      expect(await store.rightOf('id', BOB)).toBe('sign');
      expect(await store.rightOf('id', { tenant: 'other guild', id: 'bob' })).toBeUndefined();
      // Their own requests are others than those they were let in to.
      expect(await store.preparedRequestsOf(BOB, 9)).toEqual([]);
    });

    test('a person has one entry for a name on a network, written only if unchanged since it was read', async () => {
      const first = contact('Ana', 'GONE', 1);
      expect(await store.setContact(ADA, first, undefined)).toBe(true);
      expect(await store.setContact(ADA, contact('ben', 'GBEN', 2), undefined)).toBe(true);
      expect(await store.contactsOf(ADA)).toEqual([first, contact('ben', 'GBEN', 2)]);
      expect([await store.contactsOf(BOB), await store.contactsOf(elsewhere)]).toEqual([[], []]);
      // Somebody else set it meanwhile.
      expect(await store.setContact(ADA, contact('Ana', 'GTWO', 3), undefined)).toBe(false);
      const second = { ...contact('ANA', 'GTWO', 3), before: 'GONE' };
      expect(await store.setContact(ADA, second, first)).toBe(true);
      expect(await store.setContact(ADA, contact('Ana', 'GTHREE', 4), first)).toBe(false);
      expect((await store.contactsOf(ADA))[0]).toEqual(second);
      at(5);
      const removed = { ...second, removedAt: 5 };
      expect(await store.setContact(ADA, removed, second)).toBe(true);
      expect((await store.contactsOf(ADA))[0]).toEqual(removed);
      at(5 + 7 * DAY);
      expect(await store.contactsOf(ADA)).toHaveLength(2);
      at(6 + 7 * DAY);
      expect(await store.contactsOf(ADA)).toHaveLength(1);
      expect(await store.setContact(ADA, contact('Ana', 'GFOUR', 6), undefined)).toBe(true);
    });

    test('refuses look-alike names of a person, unless the other one was removed', async () => {
      const first = contact('Al', 'GONE', 1);
      await store.setContact(ADA, first, undefined);
      expect(await store.setContact(ADA, contact('AI', 'GTWO', 2), undefined)).toBe(false);
      expect(await store.setContact(BOB, contact('AI', 'GTWO', 2), undefined)).toBe(true);
      await store.setContact(ADA, { ...first, removedAt: 2 }, first);
      expect(await store.setContact(ADA, contact('AI', 'GTWO', 2), undefined)).toBe(true);
      expect(await store.setContact(ADA, first, { ...first, removedAt: 2 })).toBe(false);
    });

    test('lists an entry separately when today’s rules refuse its name', async () => {
      await store.setContact(ADA, contact('Alice\ufe00', 'GONE', 1), undefined);
      await store.setContact(ADA, contact('Ben', 'GTWO', 2), undefined);
      await store.setContact(ADA, contact('Approver', 'GTHREE', 3), undefined);
      expect((await store.contactsOf(ADA)).map(({ name }) => name)).toEqual(['Ben']);
      expect((await store.contactsToRename(ADA)).map(({ name }) => name)).toEqual(['Alice\ufe00', 'Approver']);
      expect(await store.contactsToRename(BOB)).toEqual([]);
    });

    test('keeps the names of a handle’s addresses as they were when it was prepared', async () => {
      const names = [{ field: 'signer', name: 'Ana', address: 'GONE', from: 'address-book' }] as const;
      await put(store, 'k1', 'id1', offer('a'), {}, { names });
      await put(store, 'k2', 'id2', offer('b'));
      expect([(await store.find('id1'))?.names, (await store.find('id2'))?.names]).toEqual([names, []]);
    });

    test('a person’s limits are the last ones set, and only theirs', async () => {
      expect(await store.limitsOf(ADA)).toBeUndefined();
      await store.setLimits(ADA, { maxAmount: '10' });
      await store.setLimits(ADA, { maxPerDay: '20' });
      expect(await store.limitsOf(ADA)).toEqual({ maxPerDay: '20' });
      expect([await store.limitsOf(BOB), await store.limitsOf(elsewhere)]).toEqual([undefined, undefined]);
    });

    test('a person’s request counts until it ends or fails', async () => {
      for (const [time, id] of ['old', 'sent', 'dead', 'ended', 'waits'].entries()) {
        at(time);
        await put(store, id, id, offer(id), { owner: ADA });
      }
      at(9);
      await put(store, 'bob', 'bob', offer('bob'), { owner: BOB });
      await store.decide('dead', { state: 'dead' });
      await store.end('ended', { as: 'discarded', at: 9 });
      await send(store, 'sent', 'unknown');
      const ids = async (owner: typeof ADA | undefined, since: number) =>
        (await store.askedSince(owner, since)).map(({ id }) => id).sort();
      expect(await ids(ADA, 1)).toEqual(['sent', 'waits']);
      expect(await ids(ADA, 0)).toEqual(['old', 'sent', 'waits']);
      expect(await ids(undefined, 4)).toEqual(['bob', 'waits']);
      // Renewed today it counts today; settled it counts, ended or not.
      await put(store, 'old', 'old', offer('renewed'), { owner: ADA });
      await store.decide('ended', decision('settled'));
      expect(await ids(ADA, 9)).toEqual(['old']);
      expect(await ids(ADA, 3)).toEqual(['ended', 'old', 'waits']);
    });

    test.each<[string, (store: Store) => Promise<unknown>]>([
      ['somebody asks for it who counts', (store) => store.count('visited')],
      ['it is sent', (store) => send(store, 'visited', 'unknown')],
      ['it has settled', (store) => store.decide('visited', decision('settled'))],
    ])('counts a request that did not count before once %s', async (_, happen) => {
      await put(store, 'id', 'id', { ...offer('visited'), isCounted: false }, { owner: ADA });
      expect(await store.askedSince(ADA, 0)).toEqual([]);
      await happen(store);
      expect((await store.askedSince(ADA, 0)).map(({ id }) => id)).toEqual(['id']);
    });

    test('a handle of the local person can be adopted, with its present and past offers', async () => {
      await put(store, 'key', 'id', offer('a', 1_000), { series: 's' });
      await store.decide('a', { state: 'dead' });
      at(2_000);
      await put(store, 'key', 'id', offer('b'));
      await store.adopt('id', ADA, 'key of ada', 'series of ada');
      expect(await store.find('id')).toMatchObject({ owner: ADA, requestKey: 'key of ada' });
      expect([await store.findByRequest('key'), (await store.findByRequest('key of ada'))?.id]).toEqual([
        undefined,
        'id',
      ]);
      expect([(await store.findSeries('s')).length, (await store.findSeries('series of ada')).length]).toEqual([0, 1]);
      expect([await store.preparedRequestsOf(LOCAL, 9), await store.preparedRequestsOf(ADA, 9)]).toEqual([[], ['id']]);
      expect(await store.findPast('a')).toMatchObject({ owner: ADA });
      // Somebody's own is no one else's to adopt.
      await store.adopt('id', BOB, 'key of bob');
      expect(await store.find('id')).toMatchObject({ owner: ADA, requestKey: 'key of ada' });
    });

    test('a handle that ended or was requested again is adopted without its request key', async () => {
      await put(store, 'key', 'ended', offer('a'));
      await store.end('ended', { as: 'discarded', at: 0 });
      await store.adopt('ended', ADA, 'key of ada');
      expect(await store.findByRequest('key of ada')).toBeUndefined();
      await put(store, 'key of ada', 'again', offer('b', 100_000, { contractId: 'C-b' }), { owner: ADA, terms: 'key' });
      await put(store, 'key', 'old', offer('c'));
      await store.adopt('old', ADA, 'key of ada');
      expect((await store.findByRequest('key of ada'))?.id).toBe('again');
      expect((await store.preparedRequestsOf(ADA, 9)).toSorted()).toEqual(['again', 'ended', 'old']);
    });
  });
}
