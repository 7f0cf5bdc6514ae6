/** The client's steps against our own service: the life of each kind of escrow, in each dialect. */
import { parseDeployRequest } from '@countersign/core/escrow';
import type { StepOrder, StepTerms } from '@countersign/core/internal/service/escrow-service';
import { createEscrowClient, dialectFor } from '@countersign/core/internal/service/index';
import { servedKind } from '@countersign/core/kinds';
import { contractQuestion } from '@countersign/core/ledger';
import { type DialectName, networkWith, type Release } from '@countersign/core/network';
import type { DemoAccountName } from '@countersign/escrow-service';
import { address, post, sign, startTestSandbox, TOKEN } from '@countersign/testkit/ledger/sandbox-client';
import { Api } from '@stellar/stellar-sdk/rpc';
import { expect, test } from 'vitest';

type Fields<Step> = Step extends StepOrder ? Omit<Step, 'escrow' | 'signer' | 'release'> : never;
const [client, provider, platform, arbiter] = (['client', 'provider', 'platform', 'arbiter'] as const).map(address) as [
  string,
  string,
  string,
  string,
];

async function stage(dialect: DialectName, release: Release) {
  const network = networkWith('sandbox', dialect);
  const { sandbox, rpc, clock } = await startTestSandbox({ network });
  const service = createEscrowClient({
    ...{ baseUrl: sandbox.url, accessToken: sandbox.accessToken, apiKey: sandbox.apiKey, requestsPerMinute: 1_000 },
    ...{ dialect: dialectFor(network), now: () => clock.now },
  });
  const roles = {
    ...{ approver: client, serviceProvider: provider, platformAddress: platform },
    ...{ releaseSigner: client, disputeResolver: arbiter, receiver: provider },
  };
  const request = parseDeployRequest(
    {
      ...{ signer: client, kind: release, engagementId: 'E-1', title: 'Website', description: 'In two steps', roles },
      platformFee: '2.5',
      milestones: [
        { description: 'Design', amount: '10.5' },
        { description: 'Build', amount: '20.0000001' },
      ],
      trustline: { address: TOKEN.address },
    },
    network,
  );
  const deployed = await service.sendTransaction(sign((await service.deploy(request)).unsignedTransaction, 'client'));
  if (deployed.kind !== 'accepted' || deployed.contractId === undefined) expect.fail('it was not deployed');
  const escrow = deployed.contractId;

  const send = async (unsigned: string, signer: DemoAccountName) =>
    expect(await service.sendTransaction(sign(unsigned, signer))).toMatchObject({ kind: 'accepted' });
  return {
    sandbox,
    steps: service.steps,
    take: async (signer: DemoAccountName, fields: Fields<StepOrder>) => {
      const order = { ...fields, escrow, release, signer: address(signer) } as StepOrder;
      expect(service.steps?.builds(order.act, release)).toBe(true);
      await send((await service.steps?.build(order))?.unsignedTransaction ?? '', signer);
    },
    /** The seed's client builds no payment, though the sandbox's service can. */
    fund: async (amount: number) => {
      const fields = { contractId: escrow, signer: client, amount };
      const path = `/escrow/${release}-release/fund-escrow`;
      const { json } = await post({ sandbox }, path, fields, { 'x-api-key': sandbox.apiKey });
      await send(json.unsignedTransaction, 'client');
    },
    stored: async () => {
      const question = contractQuestion(network.passphrase, escrow, 'get_escrow');
      const simulation = await rpc.simulateTransaction(question);
      if (Api.isSimulationError(simulation) || simulation.result === undefined) expect.fail('there is no escrow');
      return servedKind(release).decode(simulation.result.retval).escrow;
    },
    terms: {
      ...{ engagementId: 'E-2', title: 'Website 2', description: 'Anew', platformFee: '1.25', token: TOKEN.address },
      roles: dialect === 'v1' && release === 'multi' ? { ...roles, receiver: undefined } : roles,
      ...(release === 'single' ? { amount: '7.0000001' } : {}),
      milestones: ['1.0000001', '6'].map((amount, index) => ({
        ...{ description: `Part ${index}`, status: 'pending', evidence: index === 0 ? 'a plan' : '', flags: {} },
        ...(release === 'single' ? {} : { amount }),
        ...(dialect === 'v1' && release === 'multi' ? { receiver: client } : {}),
      })),
      receiverMemo: '0',
    } as StepTerms,
  };
}

test.each([
  ['v1', 'multi'],
  ['v1', 'single'],
  ['seed', 'multi'],
] as const)('every step of an escrow in %s, %s release, is built and settles', async (dialect, release) => {
  const { sandbox, steps, take, fund, stored, terms } = await stage(dialect, release);
  try {
    const one = release === 'multi' ? { index: 0 } : {};
    await take('platform', { act: 'update', terms });
    expect(await stored()).toMatchObject({
      ...{ engagementId: 'E-2', title: 'Website 2', description: 'Anew', platformFee: 125, receiverMemo: 0n },
      ...(release === 'single' ? { amount: 70_000_001n } : {}),
      milestones: [
        { description: 'Part 0', evidence: 'a plan', ...(release === 'single' ? {} : { amount: 10_000_001n }) },
        { description: 'Part 1', evidence: '' },
      ],
      trustline: { address: TOKEN.address },
    });
    await take('platform', { act: 'extend', ledgers: 1_000_000 });
    await fund(7.0000001);
    await take('provider', { act: 'change-status', index: 1, status: 'done', evidence: 'https://example.com/1' });
    expect((await stored())?.milestones[1]).toMatchObject({ status: 'done', evidence: 'https://example.com/1' });
    await take('client', { act: 'approve', index: 0 });
    await take('client', { act: 'approve', index: 1 });
    if (release === 'multi') {
      await take('client', { act: 'release', index: 1 });
      expect((await stored())?.milestones[1]?.flags).toMatchObject({ released: true });
    }
    await take('provider', { act: 'dispute', ...one });
    const shares = (...amounts: string[]) =>
      [provider, client].map((to, at) => ({ address: to, amount: amounts[at] ?? '0' }));
    await take('arbiter', {
      ...{ act: 'resolve', ...one },
      distributions: release === 'multi' ? shares('0.5', '0.25') : shares('7', '0.0000001'),
    });
    if (release === 'multi') {
      await take('arbiter', { act: 'withdraw', distributions: [{ address: client, amount: '0.2500001' }] });
    } else {
      expect(steps?.builds('withdraw', release)).toBe(false);
    }
    const { flags = {}, milestones = [] } = (await stored()) ?? {};
    expect(release === 'multi' ? milestones[0]?.flags : flags).toMatchObject({ resolved: true });
  } finally {
    await sandbox.close();
  }
});

test('a single-release escrow is released by its own step', async () => {
  const { sandbox, take, fund, stored } = await stage('v1', 'single');
  try {
    await fund(30.5000001);
    for (const index of [0, 1]) await take('client', { act: 'approve', index });
    await take('client', { act: 'release' });
    expect((await stored())?.flags).toMatchObject({ released: true });
  } finally {
    await sandbox.close();
  }
});
