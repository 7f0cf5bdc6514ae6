/** A life from first request to last payment, by four people who each have an assistant, a data folder and a wallet. */
import { type DemoAccountName, startSandbox } from '@countersign/escrow-service';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { call, callRefused, type Host, startHostProcess } from '@countersign/testkit/mcp/host';
import { signAs } from '@countersign/testkit/mcp/request';
import { expect, onTestFinished, test } from 'vitest';

type Result = Record<string, string>;
type Input = Readonly<Record<string, unknown>>;

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
  const stateFor = async (name: DemoAccountName) => (await call(await hostOf(name), 'get_escrow', { escrow }))['state'];
  const takes = (name: DemoAccountName, step: string, input: Input = {}) =>
    does(name, 'prepare_step', { escrow, step, ...input });
  const refusedTo = async (name: DemoAccountName, step: string, input: Input) =>
    (await callRefused(await hostOf(name), 'prepare_step', { escrow, step, ...input })).code;
  expect(await stateFor('client')).toBe('Waiting for money');
  await takes('client', 'fund', { signer: 'client' });
  expect(await stateFor('provider')).toBe('In progress');
  expect(await refusedTo('client', 'release', { milestone: 1 })).toBe('STEP_NOT_POSSIBLE');
  await takes('provider', 'change-status', { milestone: 1, evidence: 'https://example.com/sketches.pdf' });
  expect(await stateFor('client')).toBe('Waiting for approval');
  expect(await refusedTo('provider', 'approve', { milestone: 1, signer: 'provider' })).toBe('STEP_NOT_POSSIBLE');
  await takes('client', 'approve', { milestone: 1 });
  expect(await refusedTo('client', 'approve', { milestone: 1 })).toBe('ALREADY_SO');
  const paid = await takes('client', 'release', { milestone: '1' });
  expect(paid['summary']).toMatchObject({ left: '20 USDC' });
  await takes('provider', 'dispute', { milestone: 2, signer: 'provider' });
  expect(await stateFor('arbiter')).toBe('In dispute');
  const distributions = JSON.stringify([
    { address: 'client', amount: '5' },
    { address: 'provider', amount: 10 },
  ]);
  await takes('arbiter', 'withdraw', { distributions: [{ address: 'client', amount: 5 }] });
  const decided = await takes('arbiter', 'resolve', { milestone: 2, distributions });
  expect(decided).toMatchObject({ afterwards: 'Nothing is left to do.', turn: [] });
  expect(await stateFor('client')).toBe('Finished');
});
