import { deployAnEscrow } from '@countersign/testkit/mcp/flow';
import { call, callRefused, startHost } from '@countersign/testkit/mcp/host';
import { REQUEST, REQUEST_FOR_XDR, signAs } from '@countersign/testkit/mcp/request';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, test } from 'vitest';

test('a second submission returns the first result, even after a restart on the same folder', async () => {
  const env = { COUNTERSIGN_DATA_DIR: temporaryFolder() };
  const first = await startHost({ env });
  const { signedXdr, settled } = await deployAnEscrow(first);
  expect(await call(first, 'submit_signed_xdr', { signedXdr })).toEqual(settled);
  await first.client.close();
  const second = await startHost({ env });
  expect(await call(second, 'submit_signed_xdr', { signedXdr })).toEqual(settled);
  expect((await callRefused(second, 'deploy_escrow', REQUEST)).code).toBe('ALREADY_SETTLED');
});

test('on one data folder, one host submits what another prepared', async () => {
  const env = { COUNTERSIGN_DATA_DIR: temporaryFolder() };
  const [desktop, terminal] = await Promise.all([startHost({ env }), startHost({ env })]);
  const prepared = (await call(desktop, 'deploy_escrow', REQUEST_FOR_XDR)) as Record<string, string>;
  const signedXdr = signAs('client', prepared['unsignedXdr'] as string, prepared['transactionHash'] as string);
  const settled = await call(terminal, 'submit_signed_xdr', { signedXdr, id: prepared['id'] });
  expect(settled).toMatchObject({ status: 'settled', escrow: prepared['escrow'] });
  expect(await call(desktop, 'submit_signed_xdr', { signedXdr })).toEqual(settled);
});

test('an unusable data folder is an error that says so, and the server goes on', async () => {
  const host = await startHost({ env: { COUNTERSIGN_DATA_DIR: '/dev/null/here' } });
  const error = await callRefused(host, 'deploy_escrow', REQUEST);
  expect(error).toMatchObject({ code: 'STORE_UNUSABLE', remedy: 'Tell the person who runs Countersign.' });
  expect((await host.client.listTools()).tools).toHaveLength(8);
  await expect.poll(() => host.stderr()).toMatch(/the desk could not be opened.*COUNTERSIGN_DATA_DIR/);
});
