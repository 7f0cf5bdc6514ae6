/** `/escrow/C…` over HTTP: what anyone with the address is answered, what that costs, and what is never in it. */
import { readEscrowReport } from '@countersign/core/escrow-report';
import { openLedger } from '@countersign/core/internal/ledger/open-ledger';
import { NETWORKS } from '@countersign/core/network';
import { createTestDesk } from '@countersign/testkit/desk/test-desk';
import { deployInput, fundedEscrow, openScene, signAndSend } from '@countersign/testkit/page/scene';
import { startRpcProxy } from '@countersign/testkit/rpc/rpc-proxy';
import { Address } from '@stellar/stellar-sdk/base';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createSigningPage } from './index.ts';
import type { EscrowHistory, EscrowPageView } from './page-view.ts';

const ORIGIN = 'https://sign.example.org';
const scene = await openScene();
afterAll(() => scene.close());

/** A page with a store of its own, to which an escrow of the scene is one from elsewhere. */
async function openElsewhere() {
  const proxy = await startRpcProxy(scene.rpcUrl);
  const desk = createTestDesk({
    ledger: openLedger([proxy.url], NETWORKS.sandbox.passphrase),
    escrowUrl: (contractId) => `${ORIGIN}/escrow/${contractId}`,
  });
  onTestFinished(() => desk.close());
  const page = createSigningPage({ desk, publicUrl: ORIGIN });
  const ask = async (path: string, client = '203.0.113.7') =>
    await page.fetch(new Request(`${ORIGIN}${path}`, { headers: { accept: '*/*', 'x-forwarded-for': client } }), {
      incoming: { socket: { remoteAddress: '127.0.0.1' } },
    });
  const view = async (contract: string) => (await (await ask(`/escrow/${contract}/view`)).json()) as EscrowPageView;
  return { proxy, desk, ask, view };
}

const address = (seed: number): string => Address.contract(new Uint8Array(32).fill(seed)).toString();

test('never shows a name of an address book, a pending request, or that something was prepared here', async () => {
  const { desk } = scene;
  const escrow = await fundedEscrow(desk);
  const pending = await desk.prepare('approve', { escrow, milestone: 1 });
  const page = createSigningPage({ desk, publicUrl: ORIGIN });
  const ask = async (path: string) => await (await page.fetch(new Request(`${ORIGIN}${path}`))).text();
  const all = (await Promise.all(['', '/view', '/history'].map((path) => ask(`/escrow/${escrow}${path}`)))).join('\n');
  for (const secret of [
    pending.id,
    String(pending.signUrl).split('/').at(-1),
    '"here"',
    'prepared',
    'pageId',
    'names',
  ]) {
    expect(all).not.toContain(secret);
  }
  const { happened } = JSON.parse(await ask(`/escrow/${escrow}/history`)) as EscrowHistory;
  expect(happened.map(({ kind }) => kind)).toEqual(['deployed', 'funded']);
});

test('is named once in each result that a person passes on, where other machines reach it', async () => {
  const escrow = await fundedEscrow(scene.desk);
  const { desk } = await openElsewhere();
  const times = (text: string | undefined, contract: string) =>
    String(text).split(`Everyone in the deal can see it at ${ORIGIN}/escrow/${contract}`).length - 1;
  expect(times((await desk.get({ contractId: escrow })).next, escrow)).toBe(1);
  expect(await desk.get({ contractId: escrow })).not.toHaveProperty('pageUrl');
  expect(await desk.get({ contractId: escrow, named: true })).toMatchObject({ pageUrl: `${ORIGIN}/escrow/${escrow}` });
  expect(times((await desk.end({ escrow })).seenAt, escrow)).toBe(1);
  const prepared = await desk.prepare('deploy', deployInput());
  expect((await desk.lookUp({ id: prepared.id })).next).not.toContain('/escrow/');
  expect(times((await signAndSend(desk, 'client', prepared)).next, prepared.contractId)).toBe(1);
  expect(times((await desk.lookUp({ id: prepared.id })).next, prepared.contractId)).toBe(1);
  // Of the scene, other machines do not reach the page.
  expect((await scene.desk.get({ contractId: escrow })).next).not.toContain('/escrow/');
  expect(await scene.desk.end({ escrow })).not.toHaveProperty('seenAt');
});

test('does not take the entries of another contract for those of the address', async () => {
  const [mine, other] = [await fundedEscrow(scene.desk), await fundedEscrow(scene.desk)];
  const { view } = await openElsewhere();
  expect(readEscrowReport({ ...(await view(other)), contractId: mine })).toEqual({ kind: 'unreadable' });
});

test('reads an escrow once for 200 visitors at the same time', async () => {
  const escrow = await fundedEscrow(scene.desk);
  const { ask, proxy } = await openElsewhere();
  const visitors = Array.from({ length: 200 }, (_, at) => ask(`/escrow/${escrow}/view`, `198.51.100.${at}`));
  expect(new Set((await Promise.all(visitors)).map(({ status }) => status))).toEqual(new Set([200]));
  const reads = proxy.asked.filter((method) => method === 'getLedgerEntries').length;
  expect(reads).toBeLessThanOrEqual(2);
  const histories = Array.from({ length: 50 }, (_, at) => ask(`/escrow/${escrow}/history`, `198.51.100.${at}`));
  await Promise.all(histories);
  expect(proxy.asked.filter((method) => method === 'getEvents').length).toBeLessThanOrEqual(4);
});

test('limits the reads that a visitor causes, while others still see an escrow', async () => {
  const escrow = await fundedEscrow(scene.desk);
  const { ask } = await openElsewhere();
  const statuses = new Set<number>();
  for (let seed = 0; seed < 70; seed++) statuses.add((await ask(`/escrow/${address(seed)}/view`)).status);
  expect([...statuses]).toEqual([200, 429]);
  expect((await ask(`/escrow/${escrow}/view`, '198.51.100.9')).status).toBe(200);
});

test('serves the last answer while the RPC is silent, with the time at which it was read', async () => {
  const escrow = await fundedEscrow(scene.desk);
  const { ask, proxy, view } = await openElsewhere();
  proxy.answer = () => Promise.reject(new Error('down'));
  const refused = await ask(`/escrow/${escrow}/view`);
  expect([refused.status, await refused.json()]).toEqual([
    502,
    { error: expect.objectContaining({ code: 'RPC_UNREACHABLE' }) },
  ]);
  proxy.answer = undefined;
  await expect.poll(async () => (await ask(`/escrow/${escrow}/view`)).status, { timeout: 10_000 }).toBe(200);
  const { readAt } = await view(escrow);
  proxy.answer = () => Promise.reject(new Error('down'));
  const before = proxy.asked.length;
  await expect
    .poll(async () => (await view(escrow)) && proxy.asked.length, { timeout: 10_000 })
    .toBeGreaterThan(before);
  expect((await view(escrow)).readAt).toBe(readAt);
});
