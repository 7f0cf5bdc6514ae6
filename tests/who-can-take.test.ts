/** Who could take the money of an escrow: stopped or warned of before it is made, paid or changed. */

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Desk, LOCAL_PERSON, openSqliteStore } from '@countersign/core';
import { type AddressBook, addressBookOf } from '@countersign/core/internal/workflow/people/address-book';
import { networkWith } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { startSandbox } from '@countersign/escrow-service';
import { openDeskOfTest } from '@countersign/testkit/desk/desk-of-test';
import { type Signable, signAndSend } from '@countersign/testkit/desk/sign-and-send';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { Keypair, StrKey } from '@stellar/stellar-sdk/base';
import { afterAll, expect, test } from 'vitest';

const network = networkWith('sandbox', 'v1');
const [client, provider, platform, arbiter] = ['client', 'provider', 'platform', 'arbiter'].map((name) =>
  sandboxKeypair(name).publicKey(),
) as [string, string, string, string];
const DAY = 24 * 3_600_000;

/** How far the clock of the ledger and the desks is ahead. */
let skew = 0;
const now = () => Date.now() + skew;
const sandbox = await startSandbox({ rateLimit: 0, network, now });
afterAll(() => sandbox.close());

/** Of a person who knows no one. */
const openDesk = (folder?: string): Desk => openWithBook(folder).desk;

function openWithBook(folder?: string): { desk: Desk; book: AddressBook } {
  const store = openSqliteStore(folder, 'sandbox');
  const desk = openDeskOfTest({ on: sandbox, store, network, now, signUrl: (pageId) => pageId });
  return { desk, book: addressBookOf({ store, network, now }, LOCAL_PERSON) };
}

let made = 0;
const asked = (roles: Partial<typeof REQUEST.roles>, changes: object = {}) => {
  made += 1;
  return { ...REQUEST, engagementId: `take ${made}`, roles: { ...REQUEST.roles, ...roles }, ...changes };
};
const settle = (desk: Desk, prepared: Signable, by = 'client') => signAndSend(desk, by, prepared);

/** The stops and warnings of this kind, without those of other kinds. */
function takings({ judgement }: { judgement: { stops: readonly Coded[]; warnings: readonly Coded[] } }) {
  const of = (list: readonly Coded[]) => list.filter(({ code }) => code.includes('CAN_TAKE'));
  return { stops: of(judgement.stops), warnings: of(judgement.warnings) };
}
type Coded = { readonly code: string };

const ALONE = { approver: provider, release: provider };

test('a provider who approves, pays out and is paid must be confirmed, and the page names them', async () => {
  const desk = openDesk();
  const prepared = await desk.prepare('deploy', asked({ ...ALONE, serviceProvider: 'provider', receiver: 'provider' }));
  const params = { way: 'release', share: 'all', address: provider };
  expect(prepared).toMatchObject({ status: 'to-confirm', judgement: { stops: [{ code: 'CAN_TAKE_ALONE', params }] } });
  expect(prepared.names).toContainEqual(expect.objectContaining({ name: 'Ben', address: provider }));
  expect(prepared).not.toHaveProperty('unsignedXdr');
  const view = await desk.page(prepared.signUrl as string).view();
  expect(view.judgement.stops).toEqual([{ code: 'CAN_TAKE_ALONE', params }]);
  const confirmed = await desk.confirm(prepared.id, { amount: '30.5', shown: prepared.judgement.key });
  expect(confirmed).toMatchObject({ status: 'prepared', unsignedXdr: expect.any(String) });
});

test.each([
  ['who works and who decides', { platformAddress: arbiter, release: arbiter }, [{ address: provider }], arbiter],
  ['two in all roles', { approver: provider, platformAddress: arbiter, release: arbiter }, null, ''],
])('two strangers are named in a warning: %s', async (_, roles, parties, resolver) => {
  const prepared = await openDesk().prepare('deploy', asked(roles));
  expect(prepared.status).toBe('prepared');
  const [warning] = takings(prepared).warnings as { params?: object }[];
  const both = { way: 'release', parties: [{ address: arbiter }, { address: provider }].sort(byAddress) };
  const disputed = { way: 'dispute', parties, resolver: { address: resolver } };
  expect(warning?.params).toMatchObject({ share: 'all', ...(parties === null ? both : disputed) });
});
const byAddress = (one: { address: string }, other: { address: string }) => (one.address < other.address ? -1 : 1);

test('warns of an ordinary first deal until the parties have been known for 7 days', async () => {
  const { desk, book } = openWithBook();
  const [warning, ...others] = takings(await desk.prepare('deploy', asked({}))).warnings;
  expect(others).toEqual([]);
  expect(warning).toMatchObject({
    params: {
      way: 'dispute',
      parties: [{ address: provider }, { address: platform }].sort(byAddress),
      resolver: { address: arbiter },
    },
  });
  await book.set('Bea', arbiter, 'terminal');
  expect(takings(await desk.prepare('deploy', asked({}))).warnings).toHaveLength(1);
  skew += 8 * DAY;
  expect(takings(await desk.prepare('deploy', asked({}))).warnings).toEqual([]);
});

test('a stop that somebody removes from the data folder still applies', async () => {
  const folder = temporaryFolder();
  const desk = openDesk(folder);
  const request = asked(ALONE);
  const { id } = await desk.prepare('deploy', request);
  const file = new DatabaseSync(join(folder, 'prepared.sqlite'));
  file.exec(`UPDATE handle SET judged = '{"stops":[],"warnings":[],"facts":[]}'`);
  file.close();
  const again = await desk.prepare('deploy', request);
  expect(again).toMatchObject({ id, status: 'to-confirm', judgement: { stops: [{ code: 'CAN_TAKE_ALONE' }] } });
});

test('everyone who pays into it confirms the same, but its signer, who is warned again', async () => {
  const own = openDesk();
  const prepared = await own.prepare('deploy', asked(ALONE));
  await settle(own, await own.confirm(prepared.id, { amount: '30.5', shown: prepared.judgement.key }));
  const theirs = await openDesk().prepare('fund', { signer: client, escrow: prepared.contractId, amount: '1' });
  expect(theirs).toMatchObject({
    status: 'to-confirm',
    judgement: { stops: [{ code: 'CAN_TAKE_ALONE', params: { address: provider } }] },
  });
  const paid = await own.prepare('fund', { signer: client, escrow: prepared.contractId, amount: '1' });
  expect(takings(paid)).toMatchObject({
    stops: [],
    warnings: expect.arrayContaining([expect.objectContaining({ code: 'KNOWN_CAN_TAKE_ALONE' })]),
  });
  expect(paid.status).toBe('prepared');
});

test('a deploy that somebody else signed says nothing of them to the one who pays', async () => {
  const desk = openDesk();
  // Its signer needs no protection from themselves, so nothing is confirmed.
  const prepared = await desk.prepare('deploy', asked(ALONE, { signer: provider }));
  expect(takings(prepared).stops).toEqual([]);
  await settle(desk, prepared, 'provider');
  const paid = await desk.prepare('fund', { signer: client, escrow: prepared.contractId, amount: '1' });
  expect(takings(paid).stops).toMatchObject([{ params: { address: provider } }]);
});

test('an update is judged by the roles that it changes', async () => {
  const desk = openDesk();
  const prepared = await desk.prepare('deploy', asked({}));
  await settle(desk, prepared);
  const stranger = Keypair.random().publicKey();
  const named = { approver: stranger, releaseSigner: stranger, serviceProvider: stranger };
  const milestones = REQUEST.milestones.map((each) => ({ ...each, receiver: stranger }));
  const update = await desk.prepare('update', { escrow: prepared.contractId, roles: named, milestones });
  expect(update.status).toBe('to-confirm');
  expect(takings(update).stops).toMatchObject([{ params: { way: 'release', address: stranger } }]);
  // Nothing else changes who could take it.
  expect(takings(await desk.prepare('update', { escrow: prepared.contractId, title: 'Another' }))).toEqual({
    stops: [],
    warnings: [],
  });
});

test('a contract where somebody has to sign must be confirmed, and amounts that no account can hold are refused', async () => {
  const desk = openDesk();
  const wallet = StrKey.encodeContract(new Uint8Array(32).fill(4));
  const prepared = await desk.prepare('deploy', asked({ approver: wallet, receiver: wallet }));
  expect(prepared).toMatchObject({
    status: 'to-confirm',
    judgement: { stops: [{ code: 'ROLE_IS_CONTRACT', params: { role: 'approver' } }] },
  });
  const milestones = [{ description: 'All', amount: '922337203685.4775808' }];
  await expect(desk.prepare('deploy', asked({}, { milestones }))).rejects.toMatchObject({
    code: 'INPUT_INVALID',
    fields: [{ path: 'milestones[0].amount' }],
  });
});
