/** The whole life of an escrow in v1, through the service alone: each step built, signed by anyone who may, and sent. */
import {
  ask,
  liveBody,
  liveEscrow,
  liveFund,
  liveRows,
  liveSend,
  liveStep,
  liveTake,
  startLiveSandbox,
} from '@countersign/testkit/ledger/live-client';
import { address, sign, TOKEN } from '@countersign/testkit/ledger/sandbox-client';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { afterAll, describe, expect, test } from 'vitest';
import type { DemoAccountName } from '../sandbox.ts';

const t = await startLiveSandbox();
afterAll(() => t.sandbox.close());

type Release = 'multi' | 'single';
const ACCOUNTS = { client: address('client'), provider: address('provider'), arbiter: address('arbiter') };
const { client, provider, arbiter } = ACCOUNTS;
const platform = address('platform');

async function funded(release: Release, amount = 30.5000001): Promise<string> {
  const escrow = await liveEscrow(t, release);
  const { json } = await liveFund(t, release, escrow, amount);
  await liveSend(t, sign(json.unsignedTransaction, 'client'));
  return escrow;
}

const row = async (escrow: string) => (await liveRows(t, [escrow])).json[0];

/** Which of these are among the escrows of a status, by what the service keeps. */
async function inStatus(status: string, release: Release): Promise<string[]> {
  const query = `signer=${client}&status=${status}&type=${release}-release`;
  const { json } = await ask(t, 'GET', `/helper/get-escrows-by-signer?${query}`);
  return json.map(({ contractId }: { contractId: string }) => contractId);
}

/** Takes steps of one escrow, each of which succeeds. */
function steps(release: Release, contractId: string) {
  return async (path: string, signer: DemoAccountName, fields: Readonly<Record<string, unknown>>) => {
    const reply = await liveTake(t, release, path, signer, { contractId, ...fields });
    expect([path, reply.status, reply.json]).toEqual([path, 201, { status: 'SUCCESS', message: expect.any(String) }]);
  };
}

test('a multi-release escrow lives from work to the last payment, and its row keeps up', async () => {
  const escrow = await funded('multi');
  const take = steps('multi', escrow);
  const milestone = async (index: number) => (await row(escrow)).milestones[index];
  expect(await inStatus('working', 'multi')).toContain(escrow);

  const done = { newStatus: 'done', newEvidence: 'https://example.com/design', serviceProvider: provider };
  await take('change-milestone-status', 'provider', { milestoneIndex: '0', ...done });
  expect(await milestone(0)).toMatchObject({ status: 'done', evidence: done.newEvidence, flags: { approved: false } });
  await take('change-milestone-status', 'provider', {
    ...{ milestoneIndex: '0', newStatus: 'checked', serviceProvider: provider },
  });
  expect(await milestone(0)).toMatchObject({ status: 'checked', evidence: done.newEvidence });

  for (const milestoneIndex of ['0', '1'])
    await take('approve-milestone', 'client', { milestoneIndex, approver: client });
  expect(await milestone(1)).toMatchObject({ flags: { approved: true, released: false } });
  expect(await inStatus('pendingRelease', 'multi')).toContain(escrow);

  await take('release-milestone-funds', 'client', { releaseSigner: client, milestoneIndex: '0' });
  expect(await row(escrow)).toMatchObject({ balance: 20.0000001, milestones: [{ flags: { released: true } }, {}] });

  await take('dispute-milestone', 'provider', { signer: provider, milestoneIndex: '1' });
  expect(await milestone(1)).toMatchObject({ flags: { disputed: true } });
  expect(await inStatus('inDispute', 'multi')).toContain(escrow);

  const distributions = [
    { address: provider, amount: 12 },
    { address: client, amount: 3 },
  ];
  await take('resolve-milestone-dispute', 'arbiter', { disputeResolver: arbiter, milestoneIndex: '1', distributions });
  expect(await row(escrow)).toMatchObject({
    balance: 5.0000001,
    milestones: [{}, { status: 'resolved', flags: { disputed: false, resolved: true } }],
  });
  expect(await inStatus('released', 'multi')).toContain(escrow);
  expect(await inStatus('inDispute', 'multi')).not.toContain(escrow);

  const rest = [{ address: client, amount: 5.0000001 }];
  await take('withdraw-remaining-funds', 'arbiter', { disputeResolver: arbiter, distributions: rest });
  expect(await row(escrow)).toMatchObject({ balance: 0 });
});

test('releases a single-release escrow at once, and still disputes and resolves it', async () => {
  const escrow = await funded('single');
  const take = steps('single', escrow);
  await take('change-milestone-status', 'provider', {
    ...{ milestoneIndex: '1', newStatus: 'done', serviceProvider: provider },
  });
  expect(await row(escrow)).toMatchObject({ milestones: [{ status: 'pending' }, { status: 'done', approved: false }] });
  for (const milestoneIndex of ['0', '1'])
    await take('approve-milestone', 'client', { milestoneIndex, approver: client });
  expect(await row(escrow)).toMatchObject({ milestones: [{ approved: true }, { approved: true }] });
  expect(await inStatus('pendingRelease', 'single')).toContain(escrow);
  await take('release-funds', 'client', { releaseSigner: client });
  expect(await row(escrow)).toMatchObject({ balance: 0, flags: { released: true } });
  expect(await inStatus('released', 'single')).toContain(escrow);

  const { json } = await liveFund(t, 'single', escrow, 2);
  await liveSend(t, sign(json.unsignedTransaction, 'client'));
  await take('dispute-escrow', 'provider', { signer: provider });
  expect(await row(escrow)).toMatchObject({ balance: 2, flags: { disputed: true } });
  expect(await inStatus('inDispute', 'single')).toContain(escrow);
  const distributions = [{ address: client, amount: 2 }];
  await take('resolve-dispute', 'arbiter', { disputeResolver: arbiter, distributions });
  expect(await row(escrow)).toMatchObject({ balance: 0, flags: { disputed: false, resolved: true } });
  expect(await inStatus('resolved', 'single')).toContain(escrow);
});

describe.each(['multi', 'single'] as const)('a %s-release escrow', (release) => {
  const { signer: _, ...terms } = liveBody(release, { title: 'Website, again', platformFee: 1.25 });

  test('without money is updated by the platform, and the row says so', async () => {
    const escrow = await liveEscrow(t, release);
    await steps(release, escrow)('update-escrow', 'platform', { signer: platform, escrow: terms });
    expect(await row(escrow)).toMatchObject({ ...terms, trustline: { address: TOKEN.issuer, symbol: 'USDC' } });
  });

  test('with money keeps what was done to its milestones, and gets another', async () => {
    const escrow = await funded(release);
    const take = steps(release, escrow);
    await take('approve-milestone', 'client', { milestoneIndex: '0', approver: client });
    const { signer: __, ...old } = liveBody(release);
    const [first, ...others] = old['milestones'] as Record<string, unknown>[];
    const flags = { approved: true, disputed: false, released: false, resolved: false };
    const milestones = [
      { ...first, ...(release === 'multi' ? { flags } : { approved: true }) },
      ...others,
      { ...first, description: 'Upkeep' },
    ];
    await take('update-escrow', 'platform', { signer: platform, escrow: { ...old, milestones } });
    const { milestones: now } = await row(escrow);
    expect(now.map(({ description }: { description: string }) => description)).toEqual(['Design', 'Build', 'Upkeep']);
    expect(now[0]).toMatchObject(release === 'multi' ? { flags } : { approved: true });
  });
});

test('another process on the same folder can send a step, and its row is updated', async () => {
  const dataDir = temporaryFolder();
  const one = await startLiveSandbox({ dataDir });
  const escrow = await liveEscrow(one, 'multi');
  const other = await startLiveSandbox({ dataDir });
  try {
    const body = { contractId: escrow, milestoneIndex: '0', approver: client };
    const { json } = await liveStep(one, 'multi', 'approve-milestone', body);
    expect((await liveSend(other, sign(json.unsignedTransaction, 'client'))).json.status).toBe('SUCCESS');
    const [first] = (await liveRows(other, [escrow])).json[0].milestones;
    expect(first.flags).toMatchObject({ approved: true });
  } finally {
    await other.sandbox.close();
    await one.sandbox.close();
  }
});
