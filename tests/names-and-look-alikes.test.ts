/** Names in place of addresses, and addresses made to be taken for known ones, wherever money could go to them. */
import type { Desk, Prepared } from '@countersign/core';
import { type NamedAddress, nameLines, stopLines } from '@countersign/core/words';
import { signAndSend } from '@countersign/testkit/desk/sign-and-send';
import { alikeTo } from '@countersign/testkit/fixtures/look-alike';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { newcomer, runOperations } from '@countersign/testkit/ledger/newcomer';
import { Asset, Keypair, Operation } from '@stellar/stellar-sdk/base';
import { afterAll, describe, expect, test } from 'vitest';
import { client, confirmed, escrowOf, network, openJudgedScene, provider, request, settle } from './judged-scene.ts';

const { sandbox, pass, openDesk } = await openJudgedScene();
afterAll(() => sandbox.close());

/** An address that no one has used before. */
const stranger = () => Keypair.random().publicKey();
const paying = (receiver: string, changes: object = {}) => request({ serviceProvider: receiver, receiver }, changes);

describe('a name', () => {
  /** The demo accounts have names of their own. */
  const ofBook = (names: readonly NamedAddress[] = []) => names.filter(({ from }) => from !== 'sandbox');

  test('stands for its whole address, which alone is stored, and a change of it changes nothing prepared', async () => {
    const { desk, book } = openDesk();
    const [address, another] = [stranger(), stranger()];
    await book.set('Ana', address, 'terminal');
    const named = paying('ana');
    const prepared = await desk.prepare('deploy', named);
    expect(prepared.summary.roles).toMatchObject({ serviceProvider: address, receiver: address, approver: client });
    expect(nameLines(ofBook(prepared.names))).toEqual([
      expect.stringMatching(/^Service provider, Receiver: Ana, from your address book, set .* in the terminal$/),
    ]);
    expect(prepared.judgement.facts).toContainEqual({ code: 'FIRST_TIME_NAMES', params: { names: ['Ana'] } });
    expect((await desk.page(prepared.signUrl as string).view()).request).toMatchObject({
      roles: { receiver: address },
    });
    const { engagementId } = named;
    expect((await desk.prepare('deploy', { ...paying(address), engagementId })).id).toBe(prepared.id);

    await book.set('Ana', another, 'terminal', address);
    pass(0.01);
    const renewed = await desk.prepare('deploy', { id: prepared.id });
    expect(renewed).toMatchObject({ id: prepared.id, status: 'prepared' });
    expect([ofBook(renewed.names), renewed.summary.roles.receiver]).toEqual([[], address]);
    // The same request by name is now a different one, for the new address.
    expect((await desk.prepare('deploy', named)).id).not.toBe(prepared.id);
  });

  test('blocks after its address changed, until the person confirms it or seven days are over', async () => {
    const { desk, book } = openDesk();
    const before = stranger();
    await book.set('Ana', before, 'terminal');
    await book.set('Ana', provider, 'terminal', before);
    const prepared = await desk.prepare('deploy', paying('Ana'));
    expect(prepared).toMatchObject({ status: 'to-confirm' });
    expect(prepared).not.toHaveProperty('unsignedXdr');
    const [line] = stopLines(prepared.judgement.stops);
    expect(line).toContain(`before it was ${before}, now it is ${provider}. If you did not change it, do not sign`);
    // Writing the same request without the name does not bypass that.
    const plain = paying(provider, { engagementId: prepared.summary.engagementId });
    expect(await desk.prepare('deploy', plain)).toMatchObject({ id: prepared.id, status: 'to-confirm' });
    await settle(desk, prepared);
    const next = await desk.prepare('deploy', paying('Ana'));
    expect(next).toMatchObject({ status: 'to-confirm', judgement: { stops: [{ code: 'NAME_HAS_NEW_ADDRESS' }] } });
    pass(7);
    expect(await desk.prepare('deploy', paying('Ana'))).toMatchObject({ status: 'prepared', judgement: { stops: [] } });
  });

  test('blocks a payment too when it is an escrow’s and its address changed', async () => {
    const { desk, book } = openDesk();
    const escrow = await escrowOf(desk, request(), false);
    const before = 'CA2ISCS6K4ZRTSZJIKHUWBVQ4NKYRX2Q56R3AXSNMJROWY4OWUKIB7LX';
    await book.set('Site', before, 'terminal');
    await book.set('Site', escrow, 'terminal', before);
    expect(await desk.prepare('fund', { signer: 'client', escrow: 'Site', amount: '3' })).toMatchObject({
      status: 'to-confirm',
      judgement: { stops: [{ code: 'NAME_HAS_NEW_ADDRESS' }] },
    });
  });

  test('is given on a page by its owner alone, to an address with a role', async () => {
    const { desk, book } = openDesk();
    const ada = desk.for({ tenant: 'guild', id: 'ada' });
    const address = stranger();
    const page = desk.page((await desk.prepare('deploy', paying(address))).signUrl as string);
    const refused = { code: 'INPUT_INVALID' };
    await expect(page.nameAddress({ name: 'Ana', address: stranger() })).rejects.toMatchObject(refused);
    await page.nameAddress({ name: 'Ana', address });
    expect(await book.list()).toMatchObject([{ name: 'Ana', address, setBy: 'page' }]);
    await expect(page.nameAddress({ name: 'Ana', address: client })).rejects.toMatchObject({
      code: 'CONFIRMATION_NEEDED',
    });
    const named = await desk.prepare('deploy', paying('Ana'));
    const visited = desk.page(named.signUrl as string, 'a'.repeat(32));
    expect(ofBook((await visited.view()).names)).toEqual([]);
    const theirs = desk.page((await ada.prepare('deploy', paying(stranger()))).signUrl as string);
    for (const each of [visited, theirs]) {
      await expect(each.nameAddress({ name: 'Eve', address })).rejects.toMatchObject(refused);
    }
    expect(await book.list()).toHaveLength(1);
  });
});

describe('an address that looks like a known one', async () => {
  const ana = stranger();
  /** An account that can be paid. */
  const key = await newcomer(sandbox.rpcUrl);
  const payee = key.publicKey();
  const [usdc] = network.tokens as [(typeof network.tokens)[number]];
  await runOperations(sandbox.rpcUrl, key, Operation.changeTrust({ asset: new Asset(usdc.code, usdc.issuer) }));

  /** A person with nothing but this in their address book. */
  async function open(contacts: Readonly<Record<string, string>> = { Ana: ana }) {
    const opened = openDesk();
    for (const [name, address] of Object.entries(contacts)) await opened.book.set(name, address, 'terminal');
    return opened;
  }
  const alikeIn = ({ judgement }: { readonly judgement: Prepared['judgement'] }) =>
    judgement.stops.flatMap(({ code, params }) => (code === 'LOOKS_LIKE_KNOWN' ? [params] : []));
  const deployTo = (desk: Pick<Desk, 'prepare'>, receiver: string) => desk.prepare('deploy', request({ receiver }));

  test.each(Object.keys(REQUEST.roles))('blocks a deploy as its %s', async (role) => {
    const looksLike = alikeTo(payee, 4, 4);
    const { desk } = await open({ Ana: looksLike });
    const asked = await desk.prepare('deploy', request({ [role]: payee }));
    expect(asked.unsignedXdr).toBeUndefined();
    expect(alikeIn(asked)).toEqual([{ address: payee, looksLike, start: 4, end: 4 }]);
    expect(await confirmed(desk, asked)).toMatchObject({ status: 'prepared' });
  });

  test('blocks a deploy as the receiver of a milestone', async () => {
    const { desk } = await open();
    const address = alikeTo(ana, 4, 4);
    const { receiver: _, ...roles } = REQUEST.roles;
    const milestones = [ana, address].map((receiver) => ({ description: 'More', amount: '1', receiver }));
    expect(alikeIn(await desk.prepare('deploy', { ...request({}, { milestones }), roles }))).toMatchObject([
      { address, looksLike: ana },
    ]);
  });

  test('is compared with the signer, and with what was dealt with once that has settled', async () => {
    const { desk } = await open({});
    const ben = stranger();
    const address = alikeTo(ben, 2, 7);
    const first = await deployTo(desk, ben);
    expect(alikeIn(await deployTo(desk, address))).toEqual([]);
    expect(alikeIn(await deployTo(desk, alikeTo(client, 4, 4)))).toMatchObject([{ looksLike: client }]);
    await settle(desk, first);
    expect(alikeIn(await deployTo(desk, address))).toMatchObject([{ address, looksLike: ben, end: 7 }]);
    expect(alikeIn(await deployTo(desk, ben))).toEqual([]);
  });

  test('is not paid by what was signed before the signer saved the address that it looks like', async () => {
    const { desk, book } = await open({});
    const receiver = stranger();
    const made = await deployTo(desk, receiver);
    const looksLike = alikeTo(receiver, 4, 4);
    await book.set('Ana', looksLike, 'terminal', undefined, receiver);
    await expect(signAndSend(desk, 'client', made)).rejects.toMatchObject({ code: 'CONFIRMATION_NEEDED' });
    const asked = await desk.prepare('deploy', { id: made.id });
    expect(alikeIn(asked)).toMatchObject([{ address: receiver, looksLike }]);
    await settle(desk, asked);
  });

  test('blocks every owner who prepares for a wallet that paid the other, also after an empty escrow with it', async () => {
    const { desk } = await open();
    const escrow = await escrowOf(desk);
    for (const step of ['approve', 'release'] as const)
      await settle(desk, await desk.prepare(step, { escrow, milestone: 1 }));
    const address = alikeTo(provider, 6, 4);
    const found = [{ address, looksLike: provider, start: 6, end: 4 }];
    const empty = await deployTo(desk, address);
    expect(alikeIn(empty)).toEqual(found);
    await settle(desk, empty);
    for (const each of [desk, desk.for({ tenant: 'team', id: 'two' })]) {
      expect(alikeIn(await deployTo(each, address))).toEqual(found);
    }
  });

  test('blocks added milestones, roles and shares that name it', async () => {
    const looksLike = alikeTo(payee, 7, 4);
    const { desk } = await open({ Ana: looksLike });
    const [escrow, unfunded] = [await escrowOf(desk), await escrowOf(desk, request(), false)];
    for (const milestone of [1, 2])
      await settle(desk, await desk.prepare('dispute', { escrow, milestone, signer: client }));
    const distributions = [{ address: payee, amount: '1' }];
    for (const prepared of [
      desk.prepare('update', { escrow, addMilestones: [{ description: 'More', amount: '5', receiver: payee }] }),
      desk.prepare('update', { escrow: unfunded, roles: { approver: payee } }),
      desk.prepare('resolve', { escrow, milestone: 1, distributions }),
      desk.prepare('withdraw', { escrow, distributions }),
    ]) {
      const { unsignedXdr, judgement } = await prepared;
      expect(unsignedXdr).toBeUndefined();
      expect(alikeIn({ judgement })).toEqual([{ address: payee, looksLike, start: 7, end: 4 }]);
    }
  });

  test('blocks payments and steps of an escrow from elsewhere whose party or own address it is', async () => {
    const receiver = alikeTo(ana, 4, 4);
    const escrow = await escrowOf((await open({})).desk, request({ receiver }));
    const mine = alikeTo(escrow, 3, 7);
    const { desk } = await open({ Ana: ana, 'My escrow': mine });
    for (const prepared of [
      desk.prepare('fund', { escrow, signer: client, amount: '1', way: 'escrow' }),
      desk.prepare('fund', { escrow, signer: client, amount: '1', way: 'transfer' }),
      desk.prepare('approve', { escrow, milestone: 1 }),
    ]) {
      const { unsignedXdr, judgement } = await prepared;
      expect(unsignedXdr).toBeUndefined();
      expect(alikeIn({ judgement })).toEqual([
        { address: escrow, looksLike: mine, start: 3, end: 7 },
        { address: receiver, looksLike: ana, start: 4, end: 4 },
      ]);
    }
    // What was signed without money is no reason to trust anybody.
    await settle(desk, await desk.prepare('approve', { escrow, milestone: 1 }));
    expect(alikeIn(await desk.prepare('approve', { escrow, milestone: 2 }))).toHaveLength(2);
  });
});
