/** DATABASE_URL instead of the data folder: what several processes share, and the errors if it cannot be used. */
import { openDesk } from '@countersign/core';
import { openAddressBook } from '@countersign/core/address-book';
import { CountersignError } from '@countersign/core/errors';
import { openStore } from '@countersign/core/internal/workflow/store/open-store';
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { parseSettings } from '@countersign/core/settings';
import { startSandbox } from '@countersign/escrow-service';
import { hasPostgres, newDatabase, runSql } from '@countersign/testkit/postgres/databases';
import { freePort } from '@countersign/testkit/processes/ports';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { describe, expect, onTestFinished, test } from 'vitest';

const [client, designer, platform, arbiter] = SANDBOX_ACCOUNTS.map(({ address }) => address) as [
  string,
  string,
  string,
  string,
];
const REQUEST = {
  signer: client,
  engagementId: 'shared-1',
  title: 'Logo',
  description: 'A logo in three sizes',
  roles: {
    approver: client,
    serviceProvider: designer,
    platformAddress: platform,
    releaseSigner: client,
    disputeResolver: arbiter,
    receiver: designer,
  },
  platformFee: '2.5',
  milestones: [{ description: 'Sketch', amount: '100' }],
  trustline: { address: NETWORKS.sandbox.tokens[0]?.address ?? '' },
};

const settingsAt = (url: string) => parseSettings({ DATABASE_URL: url, COUNTERSIGN_DATA_DIR: temporaryFolder() });

async function problemAt(url: string): Promise<{ code: string; message: string; remedy: string }> {
  try {
    const { store } = await openStore(settingsAt(url));
    await store.close();
  } catch (thrown) {
    if (thrown instanceof CountersignError)
      return { code: thrown.code, message: thrown.message, remedy: thrown.operatorRemedy };
    throw thrown;
  }
  throw new Error('it was opened');
}

test.each([
  ['mysql://ada:secret-word@db/escrow', 'is not the address of a PostgreSQL database'],
  ['postgres://ada:secret-word@db', 'names no database'],
  ['nonsense secret-word', 'is not the address of a PostgreSQL database'],
])('%s is refused as a setting, and not repeated', (url, problem) => {
  const refused = () => parseSettings({ DATABASE_URL: url });
  expect(refused).toThrowError(problem);
  expect(refused).not.toThrowError('secret-word');
});

test('its password is never repeated', () => {
  const { credentials } = parseSettings({ DATABASE_URL: 'postgres://ada:p%40ss-of-the-database@db.example/escrow' });
  expect(credentials).toEqual(expect.arrayContaining(['p%40ss-of-the-database', 'p@ss-of-the-database']));
});

describe.runIf(hasPostgres)('with PostgreSQL', () => {
  test('processes share what they prepare, and the address book', async () => {
    const url = await newDatabase();
    const sandbox = await startSandbox();
    onTestFinished(() => sandbox.close());
    const opened = async () => {
      const desk = await openDesk(settingsAt(url), {
        startSandbox: async () => ({ ...sandbox, close: async () => {} }),
      });
      onTestFinished(() => desk.close());
      return desk;
    };
    const [one, other] = [await opened(), await opened()];
    const prepared = await Promise.all([one, other].map((desk) => desk.prepare('deploy', REQUEST)));
    expect(new Set(prepared.map(({ id }) => id)).size).toBe(1);
    expect(one.metrics().requests.deploy + other.metrics().requests.deploy).toBe(1);
    expect((await other.status(String(prepared[0]?.id))).status).toBe('prepared');
    const book = await openAddressBook(settingsAt(url));
    await book.set('Ana', REQUEST.signer, 'terminal');
    await book.close();
    const elsewhere = await openAddressBook(settingsAt(url));
    expect((await elsewhere.list()).map(({ name }) => name)).toEqual(['Ana']);
    await elsewhere.close();
  });

  test('an unreachable or missing database is reported with what to do', async () => {
    const away = await problemAt(`postgres://ada:secret-word@127.0.0.1:${await freePort()}/escrow`);
    expect(away).toEqual({
      code: 'STORE_UNREACHABLE',
      message: 'Countersign cannot reach its records at the moment.',
      remedy: 'The database cannot be reached (ECONNREFUSED). Check that PostgreSQL runs where DATABASE_URL says.',
    });
    const url = await newDatabase();
    expect((await problemAt(url.replace('postgres@', 'stranger:secret-word@'))).remedy).toContain(
      'Check the user, the password',
    );
    expect((await problemAt(`${url}_nothing`)).remedy).toContain('the database’s name in DATABASE_URL');
    const tls = await problemAt(`${url}?sslmode=verify-full`);
    expect(tls.remedy).toContain('sslmode');
  });

  test('tables of a newer version are left alone, and missing permissions are named', async () => {
    const url = await newDatabase();
    await runSql(url, 'CREATE ROLE reader LOGIN');
    expect((await problemAt(url.replace('postgres@', 'reader@'))).remedy).toContain('GRANT CREATE');
    const { store } = await openStore(settingsAt(url));
    await store.close();
    await runSql(url, 'UPDATE countersign.version SET number = 999');
    expect(await problemAt(url)).toMatchObject({
      message: expect.stringContaining('version 999'),
      remedy: expect.stringContaining('Update Countersign'),
    });
  });
});
