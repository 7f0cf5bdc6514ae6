/** One person with all wallets and one assistant: what the tools tell of an escrow’s life. */
import { type DemoAccountName, startSandbox } from '@countersign/escrow-service';
import { call, type Host, startHost } from '@countersign/testkit/mcp/host';
import { REQUEST } from '@countersign/testkit/mcp/request';
import { signAs } from '@countersign/testkit/mcp/wallet';
import { expect, onTestFinished, test } from 'vitest';

type Told = Record<string, string>;
type Input = Readonly<Record<string, unknown>>;

async function startListed(env = {}): Promise<Host> {
  const host = await startHost({ env });
  await host.client.listTools();
  return host;
}

/** Prepared by the assistant, signed in that wallet, settled on the ledger. @returns what it settled as */
async function does(host: Host, name: DemoAccountName, tool: string, input: Input) {
  const prepared = (await call(host, tool, { ...input, includeXdr: true })) as Told;
  expect(prepared, JSON.stringify(prepared)).toMatchObject({ status: 'prepared' });
  const { id, unsignedXdr = '', transactionHash = '', contractId = '' } = prepared;
  const settled = await call(host, 'submit_signed_xdr', { signedXdr: signAs(name, unsignedXdr, transactionHash), id });
  expect(settled).toMatchObject({ status: 'settled', by: 'ledger' });
  return { id, contractId, prepared, settled };
}

test('terms that the person changed here are no alarm, and it goes on; changed again elsewhere they are', async () => {
  const sandbox = await startSandbox({ rateLimit: 0 });
  onTestFinished(() => sandbox.close());
  const env = { ESCROW_API_URL: sandbox.url, STELLAR_RPC_URL: sandbox.rpcUrl, STELLAR_NETWORK: 'sandbox' };
  const [host, other] = [await startListed(env), await startListed(env)];
  const { id, contractId } = await does(host, 'client', 'deploy_escrow', REQUEST);
  const drafts = { description: 'Drafts', amount: '25' };
  await does(host, 'platform', 'update_escrow', { escrow: id, milestones: [REQUEST.milestones[0], drafts] });
  const view = await call(host, 'get_escrow', { id });
  expect(view).toMatchObject({ total: '35.5', next: 'Fund it: 35.5 USDC is missing.' });
  expect(view).not.toHaveProperty('changedSince');
  const { escrows } = (await call(host, 'find_escrows', {})) as unknown as { escrows: readonly Told[] };
  expect(escrows).toMatchObject([{ id, next: expect.stringMatching(/^Fund it/) }]);
  expect(await call(host, 'fund_escrow', { id })).toMatchObject({ status: 'prepared', judgement: { stops: [] } });

  await does(other, 'platform', 'update_escrow', { escrow: contractId, addMilestones: [drafts] });
  expect(await call(host, 'get_escrow', { id })).toMatchObject({ changedSince: expect.any(Array) });
  const alarmed = await call(host, 'fund_escrow', { id, amount: '5' });
  const stops = [expect.stringMatching(/^The terms of this escrow are not the ones/)];
  expect(alarmed).toMatchObject({ status: 'to-confirm', judgement: { stops } });
});
