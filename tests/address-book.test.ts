/** Names in place of addresses, from the terminal to the ledger: what is stored, what is shown, what is a stop. */

import { type Desk, LOCAL_PERSON, openSqliteStore, type Prepared } from '@countersign/core';
import { createProblem, fieldProblem, toCountersignError } from '@countersign/core/errors';
import type { DeployInput } from '@countersign/core/escrow';
import { type AddressBook, addressBookOf } from '@countersign/core/internal/workflow/people/address-book';
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { ownCommand } from '@countersign/core/platform/launch';
import { type NamedAddress, nameLines, stopLines } from '@countersign/core/words';
import { startSandbox } from '@countersign/escrow-service';
import { openDeskOfTest } from '@countersign/testkit/desk/desk-of-test';
import { signAndSend } from '@countersign/testkit/desk/sign-and-send';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { Keypair } from '@stellar/stellar-sdk/base';
import { afterAll, describe, expect, test } from 'vitest';

const network = NETWORKS.sandbox;
const [client, provider, , arbiter] = SANDBOX_ACCOUNTS;
const [usdc] = network.tokens;
const DAY = 24 * 3_600_000;
/** Never set back: the ledger uses it too. */
const clock = { ahead: 0 };
const now = () => Date.now() + clock.ahead;
/** An address that no one has used before. */
const stranger = () => Keypair.random().publicKey();

const sandbox = await startSandbox({ rateLimit: 0, now });
afterAll(() => sandbox.close());

function open(): { desk: Desk; book: AddressBook } {
  const store = openSqliteStore(undefined, 'sandbox', now);
  const desk = openDeskOfTest({
    on: sandbox,
    store,
    now,
    signUrl: (page) => `http://127.0.0.1/${page}`,
  });
  return { desk, book: addressBookOf({ store, network, now }, LOCAL_PERSON) };
}

let count = 0;
/** With a new engagement id each time. */
function request(receiver: string, changes: Record<string, unknown> = {}): DeployInput {
  count += 1;
  const roles = { ...REQUEST.roles, serviceProvider: receiver, receiver };
  return { ...REQUEST, engagementId: `NAMES-${count}`, roles, ...changes };
}

const settle = (desk: Desk, prepared: Prepared) => signAndSend(desk, 'client', prepared);
const failure = async (call: Promise<unknown>) =>
  toCountersignError(await call.catch((error: unknown) => error)).toView();
const pageOf = (desk: Desk, { signUrl }: Prepared, visitor?: string) =>
  desk.page(signUrl?.split('/').at(-1) ?? '', visitor);

/** The demo accounts have names of their own. */
const ofBook = (names: readonly NamedAddress[] = []) => names.filter(({ from }) => from !== 'sandbox');

test('resolves a name to its whole address, stores only the address, and shows the source of the name', async () => {
  const { desk, book } = open();
  const address = stranger();
  clock.ahead = Date.parse('2027-10-03T12:00:00Z') - Date.now();
  await book.set('Ana', address, 'terminal');
  const prepared = await desk.prepare('deploy', request('ana'));
  expect(prepared.summary.roles).toMatchObject({
    serviceProvider: address,
    receiver: address,
    approver: client.address,
  });
  expect(nameLines(ofBook(prepared.names))).toEqual([
    'Service provider, Receiver: Ana, from your address book, set 3 October 2027 in the terminal',
  ]);
  expect((await pageOf(desk, prepared).view()).request).toMatchObject({ roles: { receiver: address } });
  expect(prepared.judgement.facts).toContainEqual({ code: 'FIRST_TIME_NAMES', params: { names: ['Ana'] } });
});

test('requests are equal if their addresses are, and a change of the book changes nothing that was prepared', async () => {
  const { desk, book } = open();
  const [address, another] = [stranger(), stranger()];
  await book.set('Ana', address, 'terminal');
  const [named, plain] = [request('Ana'), request(address)];
  const prepared = await desk.prepare('deploy', named);
  expect((await desk.prepare('deploy', { ...plain, engagementId: named.engagementId })).id).toBe(prepared.id);
  await book.set('Ana', another, 'terminal', address);
  clock.ahead += 10 * 60_000;
  const renewed = await desk.prepare('deploy', { id: prepared.id });
  expect(renewed).toMatchObject({ id: prepared.id, status: 'prepared' });
  // By now it is the name of somebody else.
  expect(ofBook(renewed.names)).toEqual([]);
  expect(renewed.transactionHash).not.toBe(prepared.transactionHash);
  expect(renewed.summary.roles.receiver).toBe(address);
  // The same request by name is now a different one, for the new address.
  expect((await desk.prepare('deploy', named)).id).not.toBe(prepared.id);
});

test('a request made first by address and then by name shows the name from then on', async () => {
  const { desk, book } = open();
  const address = stranger();
  const plain = request(address);
  const first = await desk.prepare('deploy', plain);
  expect(ofBook(first.names)).toEqual([]);
  await book.set('Ana', address, 'page');
  const named = await desk.prepare('deploy', { ...request('Ana'), engagementId: plain.engagementId });
  expect(named.id).toBe(first.id);
  expect(ofBook(named.names).map(({ field, setBy }) => [field, setBy])).toEqual([
    ['roles.serviceProvider', 'page'],
    ['roles.receiver', 'page'],
  ]);
  expect((await desk.prepare('deploy', plain)).names).toEqual(named.names);
});

test('an unknown name is reported with similar ones and how a person adds it, next to every other problem', async () => {
  const { desk, book } = open();
  await book.set('Anna', stranger(), 'terminal');
  const report = await failure(desk.prepare('deploy', request('Ana', { platformFee: -1, signer: 'Clint' })));
  expect(report.code).toBe('INPUT_INVALID');
  expect(report.remedy).toContain(`in a terminal with “${ownCommand()} contacts add”`);
  expect(report.fields).toEqual([
    fieldProblem('signer', 'UNKNOWN_NAME', { close: ['client'] }),
    fieldProblem('roles.serviceProvider', 'UNKNOWN_NAME', { close: ['Anna'] }),
    fieldProblem('roles.receiver', 'UNKNOWN_NAME', { close: ['Anna'] }),
    fieldProblem('platformFee', 'FEE_NEGATIVE'),
  ]);
});

test('names of the sandbox stand for its accounts and tokens everywhere', async () => {
  const { desk } = open();
  const roles = { ...REQUEST.roles, approver: 'client', release: 'CLIENT', disputeResolver: 'arbiter' };
  const named = request('provider', { signer: 'client', trustline: { address: 'USDC' } });
  const prepared = await desk.prepare('deploy', {
    ...named,
    roles: { ...roles, serviceProvider: 'provider', receiver: 'provider' },
  });
  expect(prepared.summary).toMatchObject({
    signer: client.address,
    roles: { receiver: provider.address, disputeResolver: arbiter.address },
    token: { address: usdc.address, code: 'USDC' },
  });
  expect(prepared.status).toBe('prepared');
  await settle(desk, prepared);
  const { contractId } = prepared;
  const { balances } = await desk.balances({ signer: 'client', addresses: [contractId] });
  expect(balances).toEqual([{ address: contractId, balance: '0', by: 'ledger', needed: '30.5', asset: 'USDC' }]);
  const funding = { signer: 'client', escrow: contractId, amount: '1', trustline: { address: 'USDC' } };
  expect(await desk.prepare('fund', funding)).toMatchObject({
    summary: { signer: client.address, escrow: contractId },
  });
});

test('an escrow can have a name as well, and is read and paid by it', async () => {
  const { desk, book } = open();
  const prepared = await desk.prepare('deploy', request(provider.address));
  await settle(desk, prepared);
  await book.set('Website', prepared.contractId, 'page');
  const { balances } = await desk.balances({ signer: 'client', addresses: ['website'] });
  expect(balances[0]).toMatchObject({ address: prepared.contractId });
  const paid = await desk.prepare('fund', {
    signer: 'client',
    escrow: 'Website',
    amount: '2',
    trustline: { address: 'USDC' },
  });
  expect(paid).toMatchObject({ summary: { escrow: prepared.contractId } });
  expect(await failure(desk.balances({ signer: 'client', addresses: ['Websit'] }))).toMatchObject({
    fields: [fieldProblem('addresses[0]', 'UNKNOWN_NAME', { close: ['Website'] })],
  });
});

describe('a name whose address changed lately', () => {
  async function changed() {
    const { desk, book } = open();
    const before = stranger();
    await book.set('Ana', before, 'terminal');
    await book.set('Ana', provider.address, 'terminal', before);
    return { desk, book, before };
  }

  test('is a stop until the person confirms it, again after an escrow without money, and no longer after seven days', async () => {
    const { desk, before } = await changed();
    const prepared = await desk.prepare('deploy', request('Ana'));
    expect(prepared).toMatchObject({ status: 'to-confirm' });
    expect(prepared).not.toHaveProperty('unsignedXdr');
    const [line] = stopLines(prepared.judgement.stops);
    expect(line).toContain(
      `before it was ${before}, now it is ${provider.address}. If you did not change it, do not sign`,
    );
    // Writing the same request without the name does not bypass that.
    const plain = { ...request(provider.address), engagementId: prepared.summary.engagementId };
    expect(await desk.prepare('deploy', plain)).toMatchObject({ id: prepared.id, status: 'to-confirm' });
    const confirmed = await desk.confirm(prepared.id, {
      amount: prepared.summary.total,
      shown: prepared.judgement.key,
    });
    expect(confirmed.status).toBe('prepared');
    await settle(desk, confirmed as Prepared);
    const next = await desk.prepare('deploy', request('Ana'));
    expect(next).toMatchObject({ status: 'to-confirm', judgement: { stops: [{ code: 'NAME_HAS_NEW_ADDRESS' }] } });
    clock.ahead += 7 * DAY;
    const last = await desk.prepare('deploy', request('Ana'));
    expect(last).toMatchObject({ status: 'prepared', judgement: { stops: [] } });
    expect(last.judgement.warnings.map(({ code }) => code)).not.toContain('NAME_CHANGED_LATELY');
  });

  test('a payment to it stops too', async () => {
    const { desk, book } = open();
    const prepared = await desk.prepare('deploy', request(provider.address));
    await settle(desk, prepared);
    const before = 'CA2ISCS6K4ZRTSZJIKHUWBVQ4NKYRX2Q56R3AXSNMJROWY4OWUKIB7LX';
    await book.set('Site', before, 'terminal');
    await book.set('Site', prepared.contractId, 'terminal', before);
    const pay = { signer: 'client', escrow: 'Site', amount: '3', trustline: { address: 'USDC' } };
    expect(await desk.prepare('fund', pay)).toMatchObject({
      status: 'to-confirm',
      judgement: { stops: [{ code: 'NAME_HAS_NEW_ADDRESS' }] },
    });
  });

  test('removing it and adding it again is the same change', async () => {
    const { desk, book } = open();
    const before = stranger();
    await book.set('Ana', before, 'terminal');
    await book.remove('Ana');
    await expect(book.set('Ana', provider.address, 'page')).rejects.toMatchObject({ code: 'CONFIRMATION_NEEDED' });
    await book.set('Ana', provider.address, 'terminal', before);
    await book.remove('Ana');
    await book.set('Ana', provider.address, 'terminal');
    expect(await desk.prepare('deploy', request('Ana'))).toMatchObject({
      judgement: { stops: [{ code: 'NAME_HAS_NEW_ADDRESS', params: { before, now: provider.address } }] },
    });
  });
});

describe('whose names they are', () => {
  const ADA = { tenant: 'guild', id: 'ada' };

  test('another person’s names are unknown, and the error does not say how to add any', async () => {
    const { desk, book } = open();
    await book.set('Ana', stranger(), 'terminal');
    const report = await failure(desk.for(ADA).prepare('deploy', request('Ana')));
    expect(report.fields?.map(({ problem }) => problem)).toEqual(
      Array(2).fill(createProblem('UNKNOWN_NAME', { close: [] })),
    );
    expect(report.remedy).not.toContain('contacts add');
  });

  test('lets only the owner of a page see names and name an address with a role', async () => {
    const { desk, book } = open();
    const address = stranger();
    const prepared = await desk.prepare('deploy', request(address));
    const page = pageOf(desk, prepared);
    const before = await page.view();
    expect([before.canName, ofBook(before.names)]).toEqual([true, []]);
    await expect(page.nameAddress({ name: 'Ana', address: stranger() })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    });
    await page.nameAddress({ name: 'Ana', address });
    expect(await book.list()).toMatchObject([{ name: 'Ana', address, setBy: 'page' }]);
    expect(ofBook((await page.view()).names).map(({ field, name, from }) => [field, name, from])).toEqual([
      ['roles.serviceProvider', 'Ana', 'address'],
      ['roles.receiver', 'Ana', 'address'],
    ]);
    // Neither for another address nor by another person.
    await expect(page.nameAddress({ name: 'Ana', address: client.address })).rejects.toMatchObject({
      code: 'CONFIRMATION_NEEDED',
    });
    const named = await desk.prepare('deploy', request('Ana'));
    const visited = pageOf(desk, named, 'a'.repeat(32));
    expect(ofBook((await visited.view()).names)).toEqual([]);
    expect(await visited.view()).not.toHaveProperty('canName');
    await expect(visited.nameAddress({ name: 'Eve', address })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    const theirs = await desk.for(ADA).prepare('deploy', request(stranger()));
    await expect(pageOf(desk, theirs).nameAddress({ name: 'Eve', address })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    });
    expect(await book.list()).toHaveLength(1);
  });

  test('a person who was let in to a handle sees its addresses but not its owner’s names', async () => {
    const { desk, book } = open();
    await book.set('Ana', stranger(), 'terminal');
    const prepared = await desk.prepare('deploy', request('Ana', { signer: 'client' }));
    await desk.grant(prepared.id, ADA, 'sign');
    const seen = await desk.for(ADA).prepare('deploy', { id: prepared.id });
    expect(seen.summary.roles).toEqual(prepared.summary.roles);
    expect(ofBook(prepared.names)).not.toEqual([]);
    expect(ofBook(seen.names)).toEqual([]);
  });
});
