/** Who may have which name, over the real store. */
import { expect, onTestFinished, test } from 'vitest';
import { contactFor } from '../../contacts/index.ts';
import type { CountersignError } from '../../errors/errors.ts';
import { NETWORKS, SANDBOX_ACCOUNTS } from '../../escrow/network.ts';
import { LOCAL_PERSON } from '../model/person.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import { addressBookOf } from './address-book.ts';
import { REQUEST_FIELDS, withNames } from './names.ts';

const [client, provider] = SANDBOX_ACCOUNTS;

function openStore() {
  const store = openSqliteStore(undefined, 'testnet');
  onTestFinished(() => store.close());
  return store;
}

function openBook() {
  return addressBookOf({ store: openStore(), network: NETWORKS.testnet, now: Date.now }, LOCAL_PERSON);
}

test('a lately removed name blocks look-alikes for another address', async () => {
  const book = openBook();
  await book.set('Alice', client.address, 'terminal');
  await book.remove('Alice');
  await expect(book.set('Al1ce', provider.address, 'terminal')).rejects.toMatchObject({
    fields: [{ path: 'name', problem: { code: 'LOOKS_LIKE_NAME', params: { isRemoved: true } } }],
  });
  expect(await book.set('Alicé', client.address, 'terminal')).toMatchObject({ address: client.address });
});

test('lists an entry with a word of our own as one to rename, and lets it be renamed', async () => {
  const store = openStore();
  const book = addressBookOf({ store, network: NETWORKS.testnet, now: Date.now }, LOCAL_PERSON);
  await book.set('Alice', client.address, 'terminal');
  const old = contactFor('You', provider.address, { by: 'terminal', at: 7, earlier: undefined });
  expect(await store.setContact(LOCAL_PERSON, old, undefined)).toBe(true);
  expect(await book.list()).toMatchObject([
    { name: 'Alice', address: client.address },
    { name: 'You', address: provider.address, toRename: { code: 'NAME_IS_OURS' } },
  ]);
  await expect(book.set('You', provider.address, 'page')).rejects.toMatchObject({
    fields: [{ path: 'name', problem: { code: 'NAME_IS_OURS' } }],
  });
  await book.set('Ben', provider.address, 'page');
  await book.remove('You');
  expect((await book.list()).map(({ name }) => name)).toEqual(['Alice', 'Ben']);
});

test('says how to add a name only where a party’s name is unknown', async () => {
  const context = { store: openStore(), network: NETWORKS.testnet };
  const remedyOf = async (input: object) =>
    await withNames(context, LOCAL_PERSON, input, REQUEST_FIELDS.deploy, () => undefined).catch(
      (error: CountersignError) => error.remedy,
    );
  expect(await remedyOf({ trustline: { address: 'DOGE' } })).not.toContain('contacts add');
  expect(await remedyOf({ signer: 'Zoë', trustline: { address: 'DOGE' } })).toContain('contacts add');
});
