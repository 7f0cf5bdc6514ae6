import { networkWith } from '@countersign/core/network';
import { startCli } from '@countersign/testkit/escrow-service/child';
import { call, callRefused, type Host, startHostProcess } from '@countersign/testkit/mcp/host';
import { REQUEST, SIGNER, signAs } from '@countersign/testkit/mcp/request';
import { folderOfFile, temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { afterAll, expect, onTestFinished, test } from 'vitest';

const KEY = { ESCROW_API_KEY: 'id-of-a-key.secret-of-a-key' };
const LIVE = { STELLAR_NETWORK: 'sandbox', ESCROW_API_DIALECT: 'v1', ...KEY };

const service = await startCli(['--dialect', 'v1', '--data-dir', folderOfFile()], KEY);
afterAll(async () => {
  service.process.kill();
  await service.exited;
});

const host = (env: Record<string, string> = {}) =>
  startHostProcess({ env: { ...LIVE, ESCROW_API_URL: service.url, ...env } });

async function signAndSubmit(on: Host, prepared: Record<string, unknown>) {
  const { id, unsignedXdr, transactionHash } = prepared as Record<string, string>;
  const signedXdr = signAs('client', unsignedXdr as string, transactionHash as string);
  return await call(on, 'submit_signed_xdr', { signedXdr, id });
}

test('an escrow is verified, signed, settled, funded by its contract, and read', async () => {
  const on = await host();
  const prepared = await call(on, 'deploy_escrow', {
    ...REQUEST,
    engagementId: 'live',
    includeXdr: true,
  });
  expect(prepared).toMatchObject({ status: 'prepared', checked: 'verified', summary: { total: '60.5' } });
  const { escrow } = prepared as { escrow: string };
  expect(await signAndSubmit(on, prepared)).toMatchObject({ status: 'settled', by: 'ledger', escrow });

  const before = await call(on, 'get_escrow', { escrow });
  expect(before).toMatchObject({ kind: 'multi', title: REQUEST.title, held: '0', needed: '60.5' });

  const payment = await call(on, 'prepare_step', { step: 'fund', escrow, signer: SIGNER, includeXdr: true });
  expect(payment).toMatchObject({ status: 'prepared', checked: 'verified', escrow, summary: { amount: '60.5' } });
  expect(await signAndSubmit(on, payment)).toMatchObject({ status: 'settled', by: 'ledger' });

  expect(await call(on, 'get_escrow', { escrow })).toMatchObject({ held: '60.5', needed: '60.5' });
  const { balances } = await call(on, 'get_balances', { escrows: [escrow] });
  expect(balances).toEqual([{ escrow, balance: '60.5', by: 'ledger', needed: '60.5', asset: 'USDC' }]);
});

test('the preset of three variables is enough, and goes to the configured address', async () => {
  const rpc = { STELLAR_RPC_URL: service.rpcUrl };
  const preset = { ESCROW_SERVICE: 'trustless-work', STELLAR_NETWORK: 'testnet', ...KEY, ESCROW_API_URL: service.url };
  const on = await startHostProcess({ env: { ...preset, ...rpc } });
  // Its ledger is not testnet, which is detected before anything is prepared.
  expect(await callRefused(on, 'deploy_escrow', REQUEST)).toMatchObject({ code: 'SETTING_INVALID' });
});

test('without a service of its own the sandbox speaks v1 too', async () => {
  const on = await startHostProcess({ env: { ESCROW_API_DIALECT: 'v1' } });
  const prepared = await call(on, 'deploy_escrow', { ...REQUEST, kind: 'single', includeXdr: true });
  expect(prepared).toMatchObject({ checked: 'verified' });
  expect(await signAndSubmit(on, prepared)).toMatchObject({ status: 'settled' });
  const { single } = networkWith('sandbox', 'v1');
  const { heading, lines } = (await call(on, 'explain_xdr', { xdr: prepared['unsignedXdr'] })) as Record<
    string,
    unknown
  >;
  expect(JSON.stringify([heading, lines])).toContain(single?.factory);
});

test('an escrow that settled in one dialect has settled in the other too', async () => {
  const folder = { COUNTERSIGN_DATA_DIR: temporaryFolder() };
  const live = await startHostProcess({ env: { ESCROW_API_DIALECT: 'v1', ...folder } });
  const prepared = await call(live, 'deploy_escrow', { ...REQUEST, includeXdr: true });
  expect(await signAndSubmit(live, prepared)).toMatchObject({ status: 'settled' });
  await live.client.close();

  const seed = await startHostProcess({ env: folder });
  expect((await callRefused(seed, 'deploy_escrow', REQUEST)).code).toBe('ALREADY_SETTLED');
});

test('a service of the other dialect is reported as such', async () => {
  const seed = await startCli(['--data-dir', temporaryFolder()]);
  onTestFinished(() => void seed.process.kill());
  const on = await host({ ESCROW_API_URL: seed.url });
  const error = await callRefused(on, 'deploy_escrow', REQUEST);
  expect(error.code).toBe('SANDBOX_MISMATCH');
});
