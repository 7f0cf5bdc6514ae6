/** What becomes of the files of earlier versions: what each of them held is found, and counts as it did. */
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { request, signerKey } from '@countersign/testkit/fixtures/deploy-fixture';
import { DEAL, PAYER, SETTLED_ROWS, TOKEN } from '@countersign/testkit/fixtures/settled-rows';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { createPart } from '@countersign/testkit/record/part';
import { offer, put } from '@countersign/testkit/specifications/store-scene';
import { describe, expect, onTestFinished, test } from 'vitest';
import { NETWORKS } from '../../../escrow/network.ts';
import { openDataFile } from '../../../platform/data-file.ts';
import { keysOf } from '../../model/keys.ts';
import { LOCAL_PERSON } from '../../model/person.ts';
import { MAX_CHANGES } from '../limits.ts';
import { STORE_FORMAT } from './database.ts';
import { openSqliteStore } from './sqlite-store.ts';

/** A store that was opened over a file of that version, with what was written into it. */
function migratedFrom(
  version: number,
  write: (file: ReturnType<typeof openDataFile>) => void,
  now: () => number = Date.now,
) {
  const folder = temporaryFolder();
  const steps = STORE_FORMAT.steps.filter((step) => step.version <= version);
  const before = openDataFile(folder, { ...STORE_FORMAT, steps }, { synchronous: 'FULL' });
  write(before);
  before.close();
  const store = openSqliteStore(folder, 'sandbox', now);
  onTestFinished(() => store.close());
  return store;
}

const MONEY = 19;
const versions = [...new Set(STORE_FORMAT.steps.map(({ version }) => version))].filter((version) => version < MONEY);

/** The settled rows that a file of that version can have. */
const withSettledRows = (version: number) =>
  migratedFrom(version, (before) => {
    const hasActions = version >= 3;
    const addRequest = before.prepare(
      `INSERT INTO handle (id, page_id, network, request_key, request${hasActions ? ', action' : ''})
       VALUES (?1, ?1, 'sandbox', ?1, ?2${hasActions ? ', ?3' : ''})`,
    );
    const addTransaction = before.prepare(
      `INSERT INTO offer (hash, handle, unsigned_xdr, contract_id, offered_at, expires_at, reasons, state)
       VALUES (?1, ?1, ?2, ?3, ?4, 9000, '[]', 'settled')`,
    );
    for (const { id, action, request, escrow, xdr, at } of SETTLED_ROWS.slice(0, hasActions ? undefined : 1)) {
      addRequest.run(id, request, ...(hasActions ? [action] : []));
      addTransaction.run(id, xdr, escrow, at);
    }
    if (version >= 4) before.exec("INSERT INTO known VALUES ('local', 'local', 'address GSTRANGER')");
    if (version >= 5) {
      before.exec(`INSERT INTO contact (network, tenant, person, key, look, name, address, set_by, set_at)
        VALUES ('sandbox', 'local', 'local', 'ana', 'ana', 'Ana', 'GANA', 'terminal', 1),
               ('sandbox', 'local', 'local', 'ben', 'ben', 'Ben', 'GBEN', 'page', 1)`);
    }
  });

test.each(versions)('reads the money that moved from what a file of version %d still has', async (version) => {
  const store = withSettledRows(version);
  const deals = await store.dealsOf(PAYER);
  const made = deals.find(({ escrow }) => escrow === 'C-deploy');
  expect(made).toMatchObject({ paidIn: new Map([[PAYER, 0n]]), paidOut: new Map() });
  expect(deals.filter((deal) => deal !== made)).toEqual(version >= 3 ? [DEAL] : []);
  expect(await store.dealsOf(PAYER, TOKEN)).toHaveLength(deals.length);
});

test('does not know how a name was set that an earlier version set in a terminal', async () => {
  const contacts = await withSettledRows(17).contactsOf(LOCAL_PERSON);
  expect(contacts.map(({ name, setBy }) => [name, setBy])).toEqual([
    ['Ana', 'command'],
    ['Ben', 'page'],
  ]);
});

describe('a file of version 3, without owners, versions and confirmations', () => {
  const SETTLEMENT = { status: 'settled', transactionHash: 'h', message: 'm', next: 'n' };
  const STATES = { waits: 'offered', refused: 'rejected', done: 'settled', lost: 'unknown', cut: 'sending' };

  /** One request in each of the states. */
  const migrated = () =>
    migratedFrom(
      3,
      (before) => {
        const addRequest = before.prepare(
          `INSERT INTO handle (id, page_id, network, request_key, request, action) VALUES (?, ?, 'sandbox', ?, ?, 'deploy')`,
        );
        const addTransaction = before.prepare(
          `INSERT INTO offer (hash, handle, unsigned_xdr, contract_id, offered_at, expires_at, reasons, state, signed_xdr, settlement)
           VALUES (?, ?, 'AAAA', ?, ?, 1000, '[]', ?, ?, ?)`,
        );
        for (const [index, [name, state]] of Object.entries(STATES).entries()) {
          const asked = JSON.stringify(request({ engagementId: name }));
          addRequest.run(name, `page-${name}`, `key-${name}`, asked);
          const settlement = JSON.stringify({ ...SETTLEMENT, status: state });
          const isAnswered = ['settled', 'rejected', 'unknown'].includes(state);
          const sent = [state === 'offered' ? null : 'signed', isAnswered ? settlement : null];
          addTransaction.run(`h-${name}`, name, `C-${name}`, index, state, ...sent);
        }
        before.prepare("INSERT INTO past_offer VALUES ('past', 'waits', 'C-past', '7', 1, 1000, '[]')").run();
      },
      () => 2_000,
    );

  test('belongs to the local person, and calls nothing settled or refused that only the service did', async () => {
    const store = migrated();
    const part = createPart();
    part.note('of the local person, the newest first', await store.preparedRequestsOf(LOCAL_PERSON, 9));
    part.note('undecided', (await store.undecided(2_000, 9)).map(({ id }) => id).join(', '));
    for (const name of Object.keys(STATES)) {
      const { transactions = [], request: _, ...prepared } = (await store.find(name)) ?? {};
      part.note(name, prepared);
      part.note('  its transaction', transactions);
      expect((await store.findByRequest(`key-${name}`))?.id).toBe(name);
    }
    part.note('past', await store.findPast('past'));
    const waiting = { action: 'deploy', request: request({ engagementId: 'waits' }) } as const;
    const { series } = keysOf(waiting, NETWORKS.sandbox, LOCAL_PERSON);
    part.note(
      'versions of one escrow, by today’s key',
      (await store.findSeries(series as string)).map(({ id }) => id),
    );
    await expect(part.text()).toMatchFileSnapshot('recorded/file-of-version-3.txt');
  });

  test('keeps an earlier address for its own terms', async () => {
    const store = migrated();
    for (const contractId of ['C-past', 'C-waits']) {
      await expect(put(store, 'x', 'x', offer(contractId, 9_000, { contractId }))).rejects.toMatchObject({
        code: 'TRANSACTION_MISMATCH',
      });
    }
    expect(await put(store, 'key-waits', 'new', offer('x', 9_000, { contractId: 'C-waits' }))).toBe('waits');
  });
});

test('finds earlier escrows by texts and addresses, even next to an unreadable one', async () => {
  const store = migratedFrom(4, (before) => {
    const add = before.prepare(
      "INSERT INTO handle (id, page_id, network, request_key, request, action) VALUES (?1, ?1, 'sandbox', ?1, ?2, ?3)",
    );
    add.run('cafe', JSON.stringify(request({ title: 'Menü für das Café' })), 'deploy');
    add.run('logo', JSON.stringify(request({ title: 'Logo' })), 'deploy');
    add.run('damaged', '{"title":"Café"', 'deploy');
    add.run('payment', JSON.stringify({ signer: signerKey.publicKey() }), 'fund');
  });
  const found = async (text: string) => {
    const words = [{ text, addresses: [] }];
    const { preparedRequests, total } = await store.search(
      { person: LOCAL_PERSON, words, wallet: signerKey.publicKey(), endedSince: undefined },
      9,
    );
    return { ids: preparedRequests.map(({ id }) => id), total };
  };
  expect(await found('cafe')).toEqual({ ids: ['cafe'], total: 1 });
  expect(await found('e')).toMatchObject({ total: 2 });
});

test('keeps what was last reported to followers, and can open a list', async () => {
  const store = migratedFrom(6, (before) =>
    before.exec(
      "INSERT INTO told (network, tenant, person, follower, escrow, ledger, state) VALUES ('sandbox', 'local', 'local', 'f', 'C', 7, 's')",
    ),
  );
  expect(await store.reportedTo(LOCAL_PERSON, 'f', ['C'])).toEqual(new Map([['C', { ledger: 7, state: 's' }]]));
  const expiresAt = Date.now() + 60_000;
  await store.addListLink(LOCAL_PERSON, { hash: 'link', expiresAt });
  expect(await store.useListLink('link', { hash: 'session', expiresAt })).toEqual(LOCAL_PERSON);
});

test('existing handles are not changes, but their later outcomes are', async () => {
  const store = migratedFrom(9, (before) =>
    before.exec(`
      INSERT INTO handle (id, page_id, network, request_key, request) VALUES ('id', 'page', 'sandbox', 'key', '{}');
      INSERT INTO offer (hash, handle, unsigned_xdr, contract_id, offered_at, expires_at, reasons, state)
        VALUES ('h', 'id', 'AAAA', 'C', 1, 2, '[]', 'offered');`),
  );
  expect(await store.changedSince(0)).toEqual({ cursor: 0, requestIds: [] });
  // No one could ask for several milestones at once.
  expect(await store.find('id')).not.toHaveProperty('plan');
  await store.decide('h', { state: 'dead' });
  const { cursor, requestIds } = await store.changedSince(0);
  expect(requestIds).toEqual(['id']);
  expect(await store.changedSince(undefined)).toEqual({ cursor, requestIds: [] });
});

test('forgets old changes and never reuses a number', async () => {
  const folder = temporaryFolder();
  const store = openSqliteStore(folder, 'sandbox');
  const file = new DatabaseSync(path.join(folder, STORE_FORMAT.name));
  onTestFinished(async () => {
    file.close();
    await store.close();
  });
  const numbers = () => file.prepare('SELECT number FROM change ORDER BY number').all();
  file.exec(`INSERT INTO change (number, handle) VALUES (1, 'old'), (2, 'kept'), (${MAX_CHANGES + 1}, 'new')`);
  await store.sweep();
  expect(numbers()).toEqual([{ number: 2 }, { number: MAX_CHANGES + 1 }]);
  file.exec("DELETE FROM change WHERE handle = 'new'; INSERT INTO change (handle) VALUES ('newer')");
  expect(numbers().at(-1)).toEqual({ number: MAX_CHANGES + 2 });
});
