/** What somebody who has only the link to a page can do there, and what stays the owner's. */

import { codeOf } from '@countersign/testkit/desk/failure';
import { createTestDesk, policy } from '@countersign/testkit/desk/test-desk';
import { startTestSandbox } from '@countersign/testkit/ledger/sandbox-client';
import { HURRY } from '@countersign/testkit/ledger/stated-ledger';
import { signAs } from '@countersign/testkit/mcp/request';
import { deployInput, fundedEscrow, signAndSend } from '@countersign/testkit/page/scene';
import { afterAll, expect, test } from 'vitest';
import { encodeStrKey } from '../escrow/index.ts';
import { NETWORKS } from '../escrow/network.ts';
import { sandboxKeypair } from '../escrow/sandbox-keys.ts';
import { openLedger } from '../ledger/open-ledger.ts';
import { messageHash } from '../signatures/index.ts';
import type { PersonalDesk } from './create-desk.ts';
import type { Person } from './model/person.ts';
import type { Prepared } from './model/results.ts';
import { addressBookOf } from './people/address-book.ts';
import { openSqliteStore } from './store/sqlite/sqlite-store.ts';

const network = NETWORKS.sandbox;
/** How far the desk's clock is ahead of the ledger's. */
let ahead = 0;
/** Whether the RPC has forgotten every transaction. */
let isForgetful = false;

const { sandbox } = await startTestSandbox({ now: Date.now });
const ledger = openLedger([sandbox.rpcUrl], network.passphrase);
const now = () => Date.now() + ahead;
const store = openSqliteStore(undefined, 'sandbox', now);
const desk = createTestDesk({
  ...{ on: sandbox, store },
  policy: { ...policy, feeStop: 2_000 },
  now,
  patience: HURRY,
  signUrl: (pageId) => pageId,
  proofUrl: (token) => `https://sign.example.org/prove/${token}`,
  ledger: {
    ...ledger,
    outcomeOf: async (hash, signal) => {
      const outcome = await ledger.outcomeOf(hash, signal);
      if (!isForgetful || outcome.kind === 'no-answer') return outcome;
      const never = Number.MAX_SAFE_INTEGER;
      return { kind: 'not-found', fromLedger: never, toLedger: never, from: 0, to: 0 };
    },
  },
});
afterAll(async () => {
  await desk.close();
  await sandbox.close();
});

let count = 0;

/** Somebody of a Discord server with an escrow of 1,000. */
async function withEscrow() {
  ahead = 0;
  isForgetful = false;
  count += 1;
  const person: Person = { tenant: 'guild', id: `ada ${count}` };
  const owner = desk.for(person);
  const deploy = await owner.prepare('deploy', deployInput({ milestones: [{ description: 'All', amount: '1000' }] }));
  await signAndSend(owner, 'client', deploy);
  return { owner, deploy };
}

type Linked = { readonly signUrl?: string | undefined };
const pageOf = ({ signUrl }: Linked, visitor = 'a browser') => desk.page(String(signUrl), visitor);
/** After the visitor has signed in with a wallet. */
const signedInOn = ({ signUrl }: Linked, account: 'client' | 'provider') =>
  desk.page(String(signUrl), 'a browser', 'en', [sandboxKeypair(account).publicKey()]);
const pay = (owner: PersonalDesk, { contractId }: Prepared, amount: string, more = {}) =>
  owner.prepare('fund', { escrow: contractId, signer: deployInput()['signer'], amount, ...more } as never);
const signed = ({ unsignedXdr, transactionHash }: Pick<Prepared, 'unsignedXdr' | 'transactionHash'>) =>
  signAs('client', String(unsignedXdr), transactionHash);
const LATER = 400_000;
/** Everything here let it through; by the clock of the ledger, which is behind, its time has not begun. */
const LET_THROUGH = 'NETWORK_REFUSED';

test('a visitor’s confirmation of a second payment lets only that visitor sign it', async () => {
  const { owner, deploy } = await withEscrow();
  // The wallet sends it by itself, and the RPC no longer knows of it.
  const first = await pay(owner, deploy, '20');
  await ledger.send(signed(first), {});
  isForgetful = true;
  ahead = LATER;
  const second = await pay(owner, deploy, '20');
  const isAsked = { status: 'to-confirm', judgement: { stops: [{ code: 'NOT_COVERED' }] } };
  expect(second).toMatchObject(isAsked);
  const visited = pageOf(second);
  const { judgement: risk } = await visited.view();
  const theirs = await visited.confirm({ amount: '20', shown: risk.key });
  expect(theirs.status).toBe('prepared');
  expect((await visited.view()).offer).toHaveProperty('unsignedXdr');
  expect((await pageOf(second, 'another').view()).offer).not.toHaveProperty('unsignedXdr');
  expect(await pay(owner, deploy, '20')).toMatchObject(isAsked);
  expect(await pay(owner, deploy, '20', { way: 'transfer' })).toMatchObject({ status: 'to-confirm' });
  expect(await codeOf(owner.submit({ signedXdr: signed(theirs as Prepared) }))).toBe('CONFIRMATION_NEEDED');
  // A visitor who can sign may still do so.
  expect(await codeOf(visited.submit(signed(theirs as Prepared)))).toBe(LET_THROUGH);
});

test('a visitor cannot say that a payment failed, so another one is not prepared as if it had', async () => {
  const { owner, deploy } = await withEscrow();
  const first = await pay(owner, deploy, '40');
  isForgetful = true;
  await owner.submit({ signedXdr: signed(first) });
  ahead = LATER;
  expect(await codeOf(pageOf(first).declareFailed())).toBe('OUTCOME_UNKNOWN');
  expect(await pageOf(first).view()).not.toHaveProperty('canDeclareFailed');
  expect(await codeOf(pay(owner, deploy, '40'))).not.toBe('done');
  // Its owner can, once they have looked it up.
  await owner.declareFailed(first.id);
  expect(await codeOf(pay(owner, deploy, '40'))).toBe('done');
});

test('on this computer alone, no matter who opens a page is its owner', async () => {
  await withEscrow();
  const other = await desk.prepare('deploy', deployInput());
  await desk.page(String(other.signUrl)).decline(undefined);
  expect((await desk.status(other.id)).message).toContain('declined on its page');
  const deploy = await desk.prepare('deploy', deployInput());
  await signAndSend(desk, 'client', deploy);
  const first = await pay(desk, deploy, '40');
  isForgetful = true;
  await desk.submit({ signedXdr: signed(first) });
  ahead = LATER;
  const page = desk.page(String(first.signUrl));
  expect(await page.view()).toMatchObject({ canDeclareFailed: true });
  await page.declareFailed();
  expect((await pay(desk, deploy, '40')).status).toBe('prepared');
});

test('declines for a visitor only once they proved the signer’s wallet, and reports it as the signer’s', async () => {
  const { owner, deploy } = await withEscrow();
  const prepared = await pay(owner, deploy, '30');
  for (const stranger of [pageOf(prepared), signedInOn(prepared, 'provider')]) {
    expect(await codeOf(stranger.decline('Too much'))).toBe('PROOF_NEEDED');
    expect(await stranger.view()).not.toHaveProperty('canDecline');
  }
  expect((await owner.status(prepared.id)).status).toBe('prepared');
  const signer = signedInOn(prepared, 'client');
  expect(await signer.view()).toMatchObject({ canDecline: true });
  await signer.decline('Too much');
  const report = await owner.status(prepared.id);
  expect(report).toMatchObject({ status: 'declined', detail: 'Too much' });
  expect(report.message).toContain('The signer declined it on its page');
  expect((await pay(owner, deploy, '30')).status).toBe('prepared');
});

test('shows the owner’s names to a visitor only once they proved the owner’s own wallet', async () => {
  const { owner } = await withEscrow();
  const proof = { address: sandboxKeypair('client').publicKey(), person: 'Ada', place: 'Guild' };
  const link = await owner.askWalletProof(proof);
  const token = String(link?.url.split('/').at(-1));
  const { text } = await desk.walletProof(token);
  await desk.proveWallet(token, Buffer.from(sandboxKeypair('client').sign(messageHash(text))).toString('base64'));
  const platformAddress = encodeStrKey('account', new Uint8Array(32).fill(7));
  const book = addressBookOf({ store, network, now }, { tenant: 'guild', id: `ada ${count}` });
  await book.set('Workshop', platformAddress, 'terminal');
  const { roles } = deployInput();
  const deploy = await owner.prepare('deploy', deployInput({ roles: { ...(roles as object), platformAddress } }));
  const namesOn = async (page: ReturnType<typeof pageOf>) => ((await page.view()).names ?? []).map(({ name }) => name);
  for (const other of [pageOf(deploy), signedInOn(deploy, 'provider')]) {
    expect(await namesOn(other)).not.toContain('Workshop');
  }
  const own = signedInOn(deploy, 'client');
  expect(await namesOn(own)).toContain('Workshop');
  // To read them is not to change them.
  expect(await own.view()).not.toHaveProperty('canName');
  expect(await codeOf(own.nameAddress({ name: 'Mallory', address: proof.address }))).toBe('INPUT_INVALID');
});

test('counts a visitor’s action against the owner’s limits when it is signed, or the owner asks for it', async () => {
  const { owner, deploy } = await withEscrow();
  await owner.setLimits({ maxPerDay: '1200' });
  const { page } = await pageOf(deploy).prepareNext({ action: 'fund' });
  const visited = desk.page(page, 'a browser');
  expect(await visited.view()).toMatchObject({ request: { amount: '1000' } });
  // Opening the page again, on another day, is no request of the owner's either.
  ahead = 300_000;
  await visited.renew();
  const other = await pay(owner, deploy, '900');
  expect(other.status).toBe('prepared');
  const { offer: transaction } = await visited.view();
  const theirs = { unsignedXdr: transaction.unsignedXdr, transactionHash: transaction.hash };
  expect(await codeOf(visited.submit(signed(theirs)))).toBe('LIMIT_REACHED');
  await owner.discard(other.id);
  expect(await codeOf(visited.submit(signed(theirs)))).toBe(LET_THROUGH);
  expect(await codeOf(pay(owner, deploy, '900'))).toBe('LIMIT_REACHED');
});

test('counts the owner’s own request, although a visitor had it prepared before', async () => {
  const { owner, deploy } = await withEscrow();
  await owner.setLimits({ maxPerDay: '1200' });
  await pageOf(deploy).prepareNext({ action: 'fund' });
  await pay(owner, deploy, '1000');
  expect(await codeOf(pay(owner, deploy, '900'))).toBe('LIMIT_REACHED');
});

test('prepares a step from a page for the page’s owner alone', async () => {
  const { owner, deploy } = await withEscrow();
  const before = await owner.handles();
  const next = await pageOf(deploy).prepareNext({ action: 'fund' });
  expect(await pageOf(deploy).prepareNext({ action: 'fund' })).toEqual(next);
  const view = await desk.page(next.page, 'a browser').view();
  expect(view).toMatchObject({ action: 'fund', request: { escrow: deploy.contractId, amount: '1000' } });
  expect(await owner.handles()).toEqual([view.id, ...before]);
  for (const other of [desk.for({ tenant: 'guild', id: 'bob' }), desk]) {
    expect(await other.handles()).not.toContain(view.id);
  }
});

test('limits new evidence from a page, so that it cannot fill the store', async () => {
  const escrow = await fundedEscrow(desk);
  const report = await desk.prepare('change-status', { escrow, milestone: 1 });
  await signAndSend(desk, 'provider', report);
  const page = signedInOn(report, 'provider');
  const before = (await desk.handles()).length;
  const codes: string[] = [];
  for (let round = 0; round < 24; round++) {
    const step = { action: 'change-status', milestone: 2, evidence: `Photograph ${round}` } as const;
    codes.push(await codeOf(page.prepareNext(step)));
  }
  expect((await desk.handles()).length - before).toBe(20);
  expect(codes.slice(20)).toEqual(Array(4).fill('RATE_LIMITED'));
  // The person who prepares it elsewhere goes on.
  const elsewhere = await desk.prepare('change-status', { escrow, milestone: 2, evidence: 'The last photograph' });
  expect(elsewhere.status).toBe('prepared');
});
