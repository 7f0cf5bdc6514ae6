/** Of the store's specification: who may send a transaction, what becomes of it, and by what source. */
import { describe, expect, test } from 'vitest';
import { decision, HOUR, offer, put, type StoreScene, send, settlement } from './store-scene.ts';

export function describeSending({ store, at }: StoreScene): void {
  describe('sending', () => {
    test('an offer is claimed once; a claim that died with its process can be taken over', async () => {
      await put(store, 'key', 'id', offer('a'));
      expect(await store.claim('a', 'signed', 60_000)).toMatchObject({ kind: 'granted', before: 'offered' });
      expect(await store.claim('a', 'signed', 60_000)).toMatchObject({
        kind: 'refused',
        because: { hash: 'a', state: 'sending' },
      });
      at(59_999);
      expect((await store.claim('a', 'signed', 60_000)).kind).toBe('refused');
      at(60_001);
      expect(await store.claim('a', 'signed', 60_000)).toMatchObject({ kind: 'granted', before: 'sending' });
      expect(await store.claim('renewed', 'signed', 60_000)).toEqual({ kind: 'renewed' });
    });

    test('who built an offer and who was last asked to send it is kept', async () => {
      await put(store, 'key', 'id', offer('a', 100_000, { builtBy: 'service' }));
      expect(await store.findByHash('a')).toMatchObject({ builtBy: 'service' });
      expect(await store.findByHash('a')).not.toHaveProperty('sentBy');
      await store.claim('a', 'signed', 60_000, 'offered', 'service');
      expect(await store.findByHash('a')).toMatchObject({ builtBy: 'service', sentBy: 'service' });
      await store.setSentBy('a', 'direct');
      expect(await store.findByHash('a')).toMatchObject({ builtBy: 'service', sentBy: 'direct', state: 'sending' });
    });

    test.each(['accepted', 'unknown'] as const)(
      'refuses to send it for a call that saw it unsent when another call has sent it, and it is %s',
      async (state) => {
        await put(store, 'key', 'id', offer('a'));
        await send(store, 'a', state);
        const because = { hash: 'a', state };
        expect(await store.claim('a', 'signed', 60_000, 'offered')).toMatchObject({ kind: 'refused', because });
        expect(await store.claim('a', 'signed', 60_000, state)).toMatchObject({ kind: 'granted', before: state });
      },
    );

    test.each(['accepted', 'unknown'] as const)(
      'refuses to send it for a call that saw it being sent when that call has ended, and it is %s',
      async (state) => {
        await put(store, 'key', 'id', offer('a'));
        await send(store, 'a', state);
        expect(await store.claim('a', 'signed', 60_000, 'sending')).toMatchObject({
          kind: 'refused',
          because: { hash: 'a', state },
        });
      },
    );

    test('takes over a claim from the future at once, since the clock was set back', async () => {
      at(2 * HOUR);
      await put(store, 'key', 'id', offer('a', 9 * HOUR));
      await send(store, 'a');
      at(HOUR);
      expect(await store.claim('a', 'signed', 60_000)).toMatchObject({ kind: 'granted', before: 'sending' });
    });

    test('ignores the result of a claim that was taken over', async () => {
      await put(store, 'key', 'id', offer('a'));
      const first = await send(store, 'a');
      at(60_001);
      const second = await send(store, 'a');
      for (const state of ['offered', 'unknown', 'accepted'] as const) {
        await store.record('a', first, state, settlement);
        expect(await store.findByHash('a')).toMatchObject({ state: 'sending' });
      }
      await store.record('a', second, 'accepted', settlement);
      expect(await store.findByHash('a')).toMatchObject({ state: 'accepted', settlement });
      await store.record('a', second, 'offered');
      expect((await store.findByHash('a'))?.state).toBe('accepted');
    });

    test.each(['settled', 'taken', 'rejected', 'dead'] as const)(
      'what the ledger says (%s) counts for one that was never sent from here, and nothing recorded comes after it',
      async (state) => {
        await put(store, 'key', 'id', offer('a'));
        await store.decide('a', decision(state));
        expect((await store.findByHash('a'))?.state).toBe(state);
        await put(store, 'other', 'other', offer('b'));
        const claim = await send(store, 'b');
        await store.decide('b', decision(state));
        await store.record('b', claim, 'unknown');
        expect((await store.findByHash('b'))?.state).toBe(state);
        expect(await store.claim('b', 'signed', 60_000)).toMatchObject({ kind: 'refused', because: { state } });
      },
    );

    test('settled is final, and any other decision can only change to settled', async () => {
      for (const before of ['taken', 'rejected', 'dead'] as const) {
        await put(store, before, before, offer(before));
        await store.decide(before, decision(before));
        for (const other of ['taken', 'rejected', 'dead'] as const) await store.decide(before, decision(other));
        expect((await store.findByHash(before))?.state).toBe(before);
        await store.decide(before, decision('settled'));
        for (const other of ['taken', 'rejected', 'dead'] as const) await store.decide(before, decision(other));
        expect(await store.findByHash(before)).toMatchObject({ state: 'settled', settlement });
      }
    });

    test.each(['sending', 'accepted', 'unknown', 'settled', 'taken'] as const)(
      'while one offer is %s, no other of its handle is sent or added, and the handle is not ended',
      async (state) => {
        await put(store, 'key', 'id', offer('a'));
        await put(store, 'key', 'id', offer('b'));
        await send(store, 'a', state === 'sending' ? undefined : state);
        at(24 * HOUR);
        expect(await store.claim('b', 'signed', 60_000)).toMatchObject({
          kind: 'refused',
          because: { hash: 'a', state },
        });
        const codes = { settled: 'ALREADY_SETTLED', accepted: 'ALREADY_SETTLED', taken: 'ADDRESS_TAKEN' };
        const code = state in codes ? codes[state as keyof typeof codes] : 'OUTCOME_UNKNOWN';
        await expect(put(store, 'key', 'id', offer('c'))).rejects.toMatchObject({ code });
        await expect(store.end('id', { as: 'discarded', at: 0 })).rejects.toMatchObject({ code });
        expect((await store.find('id'))?.transactions).toHaveLength(2);
        expect(await store.find('id')).not.toHaveProperty('end');
      },
    );

    test.each(['offered', 'rejected', 'dead'] as const)('after one was %s, another may be sent', async (state) => {
      await put(store, 'key', 'id', offer('a'));
      await put(store, 'key', 'id', offer('b'));
      await send(store, 'a', state);
      expect((await store.claim('b', 'signed', 60_000)).kind).toBe('granted');
    });

    test('allows another sending after the person declares one failed, unless the ledger contradicts', async () => {
      await put(store, 'key', 'id', offer('a'));
      await send(store, 'a', 'unknown');
      await store.giveUp(['a']);
      expect(await store.findByHash('a')).toMatchObject({ state: 'unknown', isGivenUp: true });
      await put(store, 'key', 'id', offer('b'));
      await store.decide('a', decision('settled'));
      expect(await store.claim('b', 'signed', 60_000)).toMatchObject({ because: { hash: 'a', state: 'settled' } });
      expect(await store.findByHash('a')).toMatchObject({ state: 'settled' });
    });

    test('sends a transaction that was prepared elsewhere only once', async () => {
      expect(await store.addForeign(offer('f'))).not.toHaveProperty('handle');
      await send(store, 'f', 'settled');
      expect(await store.addForeign(offer('f'))).toMatchObject({ state: 'settled' });
      expect((await store.claim('f', 'signed', 60_000)).kind).toBe('refused');
    });

    test('lists sent and expired undecided offers, oldest first', async () => {
      const put1 = async (name: string, time: number, after?: Parameters<typeof send>[2] | 'sending') => {
        at(time);
        await put(store, name, name, offer(name, time + 100));
        if (after !== undefined) await send(store, name, after === 'sending' ? undefined : after);
      };
      await put1('over', 10);
      await put1('sent', 20, 'unknown');
      await put1('accepted', 30, 'accepted');
      await put1('sending', 40, 'sending');
      for (const state of ['settled', 'taken', 'rejected', 'dead'] as const) await put1(state, 50, state);
      await put1('young', 60);
      const undecided = async (time: number, most = 99) => (await store.undecided(time, most)).map(({ id }) => id);
      expect(await undecided(111)).toEqual(['over', 'sent', 'accepted', 'sending']);
      expect(await undecided(110)).toEqual(['sent', 'accepted', 'sending']);
      expect(await undecided(161)).toContain('young');
      expect(await undecided(111, 2)).toEqual(['over', 'sent']);
      await store.end('over', { as: 'discarded', at: 0 });
      // A wallet may have sent it all the same.
      expect(await undecided(111)).toContain('over');
    });
  });
}

const by = (signer: string, signature = `by ${signer}`) => ({ signer, signature });

/** Of the store's specification: signatures that wait for others. */
export function describeSignatures({ store }: StoreScene): void {
  describe('signatures', () => {
    test('over an offer are kept and returned, the last of each signer', async () => {
      await put(store, 'key', 'id', offer('a'));
      expect(await store.keepSignatures('a', [by('G1')])).toEqual([by('G1')]);
      expect(await store.keepSignatures('a', [by('G2'), by('G1', 'another')])).toEqual([by('G1', 'another'), by('G2')]);
      expect(await store.keepSignatures('a', [])).toHaveLength(2);
      expect(await store.signaturesOf('id')).toEqual([
        { ...by('G1', 'another'), hash: 'a' },
        { ...by('G2'), hash: 'a' },
      ]);
      expect(await store.signaturesOf('other')).toEqual([]);
    });

    test('are dropped when a newer offer is added, but their signers are remembered', async () => {
      await put(store, 'key', 'id', offer('a'));
      await store.keepSignatures('a', [by('G1'), by('G2')]);
      await put(store, 'key', 'id', offer('b'));
      expect(await store.signaturesOf('id')).toEqual([
        { signer: 'G1', hash: 'a' },
        { signer: 'G2', hash: 'a' },
      ]);
      expect(await store.keepSignatures('b', [by('G2')])).toEqual([by('G2')]);
    });

    test('are kept only over what is still to be signed: the newest, neither sent nor ended', async () => {
      await put(store, 'key', 'id', offer('a'));
      await put(store, 'key', 'id', offer('b'));
      expect(await store.keepSignatures('a', [by('G1')])).toBeUndefined();
      await send(store, 'b', 'unknown');
      expect(await store.keepSignatures('b', [by('G1')])).toBeUndefined();
      await put(store, 'other', 'other', offer('c'));
      await store.end('other', { as: 'discarded', at: 0 });
      expect(await store.keepSignatures('c', [by('G1')])).toBeUndefined();
      expect(await store.keepSignatures('unknown', [by('G1')])).toBeUndefined();
      expect([...(await store.signaturesOf('id')), ...(await store.signaturesOf('other'))]).toEqual([]);
    });
  });
}
