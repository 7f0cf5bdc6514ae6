/** Steps that anyone who knows an escrow's address may have prepared for the wallet that holds the role. */
import { codeOf, failure } from '@countersign/testkit/desk/failure';
import { createTestDesk, policy } from '@countersign/testkit/desk/test-desk';
import { startTestSandbox } from '@countersign/testkit/ledger/sandbox-client';
import { signAs } from '@countersign/testkit/mcp/request';
import { client, deployInput, fundedEscrow, provider, signAndSend, take } from '@countersign/testkit/page/scene';
import { Keypair } from '@stellar/stellar-sdk/base';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { SANDBOX_ACCOUNTS } from '../../escrow/network.ts';
import type { Desk } from '../create-desk.ts';
import type { PartyStepInput } from '../model/escrow-page.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';

let ahead = 0;
const now = () => Date.now() + ahead;
const { sandbox } = await startTestSandbox({ now });
const store = openSqliteStore(undefined, 'sandbox', now);
const desk = createTestDesk({
  on: sandbox,
  store,
  policy: { ...policy, feeStop: 2_000 },
  now,
  signUrl: (pageId) => pageId,
});
afterAll(async () => {
  await desk.close();
  await sandbox.close();
});
beforeEach(() => {
  ahead += 3_700_000;
});

const arbiter = SANDBOX_ACCOUNTS[3].address;
const STRANGER = Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(77)).publicKey();

type Step = Omit<PartyStepInput, 'escrow' | 'signer'>;
/** As a browser does that knows the address of the escrow and of the wallet, and nothing else. */
const preparedFor = (escrow: string, signer: string, step: Step, wallets: readonly string[] = [], on: Desk = desk) =>
  on.escrowPage('a browser', 'en', wallets).prepareForParty({ ...step, escrow, signer } as PartyStepInput);

/** An escrow that somebody of a Discord server had set up, with nothing in it yet. */
async function unpaidEscrow(): Promise<string> {
  const owner = desk.for({ tenant: 'guild', id: 'ada' });
  const deploy = await owner.prepare('deploy', deployInput());
  await signAndSend(owner, 'client', deploy);
  return deploy.contractId;
}

test('returns one page for equal steps, and keeps different ones side by side', async () => {
  const escrow = await fundedEscrow(desk);
  await take(desk, 'client', 'dispute', { escrow, milestone: 1, signer: client.address });
  const share = (amount: string) => ({
    action: 'resolve' as const,
    milestone: 1,
    distributions: [{ address: client.address, amount }],
  });
  const first = await preparedFor(escrow, arbiter, share('1200'));
  expect(await preparedFor(escrow, arbiter, share('1200.00'))).toEqual(first);
  expect(await preparedFor(escrow, arbiter, share('1100'))).not.toEqual(first);
  expect((await desk.page(first.page, 'another browser').view()).status.status).not.toBe('superseded');
});

test('prepares nothing twice at the same time', async () => {
  const escrow = await fundedEscrow(desk);
  const dispute = () => preparedFor(escrow, client.address, { action: 'dispute', milestone: 2 });
  const pages = new Set((await Promise.all([dispute(), dispute(), dispute()])).map(({ page }) => page));
  expect(pages.size).toBe(1);
});

test('refuses strangers what would fill the hour of an escrow, and its parties go on', async () => {
  const escrow = await unpaidEscrow();
  const pay = (amount: number, wallets: readonly string[] = []) =>
    preparedFor(escrow, client.address, { action: 'fund', amount: `${amount}` }, wallets);
  const codes: string[] = [];
  for (let amount = 1; amount <= 18; amount += 1) codes.push(await codeOf(pay(amount)));
  expect(codes).toEqual([...Array(15).fill('done'), ...Array(3).fill('RATE_LIMITED')]);
  const refused = await failure(pay(16));
  expect(refused.remedy).toMatch(/^Try again in (59|60) minutes\./);
  // What is prepared already stays within reach, and another wallet's proof helps no one.
  expect(await codeOf(pay(15))).toBe('done');
  expect(await codeOf(pay(16, [STRANGER]))).toBe('RATE_LIMITED');
  for (let amount = 16; amount <= 20; amount += 1) expect(await codeOf(pay(amount, [client.address]))).toBe('done');
  expect(await codeOf(pay(21, [client.address]))).toBe('RATE_LIMITED');
  // Other escrows are not affected, and neither is the person who prepares elsewhere.
  expect(await codeOf(preparedFor(await unpaidEscrow(), client.address, { action: 'fund' }))).toBe('done');
  expect(await codeOf(desk.prepare('fund', { escrow, signer: client.address }))).toBe('done');
  ahead += Number((await failure(pay(22))).retryAfterMs);
  expect(await codeOf(pay(22))).toBe('done');
});

test('leaves the visitors together a tenth of the quota', async () => {
  const escrow = await unpaidEscrow();
  const asked: number[] = [];
  const requestCounts = {
    take: async (_: unknown, most: number) => (asked.push(most) > 1 ? 7_000 : 0),
    giveBack: async () => {},
    sweep: async () => {},
  };
  const limited = createTestDesk({ on: sandbox, now, policy: { ...policy, feeStop: 2_000 }, requestCounts });
  onTestFinished(() => limited.close());
  const pay = (amount: string) => preparedFor(escrow, client.address, { action: 'fund', amount }, [], limited);
  expect(await codeOf(pay('1'))).toBe('done');
  const refused = { code: 'RATE_LIMITED', retryAfterMs: 7_000, remedy: 'Try again in 7 s.' };
  expect(await failure(pay('2'))).toMatchObject(refused);
  // Neither a page that is prepared already nor a step that is not possible takes part of it.
  expect(await codeOf(pay('1'))).toBe('done');
  const impossible = preparedFor(escrow, STRANGER, { action: 'approve', milestone: 1 }, [], limited);
  expect(await codeOf(impossible)).toBe('STEP_NOT_POSSIBLE');
  // The desk of this test has a quota of 100,000.
  expect(asked).toEqual([10_000, 10_000]);
});

test('deletes what no one signed an hour after it expires', async () => {
  const escrow = await unpaidEscrow();
  const { page } = await preparedFor(escrow, client.address, { action: 'fund' });
  const { expiresAt, hash } = (await desk.page(page, 'a browser').view()).offer;
  ahead += expiresAt - now() + 3_599_000;
  await store.sweep();
  expect(await desk.hasPage(page)).toBe(true);
  ahead += 2_000;
  await store.sweep();
  expect(await desk.hasPage(page)).toBe(false);
  expect(await store.findPast(hash)).toBeUndefined();
});

test('shows nothing of the owner, and takes no part in their lists and limits', async () => {
  const deploy = await desk.prepare('deploy', deployInput());
  await signAndSend(desk, 'client', deploy);
  const escrow = deploy.contractId;
  await desk.page(String(deploy.signUrl)).nameAddress({ name: 'Uncle Bob', address: provider.address });
  const lists = async () => [await desk.handles(), (await desk.find({})).toSign?.map(({ id }) => id)];
  const before = await lists();
  await desk.setLimits({ maxAmount: '10', maxPerDay: '10' });
  const { page } = await preparedFor(escrow, client.address, { action: 'fund' });
  await desk.setLimits({});
  // At a page on the owner's own computer, too: it is not their request.
  for (const visitor of ['a browser', undefined]) {
    const view = await desk.page(page, visitor).view();
    expect(JSON.stringify({ ...view, maxFee: '' })).not.toContain('Uncle Bob');
    expect(view).toMatchObject({ action: 'fund', request: { signer: client.address } });
  }
  expect(await lists()).toEqual(before);
  expect((await desk.get({ contractId: escrow })).toSign ?? []).toEqual([]);
});

test('does not get in the way of actions that the signer’s person prepares', async () => {
  const escrow = await fundedEscrow(desk);
  await take(desk, 'client', 'dispute', { escrow, milestone: 1, signer: client.address });
  const shares = (amount: string) => ({
    milestone: 1,
    distributions: [{ address: client.address, amount }],
  });
  const stranger = await preparedFor(escrow, arbiter, { action: 'resolve', ...shares('1') });
  await desk.page(stranger.page, 'a browser').opened();
  const own = await desk.prepare('resolve', { escrow, ...shares('1200') });
  // It replaces nothing, waits for nothing, and no other request is named next to it.
  expect(own.judgement.facts.map(({ code }) => code)).not.toContain('ONE_OF_SEVERAL');
  expect(own.judgement.stops.map(({ code }) => code)).not.toContain('REPLACES_OPENED');
  const confirmed =
    own.status === 'prepared' ? own : await desk.confirm(own.id, { amount: '1200', shown: own.judgement.key });
  await signAndSend(desk, 'arbiter', confirmed);
});

test('warns of a payment that was sent for the same wallet and is undecided', async () => {
  const escrow = await unpaidEscrow();
  const own = await desk.prepare('fund', { escrow, signer: client.address, amount: '70' });
  const signedXdr = signAs('client', String(own.unsignedXdr), own.transactionHash);
  await store.claim(own.transactionHash, signedXdr, 60_000);
  expect(await codeOf(preparedFor(escrow, client.address, { action: 'fund', amount: '70' }))).toBe('OUTCOME_UNKNOWN');
  expect(await codeOf(preparedFor(escrow, client.address, { action: 'fund', amount: '71' }))).toBe('done');
});
