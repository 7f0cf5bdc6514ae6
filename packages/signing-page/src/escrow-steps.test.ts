/** Steps prepared on an escrow's page over HTTP, at a public address and on this computer alone. */
import { readEscrowReport } from '@countersign/core/escrow-report';
import { signAs } from '@countersign/testkit/mcp/request';
import { client, fundedEscrow, openScene, provider } from '@countersign/testkit/page/scene';
import { browserOf } from '@countersign/testkit/page/sign-in';
import { afterAll, expect, test } from 'vitest';
import { createSigningPage } from './index.ts';
import type { EscrowPageView, PageView } from './page-view.ts';

const PUBLIC = 'https://sign.example.org';
const LOCAL = 'http://127.0.0.1:7180';

const scene = await openScene();
afterAll(() => scene.close());
const escrow = await fundedEscrow(scene.desk);
const publicPage = () => createSigningPage({ desk: scene.desk, publicUrl: PUBLIC });
const prepareAt = `/escrow/${escrow}/prepare`;

test('answers with the path of the signing page, where anyone signs who holds the role', async () => {
  const { ask } = browserOf(publicPage(), PUBLIC);
  const dispute = { action: 'dispute', milestone: 1, signer: client.address };
  const { status, body } = await ask(prepareAt, dispute);
  const { page } = body as { readonly page?: string };
  expect([status, page]).toEqual([200, expect.stringMatching(/^sign\/[0-9a-f]{32}$/)]);
  expect((await ask(prepareAt, dispute)).body).toEqual({ page });
  const view = (await ask(`/${page}/view`)).body;
  expect(view).toMatchObject({ action: 'dispute', request: { escrow, signer: client.address, milestone: 1 } });
  expect(JSON.stringify(view)).not.toContain('address-book');
});

test('prepares a report for a wallet that signed in, and for anyone on the computer itself', async () => {
  const report = { action: 'change-status', milestone: 2, evidence: 'https://example.org', signer: provider.address };
  const { ask, signIn } = browserOf(publicPage(), PUBLIC);
  expect(await ask(prepareAt, report)).toMatchObject({ status: 403, body: { error: { code: 'PROOF_NEEDED' } } });
  await signIn('provider');
  expect((await ask(prepareAt, report)).status).toBe(200);
  const local = browserOf(createSigningPage({ desk: scene.desk }), LOCAL);
  expect((await local.ask(prepareAt, { ...report, evidence: 'https://example.org/2' })).status).toBe(200);
});

test('shows everyone a step that was signed here at once, and not what they shared before it', async () => {
  const { ask } = browserOf(publicPage(), PUBLIC);
  const stateOfThird = async () => {
    const view = (await ask(`/escrow/${escrow}/view`)).body as unknown as EscrowPageView;
    const read = readEscrowReport(view);
    return read.kind === 'escrow' && read.shown.milestones[2]?.state;
  };
  expect(await stateOfThird()).toBe('open');
  const { body } = await ask(prepareAt, { action: 'approve', milestone: 3, signer: client.address });
  const { page } = body as { readonly page?: string };
  const { offer } = (await ask(`/${page}/view`)).body as unknown as PageView;
  expect(await stateOfThird()).toBe('open');
  await ask(`/${page}/submit`, { signedXdr: signAs('client', String(offer.unsignedXdr), offer.hash) });
  expect(await stateOfThird()).toBe('approved');
});

test('limits each client, whatever it asks', async () => {
  const { ask } = browserOf(publicPage(), PUBLIC);
  const statuses: number[] = [];
  for (let count = 0; count < 22; count += 1) statuses.push((await ask(prepareAt, {})).status);
  expect(statuses).toEqual([...Array(20).fill(400), 429, 429]);
});
