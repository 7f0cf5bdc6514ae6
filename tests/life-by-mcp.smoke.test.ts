/** A life from first request to last payment, by four people who each have an assistant, a data folder and a wallet. */
import { type DemoAccountName, startSandbox } from '@countersign/escrow-service';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { call, callRefused, type Host, startHostProcess } from '@countersign/testkit/mcp/host';
import { signAs } from '@countersign/testkit/mcp/request';
import { expect, onTestFinished, test } from 'vitest';

type Result = Record<string, string>;
type Input = Readonly<Record<string, unknown>>;
const { approver } = REQUEST.roles;

async function fourPeople() {
  const sandbox = await startSandbox({ rateLimit: 0 });
  onTestFinished(() => sandbox.close());
  const env = { ESCROW_API_URL: sandbox.url, STELLAR_RPC_URL: sandbox.rpcUrl, STELLAR_NETWORK: 'sandbox' };
  const hosts = new Map<DemoAccountName, Promise<Host>>();
  const hostOf = async (name: DemoAccountName): Promise<Host> => {
    const host = hosts.get(name) ?? startHostProcess({ env });
    hosts.set(name, host);
    // From then on the SDK's client checks results against the output schemas.
    await (await host).client.listTools();
    return await host;
  };
  /** Prepared by the person's assistant, signed in their wallet, settled on the ledger. */
  const does = async (name: DemoAccountName, tool: string, input: Input) => {
    const host = await hostOf(name);
    const prepared = (await call(host, tool, { ...input, includeXdr: true })) as Result;
    expect(prepared).toMatchObject({ status: 'prepared', checked: 'verified' });
    const { id, unsignedXdr = '', transactionHash = '' } = prepared;
    const signedXdr = signAs(name, unsignedXdr, transactionHash);
    expect(await call(host, 'submit_signed_xdr', { signedXdr, id })).toMatchObject({ status: 'settled', by: 'ledger' });
    return prepared;
  };
  return { hostOf, does };
}

test('an escrow is made, funded, worked for, paid out, disputed, decided and emptied by MCP alone', async () => {
  const { hostOf, does } = await fourPeople();
  const { escrow } = await does('client', 'deploy_escrow', { ...REQUEST, receiverMemo: null });
  const seen = async (name: DemoAccountName) => call(await hostOf(name), 'get_escrow', { escrow });
  expect(await seen('client')).toMatchObject({
    state: 'Waiting for money',
    turn: [
      { who: 'anyone', step: 'fund' },
      { step: 'change-status', milestone: 1, also: [2] },
    ],
  });
  await does('client', 'prepare_step', { step: 'fund', escrow, signer: 'client' });
  expect(await seen('provider')).toMatchObject({
    state: 'In progress',
    turn: [{ role: 'serviceProvider', step: 'change-status', milestone: 1, also: [2] }],
  });

  const early = await callRefused(await hostOf('client'), 'prepare_step', {
    escrow,
    step: 'release',
    milestone: 1,
  });
  expect(early).toMatchObject({
    code: 'STEP_NOT_POSSIBLE',
    message: 'Milestone 1 is not approved yet. Nothing was prepared.',
    remedy: expect.stringContaining(`The approver (Ana, ${approver}) approves first. What can be done now:`),
  });
  const evidence = 'https://example.com/sketches.pdf';
  const reported = await does('provider', 'prepare_step', {
    escrow,
    step: 'change-status',
    milestone: 1,
    evidence,
  });
  expect(reported).toMatchObject({
    summary: {
      does: 'Service provider: report milestone 1 of 2, “Sketches”, 10.5 USDC.',
      changes: expect.arrayContaining([{ what: 'Milestone 1: evidence', before: 'none', after: evidence }]),
      pays: [],
    },
    judgement: { stops: [], facts: [expect.stringContaining('link')] },
    afterwards: expect.stringContaining('Approver (Ana) approves milestone 1.'),
  });
  expect(await seen('client')).toMatchObject({ state: 'Waiting for approval' });
  const strangers = { escrow, step: 'approve', milestone: 1, signer: 'provider' };
  expect(await callRefused(await hostOf('provider'), 'prepare_step', strangers)).toMatchObject({
    code: 'STEP_NOT_POSSIBLE',
    message: expect.stringContaining('In this escrow only the approver ('),
  });
  const approval = { escrow, step: 'approve', milestone: 1 };
  await does('client', 'prepare_step', approval);
  expect(await callRefused(await hostOf('client'), 'prepare_step', approval)).toMatchObject({
    code: 'ALREADY_SO',
    message: 'Milestone 1 is approved already. Nothing was prepared.',
  });
  const paid = await does('client', 'prepare_step', { escrow, step: 'release', milestone: '1' });
  expect(paid['summary']).toMatchObject({
    pays: [
      expect.stringMatching(/^0\.0315 USDC to the service \(G/),
      expect.stringMatching(/^0\.525 USDC to the platform \(Demo Platform, G/),
      `9.9435 USDC to the receiver (Ben, ${REQUEST.roles.receiver})`,
    ],
    left: '20 USDC',
  });

  await does('provider', 'prepare_step', { escrow, step: 'dispute', milestone: 2, signer: 'provider' });
  expect(await seen('arbiter')).toMatchObject({
    state: 'In dispute',
    turn: [{ role: 'disputeResolver', step: 'resolve', milestone: 2 }],
    next: expect.stringMatching(/^Dispute resolver \(Cleo\) decides the dispute over milestone 2\. Before/),
  });
  const distributions = JSON.stringify([
    { address: 'client', amount: '5' },
    { address: 'provider', amount: 10 },
  ]);
  const first = { escrow, step: 'withdraw', distributions: [{ address: 'client', amount: 5 }] };
  expect(await does('arbiter', 'prepare_step', first)).toMatchObject({
    summary: {
      headline: expect.stringMatching(
        /^The approver.* gets 4\.735 USDC \(5 USDC less fees\); 15 USDC stays in the escrow for milestone 2$/,
      ),
      left: '15 USDC',
    },
    turn: [{ role: 'disputeResolver', step: 'resolve' }],
  });
  const decided = await does('arbiter', 'prepare_step', { escrow, step: 'resolve', milestone: 2, distributions });
  expect(decided).toMatchObject({ afterwards: 'Nothing is left to do.', turn: [] });
  expect(await seen('client')).toMatchObject({ state: 'Finished', held: '0', turn: [] });
});
