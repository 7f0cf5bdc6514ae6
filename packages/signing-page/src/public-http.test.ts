/** Whole answers of the pages at a public address: to strangers, and to browsers that have proven a wallet. */
import { encodeStrKey } from '@countersign/core/escrow';
import { client, fundedEscrow, provider } from '@countersign/testkit/page/scene';
import { browserOf } from '@countersign/testkit/page/sign-in';
import { endClock, passTime } from '@countersign/testkit/record/fixed-clock';
import { afterEach, expect, test } from 'vitest';
import { get, openRecordedScene, VISIT } from '../test/recorded-page.ts';

const PUBLIC = 'https://sign.example.org';
const NO_ID = '0'.repeat(32);

afterEach(endClock);

test('answers strangers and signers as recorded', async () => {
  const { part, open, prepareDeploy, close } = await openRecordedScene();
  const page = open({ publicUrl: PUBLIC });
  const [stranger, signer] = [browserOf(page, PUBLIC), browserOf(page, PUBLIC)];
  await get(page, `${PUBLIC}/`);
  await get(page, `${PUBLIC}/wallet/escrows`, VISIT);
  await get(page, `${PUBLIC}/escrows/list`);
  await get(page, 'http://sign.example.org/', { host: 'other.example.org' });
  const { path } = await prepareDeploy('ENG-1');
  await stranger.ask(`${path}/view`);
  await get(page, PUBLIC + path, { ...VISIT, 'sec-fetch-site': 'cross-site' });
  await get(page, PUBLIC + path, { ...VISIT, 'sec-fetch-site': 'none' });
  await get(page, `${PUBLIC}${path}/view`, { cookie: `countersign-visitor=${'f'.repeat(31)}` });
  for (const act of ['decline', 'declare-failed']) await stranger.ask(`${path}/${act}`, { reason: 'No' });
  for (const origin of ['http://sign.example.org', 'https://evil.example']) {
    await stranger.ask(`${path}/renew`, {}, { origin });
  }
  await signer.ask('/wallet/text', {});
  await signer.ask('/wallet/text', { address: 'G1' });
  await signer.signIn('client');
  await signer.signIn('provider');
  await signer.ask('/wallet/proof', { id: NO_ID, address: client.address, signature: 'AAAA' });
  await signer.ask('/wallet/proof', { address: client.address });
  await signer.ask(`${path}/view`);
  await signer.ask(`${path}/decline`, { reason: 'No' });
  await close();
  await expect(part.text()).toMatchFileSnapshot('recorded/public-page.txt');
});

test('shows an escrow to anyone, and a wallet its escrows, as recorded', async () => {
  const { part, open, quietly, desk, close } = await openRecordedScene();
  const page = open({ publicUrl: PUBLIC });
  const [stranger, signer] = [browserOf(page, PUBLIC), browserOf(page, PUBLIC)];
  const terms = { engagementId: 'ENG-1', title: 'Logo', milestones: [{ description: 'All', amount: '100' }] };
  const escrow = await quietly(fundedEscrow(desk, terms));
  await stranger.ask(`/escrow/${escrow}/view`);
  await get(page, `${PUBLIC}/escrow/${escrow}`, VISIT);
  await stranger.ask(`/escrow/${escrow}/history`);
  await stranger.ask(`/escrow/${encodeStrKey('contract', new Uint8Array(32).fill(5))}/view`);
  const report = { action: 'change-status', milestone: 1, evidence: 'https://example.org', signer: provider.address };
  await signer.signIn('client');
  await signer.signIn('provider');
  const early = { action: 'approve', milestone: 1, signer: provider.address };
  for (const step of [{}, report, early]) await stranger.ask(`/escrow/${escrow}/prepare`, step);
  await signer.ask(`/escrow/${escrow}/prepare`, report);
  await signer.ask(`/escrow/${escrow}/view`);

  part.note('# The escrows of the wallets that a browser has proven');
  await stranger.ask('/wallet/escrows', { opened: [] });
  await signer.ask('/wallet/escrows', { opened: 'all' });
  await signer.ask('/wallet/escrows', { opened: [escrow] });
  await quietly(desk.prepare('dispute', { escrow, milestone: 1, signer: client.address }));
  for (const seconds of [9, 1]) {
    passTime(seconds);
    await signer.ask('/wallet/escrows', { opened: [escrow] });
  }
  await signer.ask('/wallet/escrows', { opened: [] }, { 'sec-fetch-site': 'same-site' });
  await signer.ask('/wallet/sign-out', {});
  await signer.ask('/wallet/escrows', { opened: [] });
  await close();
  await expect(part.text()).toMatchFileSnapshot('recorded/public-escrow.txt');
});
