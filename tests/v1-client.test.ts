/** The client of v1 against our own service of v1, on the embedded ledger: one escrow of each release, from deploy to funded. */
import { parseDeployRequest } from '@countersign/core/escrow';
import { createEscrowClient, dialectFor } from '@countersign/core/internal/service/index';
import { networkWith } from '@countersign/core/network';
import { probeService } from '@countersign/core/probe';
import {
  address,
  read,
  settle,
  sign,
  startTestSandbox,
  type TestSandbox,
  TOKEN,
} from '@countersign/testkit/ledger/sandbox-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const V1 = networkWith('sandbox', 'v1');
const dialect = dialectFor(V1);

let t: TestSandbox;
beforeAll(async () => {
  t = await startTestSandbox({ network: networkWith('sandbox', 'v1') });
});
afterAll(() => t.sandbox.close());

function clientOf(apiKey = t.sandbox.apiKey) {
  const { fund, reindex, rows, ...client } = createEscrowClient({
    baseUrl: t.sandbox.url,
    apiKey,
    requestsPerMinute: 1_000,
    dialect,
    now: () => t.clock.now,
  });
  if (fund === undefined || reindex === undefined || rows === undefined) throw new Error('v1 has all three');
  return { ...client, fund, reindex, rows };
}

const requestOf = (kind: 'multi' | 'single') =>
  parseDeployRequest(
    {
      signer: address('client'),
      kind,
      engagementId: `V1-${kind}`,
      title: 'Website',
      description: 'A site in two steps',
      roles: {
        approver: address('client'),
        serviceProvider: address('provider'),
        platformAddress: address('platform'),
        releaseSigner: address('client'),
        disputeResolver: address('arbiter'),
        receiver: address('provider'),
      },
      platformFee: '2.5',
      milestones: [
        { description: 'Design', amount: '10.5' },
        { description: 'Build', amount: '20.0000001' },
      ],
      trustline: { address: TOKEN.address },
    },
    V1,
  );

describe.each(['multi', 'single'] as const)('a %s-release escrow', (release) => {
  test('is deployed, funded, listed and read', async () => {
    const { deploy, sendTransaction, fund, rows, getBalances } = clientOf();
    const signer = address('client');
    const { unsignedTransaction } = await deploy(requestOf(release));
    const sent = await sendTransaction(sign(unsignedTransaction, 'client'));
    if (sent.kind !== 'accepted' || sent.contractId === undefined) expect.fail('it was not deployed');
    const escrow = sent.contractId;

    const funding = await fund({ escrow, signer, amount: '30.5000001', release });
    const signed = sign(funding.unsignedTransaction, 'client');
    expect(await sendTransaction(signed)).toMatchObject({ kind: 'accepted' });
    // Sent again, it is no longer pending there, which proves nothing.
    expect(await sendTransaction(signed)).toMatchObject({
      kind: 'unknown',
      detail: expect.stringContaining('No pending write for tx'),
    });

    const { entries } = await getBalances({ signer, addresses: [escrow] });
    expect(entries).toEqual([{ address: escrow, balance: '30.5000001' }]);
    const row = { contractId: escrow, title: 'Website', engagementId: `V1-${release}`, release };
    expect(await rows({ contractIds: [escrow] })).toEqual([row]);
    expect(await rows({ signer })).toContainEqual(row);
    expect(await rows({ role: 'disputeResolver', address: address('arbiter') })).toContainEqual(row);
  });

  test('that bypassed the service is known to it once it is told the hash', async () => {
    const { deploy, reindex, rows } = clientOf();
    const { unsignedTransaction } = await deploy(requestOf(release));
    const signed = read(sign(unsignedTransaction, 'client'));
    await settle(t, signed);
    const known = async () => (await rows({ signer: address('client') })).length;
    const before = await known();
    await reindex(Buffer.from(signed.hash()).toString('hex'));
    expect(await known()).toBe(before + 1);
    await expect(reindex('ab'.repeat(32))).rejects.toMatchObject({ code: 'SERVICE_REFUSED' });
  });
});

test('an invalid key is reported by every operation, and by the probe', async () => {
  const { deploy, getBalances, rows } = clientOf('a-key.of-v2');
  const refused = { code: 'SERVICE_UNAUTHORIZED', operatorRemedy: expect.stringContaining('made for this network') };
  await expect(deploy(requestOf('multi'))).rejects.toMatchObject(refused);
  await expect(rows({ signer: address('client') })).rejects.toMatchObject(refused);
  const reading = getBalances({ signer: address('client'), addresses: [TOKEN.address] });
  await expect(reading).rejects.toMatchObject(refused);
  const probed = (apiKey: string) => probeService({ baseUrl: t.sandbox.url, apiKey, dialect });
  expect(await probed('a-key.of-v2')).toMatchObject({ apiKey: false });
  const probe = await probed(t.sandbox.apiKey);
  expect(probe).toMatchObject({ apiKey: true });
  expect(probe).not.toHaveProperty('problem');
});
