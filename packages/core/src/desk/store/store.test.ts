import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { request } from '@countersign/testkit/fixtures/deploy-fixture';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Settlement } from '../results.ts';
import type { NewOffer, OfferState } from './offers.ts';
import { MAX_PAST_OFFERS } from './past-offers.ts';
import { MAX_HANDLES, MAX_SETTLED } from './room.ts';
import { openStore, type Store } from './store.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const settlement: Settlement = { status: 'settled', transactionHash: 'h', message: 'm', next: 'n' };

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'store-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const offer = (hash: string, expiresAt = 100_000): NewOffer => ({
  hash,
  unsignedXdr: 'AAAA',
  contractId: `C-${hash}`,
  sequence: '7',
  expiresAt,
  reasons: [],
});

/** Adds an offer; gives the id of the handle that has it. */
const put = (store: Store, requestKey: string, id: string, added: NewOffer) =>
  store.add({ id, pageId: `page-${id}`, request: request(), requestKey }, added).id;

/** Claims an offer and records what became of it; gives the claim's number. */
function send(store: Store, hash: string, state?: OfferState): number {
  const claim = store.claim(hash, 'signed', 60_000);
  if (claim.kind === 'refused') throw new Error(`the claim of ${hash} was refused`);
  if (state !== undefined) store.record(hash, claim.number, state, state === 'settled' ? settlement : undefined);
  return claim.number;
}

/** A store whose clock the test sets. */
function storeAt(where: string | undefined, start = 0): { store: Store; at: (now: number) => void } {
  let now = start;
  const store = openStore(where, 'sandbox', () => now);
  onTestFinished(store.close);
  return {
    store,
    at: (time) => {
      now = time;
    },
  };
}

describe.each([['memory', (): string | undefined => undefined] as const, ['disk', folder] as const])(
  'in %s',
  (_, where) => {
    test('one handle stands for one request, with its offers newest first', () => {
      const { store } = storeAt(where());
      expect(put(store, 'key', 'id-1', offer('a'))).toBe('id-1');
      expect(put(store, 'key', 'id-2', offer('b'))).toBe('id-1');
      expect(store.find('id-1')?.offers.map(({ hash }) => hash)).toEqual(['b', 'a']);
      expect(store.findByRequest('key')?.request).toEqual(request());
      expect(store.findByHash('a')?.handle).toBe('id-1');
      expect(store.findByContract('C-b')?.hash).toBe('b');
      expect([store.find('id-2'), store.findByRequest('x'), store.findByHash('x'), store.findByContract('x')]).toEqual(
        Array(4).fill(undefined),
      );
    });

    test('an offer is claimed once; a claim that died with its process can be taken over', () => {
      const { store, at } = storeAt(where());
      put(store, 'key', 'id', offer('a'));
      expect(store.claim('a', 'signed', 60_000)).toMatchObject({ kind: 'granted', before: 'offered' });
      expect(store.claim('a', 'signed', 60_000)).toMatchObject({
        kind: 'refused',
        because: { hash: 'a', state: 'sending' },
      });
      at(60_001);
      expect(store.claim('a', 'signed', 60_000)).toMatchObject({ kind: 'granted', before: 'sending' });
    });

    test('a claim that was taken over may still say that it settled, and nothing else', () => {
      const { store, at } = storeAt(where());
      put(store, 'key', 'id', offer('a'));
      const first = send(store, 'a');
      at(60_001);
      const second = send(store, 'a');
      for (const state of ['offered', 'unknown', 'rejected'] as const) {
        store.record('a', first, state);
        expect(store.findByHash('a')?.state).toBe('sending');
      }
      store.record('a', first, 'settled', settlement);
      store.record('a', second, 'unknown');
      expect(store.findByHash('a')).toMatchObject({ state: 'settled', settlement });
    });

    test('only what is undecided is resolved by another word', () => {
      const { store } = storeAt(where());
      put(store, 'key', 'id', offer('a'));
      store.resolve('a', 'settled', settlement);
      expect(store.findByHash('a')?.state).toBe('offered');
      send(store, 'a', 'unknown');
      store.resolve('a', 'settled', settlement);
      store.resolve('a', 'rejected', settlement);
      expect(store.findByHash('a')).toMatchObject({ state: 'settled', settlement });
    });

    test.each(['sending', 'unknown', 'settled'] as const)(
      'while one offer is %s, no other of its handle is sent, added or discarded',
      (state) => {
        const { store, at } = storeAt(where());
        put(store, 'key', 'id', offer('a'));
        put(store, 'key', 'id', offer('b'));
        send(store, 'a', state === 'sending' ? undefined : state);
        at(24 * HOUR);
        expect(store.claim('b', 'signed', 60_000)).toMatchObject({ kind: 'refused', because: { hash: 'a', state } });
        const code = state === 'settled' ? 'ALREADY_SETTLED' : 'OUTCOME_UNKNOWN';
        expect(() => put(store, 'key', 'id', offer('c'))).toThrowError(expect.objectContaining({ code }));
        expect(() => store.remove('id')).toThrowError(expect.objectContaining({ code }));
        expect(store.find('id')?.offers).toHaveLength(2);
      },
    );

    test.each(['offered', 'rejected'] as const)('after one was %s, another may be sent', (state) => {
      const { store } = storeAt(where());
      put(store, 'key', 'id', offer('a'));
      put(store, 'key', 'id', offer('b'));
      send(store, 'a', state);
      expect(store.claim('b', 'signed', 60_000).kind).toBe('granted');
    });

    test('what the ledger refused is not sent again', () => {
      const { store } = storeAt(where());
      put(store, 'key', 'id', offer('a'));
      send(store, 'a', 'rejected');
      expect(store.claim('a', 'signed', 60_000)).toMatchObject({ kind: 'refused', because: { state: 'rejected' } });
    });

    test('a transaction that was offered for another request is not offered for this one', () => {
      const { store } = storeAt(where());
      put(store, 'key', 'id', offer('a'));
      expect(() => put(store, 'other', 'id-2', offer('a'))).toThrowError(
        expect.objectContaining({ code: 'TRANSACTION_MISMATCH' }),
      );
      expect(store.find('id-2')).toBeUndefined();
    });

    test('older offers of a handle go once they can no longer be signed', () => {
      const { store, at } = storeAt(where());
      put(store, 'key', 'id', offer('a', 1_000));
      put(store, 'key', 'id', offer('b', 3_000));
      at(2_000);
      put(store, 'key', 'id', offer('c', 4_000));
      expect(store.find('id')?.offers.map(({ hash }) => hash)).toEqual(['c', 'b']);
    });

    test.each<[string, (store: Store, at: (now: number) => void) => void]>([
      [
        'renewed',
        (store, at) => {
          at(2_000);
          put(store, 'key', 'id', offer('b', 3_000));
        },
      ],
      ['discarded', (store) => store.remove('id')],
      [
        'forgotten after a day',
        (store, at) => {
          at(25 * HOUR);
          put(store, 'later', 'later', offer('later', 26 * HOUR));
        },
      ],
    ])('an offer that was %s is remembered for 30 days after its end, without its transaction', (_, lose) => {
      const { store, at } = storeAt(where());
      put(store, 'key', 'id', offer('a', 1_000));
      lose(store, at);
      expect(store.findByHash('a')).toBeUndefined();
      const remembered = { hash: 'a', handle: 'id', contractId: 'C-a', sequence: '7', offeredAt: 0, expiresAt: 1_000 };
      at(30 * DAY + 1_000);
      put(store, 'other', 'other', offer('other', 31 * DAY));
      expect(store.findPast('a')).toEqual(remembered);
      // What is old is looked for when an escrow is renewed, too.
      at(30 * DAY + 61_000);
      put(store, 'other', 'other', offer('newer', 31 * DAY));
      expect(store.findPast('a')).toBeUndefined();
    });

    test('an offer that was sent is not taken for a late one, whatever became of it', () => {
      const { store, at } = storeAt(where());
      for (const state of ['settled', 'unknown'] as const) {
        put(store, state, state, offer(state, 1_000));
        send(store, state, state);
      }
      at(31 * DAY);
      put(store, 'other', 'other', offer('other', 32 * DAY));
      expect([store.find('settled'), store.find('unknown')?.id]).toEqual([undefined, 'unknown']);
      expect([store.findPast('settled'), store.findPast('unknown')]).toEqual([undefined, undefined]);
    });

    test('an offer that is given again for its request is one to sign, not one of the past', () => {
      const { store } = storeAt(where());
      put(store, 'key', 'id', offer('a'));
      store.remove('id');
      put(store, 'key', 'id-2', offer('a'));
      expect(store.findPast('a')).toBeUndefined();
      expect(store.findByHash('a')).toMatchObject({ handle: 'id-2', state: 'offered' });
    });

    test('one that was prepared elsewhere is sent once too', () => {
      const { store } = storeAt(where());
      expect(store.addForeign(offer('f'))).not.toHaveProperty('handle');
      send(store, 'f', 'settled');
      expect(store.addForeign(offer('f'))).toMatchObject({ state: 'settled' });
      expect(store.claim('f', 'signed', 60_000).kind).toBe('refused');
    });

    test('a full store refuses, makes room from what can no longer be signed, and never drops what may have been sent', () => {
      const { store, at } = storeAt(where());
      for (let index = 0; index < MAX_HANDLES; index++) put(store, `k${index}`, `id${index}`, offer(`h${index}`));
      expect(() => put(store, 'one more', 'more', offer('more'))).toThrowError(/full/);
      send(store, 'h0');
      send(store, 'h1', 'unknown');
      send(store, 'h2', 'settled');
      at(100_001);
      // A settled one takes no room from those that wait.
      expect(put(store, 'one more', 'more', offer('more', 200_000))).toBe('more');
      expect(store.find('id3')).toBeDefined();
      expect(put(store, 'another', 'another', offer('another', 200_000))).toBe('another');
      expect(['id0', 'id1', 'id2', 'id3'].map((id) => store.find(id) !== undefined)).toEqual([true, true, true, false]);
    });

    test('what was never sent is forgotten after a day, what settled after a month, what is unknown never', () => {
      const { store, at } = storeAt(where());
      for (const name of ['unsent', 'settled', 'unknown']) put(store, name, name, offer(name));
      send(store, 'settled', 'settled');
      send(store, 'unknown', 'unknown');
      const kept = () => ['unsent', 'settled', 'unknown'].filter((name) => store.find(name) !== undefined);
      at(25 * HOUR);
      put(store, 'later', 'later', offer('later', 26 * HOUR));
      expect(kept()).toEqual(['settled', 'unknown']);
      at(31 * 24 * HOUR);
      put(store, 'latest', 'latest', offer('latest', 32 * 24 * HOUR));
      expect(kept()).toEqual(['unknown']);
    });
  },
);

test('offers of the past take no room from those that wait', () => {
  const { store, at } = storeAt(undefined);
  for (let index = 0; index < MAX_HANDLES; index++) put(store, `k${index}`, `id${index}`, offer(`h${index}`, 1_000));
  at(2_000);
  for (let index = 0; index < MAX_HANDLES; index++) put(store, `l${index}`, `la${index}`, offer(`i${index}`));
  expect([store.findPast('h0')?.handle, store.find('la0')?.id]).toEqual(['id0', 'la0']);
  expect(() => put(store, 'more', 'more', offer('more'))).toThrowError(/full/);
});

test('of the settled, only so many are remembered, the newest ones; one with an unknown sibling stays', () => {
  const where = folder();
  const { store, at } = storeAt(where);
  put(store, 'key', 'undecided', offer('a'));
  put(store, 'key', 'undecided', offer('b'));
  send(store, 'a', 'unknown');
  store.record('b', 0, 'settled', settlement);
  const database = new DatabaseSync(path.join(where, 'prepared.sqlite'));
  onTestFinished(() => database.close());
  const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MAX_SETTLED - 1})`;
  database.exec(`BEGIN;
    ${numbers} INSERT INTO handle SELECT 'id' || i, 'page' || i, 'sandbox', 'key' || i, '{}' FROM n;
    ${numbers} INSERT INTO offer (hash, handle, unsigned_xdr, contract_id, offered_at, expires_at, reasons, state)
      SELECT 'h' || i, 'id' || i, '', '', i, i, '[]', 'settled' FROM n;
    COMMIT`);
  const kept = () => ['undecided', 'id1', 'id2', `id${MAX_SETTLED - 1}`].filter((id) => store.find(id) !== undefined);
  at(60_000);
  put(store, 'one', 'one', offer('one'));
  expect(kept()).toEqual(['undecided', 'id1', 'id2', `id${MAX_SETTLED - 1}`]);
  // With the undecided one that is two too many.
  send(store, 'one', 'settled');
  put(store, 'two', 'two', offer('two', 200_000));
  send(store, 'two', 'settled');
  at(120_000);
  put(store, 'three', 'three', offer('three', 200_000));
  expect(kept()).toEqual(['undecided', 'id2', `id${MAX_SETTLED - 1}`]);
});

describe('on disk', () => {
  test('only so many offers of the past are remembered, the newest ones', () => {
    const where = folder();
    const { store, at } = storeAt(where);
    const database = new DatabaseSync(path.join(where, 'prepared.sqlite'));
    onTestFinished(() => database.close());
    const fill = database.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO past_offer SELECT 'h' || i, 'id', 'C', NULL, i, i, '[]' FROM n`,
    );
    fill.run(MAX_PAST_OFFERS);
    put(store, 'key', 'id', offer('a'));
    expect(store.findPast('h1')).toEqual({ hash: 'h1', handle: 'id', contractId: 'C', offeredAt: 1, expiresAt: 1 });
    store.remove('id');
    at(60_000);
    put(store, 'key', 'id', offer('b', 200_000));
    expect([store.findPast('h1'), store.findPast('h2')?.hash, store.findPast('a')?.hash]).toEqual([
      undefined,
      'h2',
      'a',
    ]);
  });

  test('what was recorded is there after closing, and for a second process at once', () => {
    const where = folder();
    const first = openStore(where, 'sandbox');
    put(first, 'key', 'id', offer('a'));
    const second = openStore(where, 'sandbox');
    send(second, 'a', 'settled');
    expect(first.claim('a', 'signed', 60_000).kind).toBe('refused');
    first.close();
    expect(second.findByHash('a')).toMatchObject({ state: 'settled', settlement });
    second.close();
  });

  test('a handle is seen on its own network alone', () => {
    const where = folder();
    const sandbox = openStore(where, 'sandbox');
    put(sandbox, 'key', 'id', offer('a'));
    const testnet = openStore(where, 'testnet');
    expect([sandbox.find('id')?.id, testnet.find('id')]).toEqual(['id', undefined]);
    sandbox.close();
    testnet.close();
  });

  test('a file that fails later is named too', () => {
    const store = openStore(folder(), 'sandbox');
    store.close();
    expect(() => store.find('id')).toThrowError(expect.objectContaining({ code: 'STORE_UNUSABLE' }));
  });

  test('of many processes that claim one offer at once, one may send', async () => {
    const where = folder();
    const store = openStore(where, 'sandbox');
    put(store, 'key', 'id', offer('a'));
    const claim = `const { openStore } = await import(${JSON.stringify(new URL('./store.ts', import.meta.url).href)});
      console.log(openStore(process.argv[1], 'sandbox').claim('a', 'signed', 60000).kind);`;
    const run = promisify(execFile);
    const said = await Promise.all(
      Array.from({ length: 4 }, () => run(process.execPath, ['--input-type=module', '-e', claim, where])),
    );
    expect(said.map(({ stdout }) => stdout.trim()).toSorted()).toEqual(['granted', 'refused', 'refused', 'refused']);
    store.close();
  });

  test.each<[string, (where: string) => string]>([
    [
      'a file in the folder’s place',
      (where) => {
        writeFileSync(path.join(where, 'file'), '');
        return path.join(where, 'file');
      },
    ],
    [
      'a damaged file',
      (where) => {
        writeFileSync(
          path.join(where, 'prepared.sqlite'),
          'this is no database, and long enough to be looked at as one'.repeat(40),
        );
        return where;
      },
    ],
  ])('%s is named, with what to do', (_, prepare) => {
    expect(() => openStore(prepare(folder()), 'sandbox')).toThrowError(
      expect.objectContaining({
        code: 'STORE_UNUSABLE',
        operatorRemedy: expect.stringContaining('COUNTERSIGN_DATA_DIR'),
      }),
    );
  });
});
