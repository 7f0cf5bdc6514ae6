/** An address made to be taken for one that the person trusts, wherever money could go to it. */

import { type Desk, LOCAL_PERSON, openSqliteStore, type Prepared } from '@countersign/core';
import type { DeployInput } from '@countersign/core/escrow';
import { type AddressBook, addressBookOf } from '@countersign/core/internal/workflow/people/address-book';
import { networkWith } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { startSandbox } from '@countersign/escrow-service';
import { openDeskOfTest } from '@countersign/testkit/desk/desk-of-test';
import { type Signable, signAndSend } from '@countersign/testkit/desk/sign-and-send';
import { alikeTo } from '@countersign/testkit/fixtures/look-alike';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { newcomer, runOperations, tokenContractOf } from '@countersign/testkit/ledger/newcomer';
import { Asset, Keypair, Operation } from '@stellar/stellar-sdk/base';
import { afterAll, describe, expect, test } from 'vitest';

const network = networkWith('sandbox', 'v1');
const ana = Keypair.random().publicKey();

const sandbox = await startSandbox({ rateLimit: 0, network });
/** An account that can be paid. */
const payee = await newcomer(sandbox.rpcUrl);
const stranger = payee.publicKey();
const [usdc] = network.tokens as [(typeof network.tokens)[number]];
await runOperations(sandbox.rpcUrl, payee, Operation.changeTrust({ asset: new Asset(usdc.code, usdc.issuer) }));
afterAll(() => sandbox.close());

/** A person with nothing but this in their address book. */
async function open(
  contacts: Readonly<Record<string, string>> = { Ana: ana },
): Promise<{ desk: Desk; book: AddressBook }> {
  const store = openSqliteStore(undefined, 'sandbox');
  const desk = openDeskOfTest({ on: sandbox, store, network });
  const book = addressBookOf({ store, network, now: Date.now }, LOCAL_PERSON);
  for (const [name, address] of Object.entries(contacts)) await book.set(name, address, 'terminal');
  return { desk, book };
}

let count = 0;
const request = (changes: Record<string, unknown> = {}, roles: Record<string, string> = {}): DeployInput => {
  count += 1;
  return { ...REQUEST, engagementId: `ALIKE-${count}`, ...changes, roles: { ...REQUEST.roles, ...roles } };
};

const settle = (desk: Desk, prepared: Signable, by = 'client') => signAndSend(desk, by, prepared);
async function confirm(desk: Desk, { id, judgement }: Pick<Prepared<'update'>, 'id' | 'judgement'>, amount: string) {
  return await desk.confirm(id, { amount, shown: judgement.key });
}
const alikeIn = ({ judgement }: { readonly judgement: Prepared['judgement'] }) =>
  judgement.stops.flatMap(({ code, params }) => (code === 'LOOKS_LIKE_KNOWN' ? [params] : []));

test('withholds a deploy to an address that equals a contact in 19 leading and 30 trailing characters', async () => {
  const { desk } = await open();
  const address = alikeTo(ana, 19, 30);
  const asked = await desk.prepare('deploy', request({}, { receiver: address }));
  expect(asked).toMatchObject({ status: 'to-confirm' });
  expect(asked.unsignedXdr).toBeUndefined();
  expect(alikeIn(asked)).toEqual([{ address, looksLike: ana, start: 19, end: 30 }]);
  const confirmed = await confirm(desk, asked as never, asked.summary.total);
  expect(confirmed).toMatchObject({ status: 'prepared' });
});

test.each(Object.keys(REQUEST.roles))('withholds a deploy whose %s looks like a contact', async (role) => {
  const looksLike = alikeTo(stranger, 4, 4);
  const { desk } = await open({ Ana: looksLike });
  expect(alikeIn(await desk.prepare('deploy', request({}, { [role]: stranger })))).toEqual([
    { address: stranger, looksLike, start: 4, end: 4 },
  ]);
});

test('withholds a deploy with a milestone that pays a look-alike', async () => {
  const { desk } = await open();
  const address = alikeTo(ana, 4, 4);
  const { receiver: _, ...roles } = REQUEST.roles;
  const milestones = [
    ...REQUEST.milestones.map((each) => ({ ...each, receiver: ana })),
    { description: 'More', amount: '1', receiver: address },
  ];
  const asked = await desk.prepare('deploy', { ...request({ milestones }), roles } as DeployInput);
  expect(alikeIn(asked)).toMatchObject([{ address, looksLike: ana }]);
});

test('compares with what was dealt with once it has settled, and not before', async () => {
  const { desk } = await open({});
  const ben = Keypair.random().publicKey();
  const address = alikeTo(ben, 2, 7);
  const first = await desk.prepare('deploy', request({}, { receiver: ben }));
  expect(alikeIn(await desk.prepare('deploy', request({}, { receiver: address })))).toEqual([]);
  await settle(desk, first);
  expect(alikeIn(await desk.prepare('deploy', request({}, { receiver: address })))).toMatchObject([
    { address, looksLike: ben, end: 7 },
  ]);
  expect(alikeIn(await desk.prepare('deploy', request({}, { receiver: ben })))).toEqual([]);
});

test('compares with the signer, and with an entry that was removed lately', async () => {
  const { desk, book } = await open();
  await book.remove('Ana');
  for (const known of [ana, REQUEST.signer]) {
    expect(alikeIn(await desk.prepare('deploy', request({}, { receiver: alikeTo(known, 4, 4) })))).toMatchObject([
      { looksLike: known },
    ]);
  }
});

test('withholds a deploy at its submission, if the signer has saved an address that it looks like since', async () => {
  const { desk, book } = await open({});
  const receiver = Keypair.random().publicKey();
  const made = await desk.prepare('deploy', request({}, { receiver }));
  expect(made).toMatchObject({ status: 'prepared' });
  const looksLike = alikeTo(receiver, 4, 4);
  await book.set('Ana', looksLike, 'terminal', undefined, receiver);
  await expect(settle(desk, made)).rejects.toMatchObject({ code: 'CONFIRMATION_NEEDED' });
  const asked = await desk.prepare('deploy', { id: made.id } as never);
  expect(alikeIn(asked)).toMatchObject([{ address: receiver, looksLike }]);
  await settle(desk, await confirm(desk, asked as never, asked.summary.total));
});

test('withholds a deploy in a token whose contract looks like a known one', async () => {
  const issuer = await newcomer(sandbox.rpcUrl);
  const asset = new Asset('USDC', issuer.publicKey());
  const address = await tokenContractOf(sandbox.rpcUrl, issuer, asset);
  for (const who of ['platform', 'provider'] as const) {
    await runOperations(sandbox.rpcUrl, sandboxKeypair(who), Operation.changeTrust({ asset }));
  }
  const looksLike = alikeTo(address, 4, 4);
  const { desk } = await open({ 'The token': looksLike });
  const asked = await desk.prepare('deploy', request({ trustline: { ...REQUEST.trustline, address } }));
  expect(alikeIn(asked)).toEqual([{ address, looksLike, start: 4, end: 4 }]);
});

test('prepares a deploy among unrelated addresses without it', async () => {
  const { desk } = await open();
  const receiver = Keypair.random().publicKey();
  expect(alikeIn(await desk.prepare('deploy', request({}, { receiver })))).toEqual([]);
});

test('withholds a look-alike of somebody whom this wallet paid, for another owner too, and after an empty escrow with it', async () => {
  const { desk } = await open();
  const receiver = REQUEST.roles.serviceProvider;
  const paid = await desk.prepare('deploy', request({}, { receiver }));
  await settle(desk, paid);
  const escrow = paid.contractId;
  await settle(desk, await desk.prepare('fund', { escrow, signer: REQUEST.signer }));
  await settle(desk, await desk.prepare('approve', { escrow, milestone: 1 }));
  await settle(desk, await desk.prepare('release', { escrow, milestone: 1 }));
  const address = alikeTo(receiver, 6, 4);
  const found = [{ address, looksLike: receiver, start: 6, end: 4 }];
  const empty = await desk.prepare('deploy', request({}, { receiver: address }));
  expect(alikeIn(empty)).toEqual(found);
  await settle(desk, (await confirm(desk, empty as never, empty.summary.total)) as Signable);
  const others = desk.for({ tenant: 'team', id: 'two' });
  for (const each of [desk, others]) {
    expect(alikeIn(await each.prepare('deploy', request({}, { receiver: address })))).toEqual(found);
  }
});

describe('an escrow with money in it', () => {
  async function funded(desk: Desk, roles: Record<string, string> = {}): Promise<string> {
    const made = await desk.prepare('deploy', request({}, roles));
    await settle(desk, made);
    await settle(desk, await desk.prepare('fund', { escrow: made.contractId, signer: REQUEST.signer }));
    return made.contractId;
  }

  test('withholds added milestones, roles and shares that name a look-alike', async () => {
    const address = stranger;
    const looksLike = alikeTo(address, 7, 4);
    const { desk } = await open({ Ana: looksLike });
    const escrow = await funded(desk);
    const found = [{ address, looksLike, start: 7, end: 4 }];
    const addMilestones = [{ description: 'More', amount: '5', receiver: address }];
    expect(alikeIn(await desk.prepare('update', { escrow, addMilestones }))).toEqual(found);
    await settle(desk, await desk.prepare('dispute', { escrow, milestone: 1, signer: REQUEST.roles.approver }));
    const distributions = [{ address, amount: '1' }];
    const decision = await desk.prepare('resolve', { escrow, milestone: 1, distributions });
    expect(decision.unsignedXdr).toBeUndefined();
    expect(alikeIn(decision)).toEqual(found);
    await settle(desk, await desk.prepare('dispute', { escrow, milestone: 2, signer: REQUEST.roles.approver }));
    expect(alikeIn(await desk.prepare('withdraw', { escrow, distributions }))).toEqual(found);
    const unfunded = await desk.prepare('deploy', request());
    await settle(desk, unfunded);
    const roles = { approver: address };
    expect(alikeIn(await desk.prepare('update', { escrow: unfunded.contractId, roles }))).toEqual(found);
  });

  test('withholds payments into an escrow from elsewhere whose parties, or whose own address, look like known ones', async () => {
    const other = await open({});
    const receiver = alikeTo(ana, 4, 4);
    const escrow = await funded(other.desk, { receiver });
    const mine = alikeTo(escrow, 3, 7);
    const { desk } = await open({ Ana: ana, 'My escrow': mine });
    for (const way of ['escrow', 'transfer'] as const) {
      const payment = await desk.prepare('fund', { escrow, signer: REQUEST.signer, amount: '1', way });
      expect(payment.unsignedXdr).toBeUndefined();
      expect(alikeIn(payment)).toEqual([
        { address: escrow, looksLike: mine, start: 3, end: 7 },
        { address: receiver, looksLike: ana, start: 4, end: 4 },
      ]);
    }
    const step = await desk.prepare('approve', { escrow, milestone: 1 });
    expect(alikeIn(step)).toHaveLength(2);
    // What was signed without money is no reason to trust anybody.
    await settle(desk, (await confirm(desk, step as never, step.summary.amount)) as Signable);
    expect(alikeIn(await desk.prepare('approve', { escrow, milestone: 2 }))).toHaveLength(2);
  });
});
