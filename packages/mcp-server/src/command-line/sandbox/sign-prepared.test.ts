/** `sandbox sign --id`, next to the assistant's server that prepared it, on one data folder. */
import { call, startHost } from '@countersign/testkit/mcp/host';
import { REQUEST } from '@countersign/testkit/mcp/request';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { runMcpHere } from '@countersign/testkit/tools/run-tool-here';
import { expect, test } from 'vitest';

const V1 = { ESCROW_API_DIALECT: 'v1' };

const signing = (id: string, dataDir: string) => signingWith({}, id, dataDir);

const signingWith = (env: Record<string, string>, id: string, dataDir: string) =>
  runMcpHere(['sandbox', 'sign', '--id', id], { env: { COUNTERSIGN_DATA_DIR: dataDir, ...env } });

async function prepared(request: Record<string, unknown> = REQUEST, env: Record<string, string> = {}) {
  const dataDir = temporaryFolder();
  const host = await startHost({ env: { COUNTERSIGN_DATA_DIR: dataDir, ...env } });
  return { dataDir, host, offer: (await call(host, 'deploy_escrow', request)) as Record<string, string> };
}

test('signs and sends what an assistant prepared, once, and the assistant is told', async () => {
  const { dataDir, host, offer: preparedRequest } = await prepared();
  const id = preparedRequest['id'] ?? '';
  const signed = await signing(id, dataDir);
  const [, escrow] = /^Its address is (C[A-Z2-7]{55})\.$/m.exec(signed.stdout) ?? [];
  expect(signed.stdout).toContain('Next: ask your assistant to pay into it.');
  expect([signed.code, escrow]).toEqual([0, expect.any(String)]);
  expect(signed.stderr).toContain('Creates an escrow for');
  expect(await call(host, 'get_escrow', { id })).toMatchObject({ status: 'settled', escrow, by: 'ledger' });
  const again = await signing(id, dataDir);
  expect([again.code, again.stdout, again.stderr]).toEqual([1, '', expect.stringContaining('ALREADY_SETTLED')]);
});

test('a sandbox that speaks v1 works the same, and can pay into its escrows', async () => {
  const { dataDir, host, offer: preparedRequest } = await prepared({ ...REQUEST, kind: 'single' }, V1);
  const id = preparedRequest['id'] ?? '';
  const signed = await signingWith(V1, id, dataDir);
  expect([signed.code, signed.stdout]).toEqual([0, expect.stringContaining('The ledger says so')]);
  expect(signed.stderr).toContain('Creates an escrow for');
  expect(signed.stderr).not.toContain('pinned');
  const settled = await call(host, 'get_escrow', { id });
  expect(settled).toMatchObject({ status: 'settled', by: 'ledger' });
  // The assistant's own service did not send it, but still builds a payment into it.
  const order = { signer: 'client', escrow: settled['escrow'], amount: '1' };
  const payment = await call(host, 'prepare_step', { step: 'fund', ...order });
  expect(payment).toMatchObject({ status: 'prepared', checked: 'verified' });
  const paid = await signingWith(V1, String(payment['id']), dataDir);
  expect([paid.code, paid.stdout]).toEqual([
    0,
    expect.stringContaining(`The payment arrived at ${settled['escrow']}.`),
  ]);
  expect(paid.stderr).toContain('Compared with what was asked for.');
  expect(paid.stderr).not.toContain('Before anyone signs');
});
