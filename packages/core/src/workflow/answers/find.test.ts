import { openDeskOfTest } from '@countersign/testkit/desk/desk-of-test';
import { ADA, escrowOf, openRememberingDesk } from '@countersign/testkit/desk/remembering-desk';
import { NOW, otherKey, requestInput, signerKey } from '@countersign/testkit/fixtures/deploy-fixture';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, test } from 'vitest';
import { contactFor } from '../../contacts/index.ts';
import { directNetwork, SANDBOX_ACCOUNTS } from '../../escrow/network.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';

const LOGO = { engagementId: 'logo-1', title: 'Ein Logo für das Café' };
const SITE = { engagementId: 'site-1', title: 'Website' };
const numbered = (length: number) => Array.from({ length }, (_, index) => ({ engagementId: `e${index}` }));

test('finds an escrow by a few words, with all that is needed to continue', async () => {
  const { desk, prepare } = await openRememberingDesk([LOGO, SITE]);
  const logo = await prepare(LOGO);
  await prepare(SITE);
  expect(await desk.for(ADA).find({ query: 'CAFE logo' })).toMatchObject({
    ...{ network: 'sandbox', more: 0, next: 'get_escrow shows all of one.' },
    escrows: [{ id: logo.id, signUrl: logo.signUrl, next: 'The signer signs it.' }],
  });
  const titles = async (input: object) => (await desk.for(ADA).find(input)).escrows.map(({ title }) => title);
  expect(await titles({})).toEqual([SITE.title, LOGO.title]);
  expect(await titles({ query: '  “site-1”, ' })).toEqual([SITE.title]);
  expect(await titles({ wallet: otherKey.publicKey(), status: 'open' })).toEqual([SITE.title, LOGO.title]);
  expect(await titles({ since: new Date(NOW * 1_000 + 500).toISOString() })).toEqual([SITE.title]);
  expect(await titles({ since: '2199-01-01' })).toEqual([]);
  expect(await desk.for(ADA).find({ query: 'nothing such' })).toMatchObject({
    escrows: [],
    next: expect.stringContaining('Try fewer words'),
  });
});

test('reports that a wallet’s other escrows are not listed where there is no service', async () => {
  const store = openSqliteStore(undefined, 'sandbox');
  const network = directNetwork('sandbox');
  const desk = openDeskOfTest({ store, network });
  const isSaid = async (input: object) => /not prepared here are missing/.test((await desk.find(input)).next);
  expect([await isSaid({ wallet: signerKey.publicKey() }), await isSaid({})]).toEqual([true, false]);
});

test('finds a sandbox demo account by its name and its person’s', async () => {
  const [, , , arbiter] = SANDBOX_ACCOUNTS;
  const judged = { ...SITE, roles: { ...requestInput().roles, disputeResolver: arbiter.address } };
  const { desk, prepare } = await openRememberingDesk([LOGO, judged]);
  await prepare(LOGO);
  const { id } = await prepare(judged);
  for (const query of ['Arbiter', 'cleo']) {
    expect((await desk.for(ADA).find({ query })).escrows.map((escrow) => escrow.id)).toEqual([id]);
  }
});

test('searches for a word that is in very many names', async () => {
  const folder = temporaryFolder();
  const { desk, prepare, clock } = await openRememberingDesk([LOGO], { folder });
  await prepare(LOGO);
  const store = openSqliteStore(folder, 'sandbox', () => clock.now);
  const named = (name: string, address: string) =>
    contactFor(name, address, { by: 'terminal', at: clock.now, earlier: undefined });
  for (let at = 0; at < 1_100; at++) {
    await store.setContact(ADA, { ...named(`Ana ${at}`, `G${at}`), removedAt: clock.now }, undefined);
  }
  await store.setContact(ADA, named('Zoe Ana', otherKey.publicKey()), undefined);
  await store.close();
  expect((await desk.for(ADA).find({ query: 'ana' })).escrows).toHaveLength(1);
});

test('reads the ledger once for all escrows of an account, whether they can still be signed or have expired', async () => {
  const many = numbered(12);
  const { desk, prepare, ledger, clock } = await openRememberingDesk(many);
  for (const one of many) await prepare(one);
  const statuses = async () => {
    ledger.asked = 0;
    const { escrows } = await desk.for(ADA).find({});
    return { asked: ledger.asked, statuses: new Set(escrows.map(({ status }) => status)), found: escrows.length };
  };
  expect(await statuses()).toEqual({ asked: 1, statuses: new Set(['prepared']), found: 12 });
  clock.now += 3_600_000;
  ledger.closed = clock.now;
  // The account with all addresses, and the time of the latest ledger.
  expect(await statuses()).toEqual({ asked: 2, statuses: new Set(['expired']), found: 12 });
  expect(await statuses()).toEqual({ asked: 0, statuses: new Set(['expired']), found: 12 });
});

test('returns a link to the whole list if it is asked for and a list can be opened', async () => {
  const { desk } = await openRememberingDesk([]);
  expect(await desk.find({ openList: false })).not.toHaveProperty('listUrl');
  await expect(desk.find({ openList: true })).rejects.toMatchObject({ code: 'LIST_CLOSED' });
  await expect(desk.find({ openList: 'yes' })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
});

test('reads the ledger once for all settled escrows, with their balances', async () => {
  const requests = numbered(5);
  const { desk, prepare, settle, ledger } = await openRememberingDesk(requests);
  const transactions = [];
  for (const changes of requests) transactions.push(await prepare(changes));
  for (const [index, prepared] of transactions.entries()) settle(prepared, escrowOf(requests[index]));
  await desk.for(ADA).find({});
  const before = ledger.asked;
  expect((await desk.for(ADA).find({})).escrows.map(({ held }) => held)).toEqual(Array(5).fill('0'));
  expect(ledger.asked).toBe(before + 1);
});

test('shows 20 and says how many more there are', async () => {
  const requests = numbered(22);
  const { desk, prepare } = await openRememberingDesk(requests, { hasLedger: false });
  for (const changes of requests) await prepare(changes);
  const found = await desk.for(ADA).find({});
  expect(found).toMatchObject({ more: 2, next: '2 more match. Narrow it: more words, a wallet, a status, or since.' });
  expect(found.escrows).toHaveLength(20);
});

test('says so if more are undecided than it asks the ledger about', async () => {
  const requests = numbered(42);
  const { desk, prepare, settle } = await openRememberingDesk(requests);
  const oldest = await prepare(requests[0]);
  for (const changes of requests.slice(1)) await prepare(changes);
  settle(oldest, escrowOf(requests[0]));
  const settled = (query?: string) => desk.for(ADA).find({ status: 'settled', ...(query && { query }) });
  const next = expect.stringContaining('not asked about 2 others yet');
  expect(await settled()).toMatchObject({ escrows: [], next });
  expect(await settled('e0')).toMatchObject({ escrows: [{ id: oldest.id }] });
});

test.each<[string, object, string]>([
  ['a number for a query', { query: 5 }, 'query'],
  ['a wallet that is none', { wallet: 'ana' }, 'wallet'],
  ['a state that there is not', { status: 'waiting' }, 'status'],
  ['a date in words', { since: 'last week' }, 'since'],
  ['a time without its zone', { since: '2026-11-15T10:00' }, 'since'],
  ['a month that there is not', { since: '2026-13-01' }, 'since'],
  ['an unknown field', { page: 2 }, 'page'],
])('%s is named', async (_, input, field) => {
  const { desk } = await openRememberingDesk([]);
  const error = await desk.find(input).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'INPUT_INVALID', fields: [{ path: field }] });
});
