/** What becomes of a version 3 file: owners, versions and confirmations are new, and the source of a state. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { request } from '@countersign/testkit/fixtures/deploy-fixture';
import { offer, put } from '@countersign/testkit/specifications/store-scene';
import { expect, onTestFinished, test } from 'vitest';
import { NETWORKS } from '../../../escrow/network.ts';
import { openDataFile } from '../../../platform/data-file.ts';
import { keysOf } from '../../model/keys.ts';
import { LOCAL_PERSON } from '../../model/person.ts';
import type { TransactionState } from '../../model/requests.ts';
import { STORE_FORMAT } from './database.ts';
import { openSqliteStore } from './sqlite-store.ts';

const SETTLEMENT = { status: 'settled', transactionHash: 'h', message: 'm', next: 'n' };

/** A store that was opened over a file of version 3 with one handle for each of the states. */
function migrated(states: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const steps = STORE_FORMAT.steps.filter(({ version }) => version <= 3);
  const before = openDataFile(folder, { ...STORE_FORMAT, steps }, { synchronous: 'FULL' });
  const addHandle = before.prepare(
    `INSERT INTO handle (id, page_id, network, request_key, request, action) VALUES (?, ?, 'sandbox', ?, ?, 'deploy')`,
  );
  const addOffer = before.prepare(
    `INSERT INTO offer (hash, handle, unsigned_xdr, contract_id, offered_at, expires_at, reasons, state, signed_xdr, settlement)
     VALUES (?, ?, 'AAAA', ?, ?, 1000, '[]', ?, ?, ?)`,
  );
  for (const [index, [name, state]] of Object.entries(states).entries()) {
    const asked = JSON.stringify(request({ engagementId: name }));
    addHandle.run(name, `page-${name}`, `key-${name}`, asked);
    const isSent = state !== 'offered';
    const said = ['settled', 'rejected', 'unknown'].includes(state) ? { ...SETTLEMENT, status: state } : undefined;
    addOffer.run(
      `h-${name}`,
      name,
      `C-${name}`,
      index,
      state,
      isSent ? 'signed' : null,
      said ? JSON.stringify(said) : null,
    );
  }
  before.prepare("INSERT INTO past_offer VALUES ('past', 'waits', 'C-past', '7', 1, 1000, '[]')").run();
  before.close();
  const store = openSqliteStore(folder, 'sandbox', () => 2_000);
  onTestFinished(() => store.close());
  return store;
}

const STATES = { waits: 'offered', refused: 'rejected', done: 'settled', lost: 'unknown', cut: 'sending' };

test('all earlier handles belong to the local person, in order of creation', async () => {
  const store = migrated(STATES);
  expect(await store.handlesOf(LOCAL_PERSON, 9)).toEqual(['cut', 'lost', 'done', 'refused', 'waits']);
  expect(await store.find('waits')).toMatchObject({ owner: LOCAL_PERSON, round: 0, judged: { stops: [] } });
  expect(await store.findPast('past')).toMatchObject({ owner: LOCAL_PERSON, handle: 'waits' });
  expect((await store.findByRequest('key-waits'))?.id).toBe('waits');
  expect((await store.find('waits'))?.offers[0]).not.toHaveProperty('offeredLedger');
});

test('an outcome that the service called refused is undecided until the ledger is asked; others stay', async () => {
  const store = migrated(STATES);
  const states = async () =>
    await Promise.all(Object.keys(STATES).map(async (name) => (await store.findByHash(`h-${name}`))?.state));
  expect(await states()).toEqual(['offered', 'unknown', 'accepted', 'unknown', 'sending'] satisfies TransactionState[]);
  const refused = await store.findByHash('h-refused');
  expect(refused).not.toHaveProperty('settlement');
  expect((await store.undecided(2_000, 9)).map(({ id }) => id)).toEqual(['waits', 'refused', 'done', 'lost', 'cut']);
});

test('a state by the service’s word says so', async () => {
  const store = migrated(STATES);
  expect((await store.findByHash('h-done'))?.settlement).toMatchObject({
    status: 'accepted',
    by: 'service',
    transactionHash: SETTLEMENT.transactionHash,
  });
  expect((await store.findByHash('h-lost'))?.settlement).toMatchObject({ by: 'here' });
});

test('finds versions of one escrow as a series, by today’s key', async () => {
  const store = migrated(STATES);
  const { series } = keysOf('deploy', request({ engagementId: 'waits' }), NETWORKS.sandbox, LOCAL_PERSON);
  expect((await store.findSeries(series as string)).map(({ id }) => id)).toEqual(['waits']);
});

test('an earlier address stays reserved for its own terms', async () => {
  const store = migrated(STATES);
  await expect(put(store, 'x', 'x', offer('y', 9_000, { contractId: 'C-past' }))).rejects.toMatchObject({
    code: 'TRANSACTION_MISMATCH',
  });
  await expect(put(store, 'x', 'x', offer('x', 9_000, { contractId: 'C-waits' }))).rejects.toMatchObject({
    code: 'TRANSACTION_MISMATCH',
  });
  expect(await put(store, 'key-waits', 'new', offer('x', 9_000, { contractId: 'C-waits' }))).toBe('waits');
});
