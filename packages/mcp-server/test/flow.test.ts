import { deployAnEscrow } from '@countersign/testkit/mcp/flow';
import { call, callRefused, startHost } from '@countersign/testkit/mcp/host';
import { REQUEST, REQUEST_FOR_XDR, signAs } from '@countersign/testkit/mcp/request';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, test, vi } from 'vitest';

test('an escrow is prepared, signed, settled and read, on the embedded sandbox', async () => {
  const host = await startHost();
  await host.client.listTools();
  await deployAnEscrow(host);
  expect(host.noise).toEqual([]);
});

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
  expect(settled).toMatchObject({ status: 'settled', contractId: prepared['contractId'] });
  expect(await call(desktop, 'submit_signed_xdr', { signedXdr })).toEqual(settled);
});

test('the same request gives the same handle, and its id alone renews it', async () => {
  const host = await startHost();
  const prepared = await call(host, 'deploy_escrow', REQUEST);
  expect(await call(host, 'deploy_escrow', REQUEST)).toEqual(prepared);
  expect(await call(host, 'deploy_escrow', { id: prepared['id'] })).toEqual(prepared);
});

test('a transaction is found by its hash among this person’s own, and any other is not found', async () => {
  const host = await startHost();
  const { id, transactionHash } = (await call(host, 'deploy_escrow', REQUEST)) as Record<string, string>;
  expect(await call(host, 'get_transaction', { transactionHash })).toMatchObject({ id, status: 'prepared' });
  const stranger = await startHost();
  const { code, message } = await callRefused(stranger, 'get_transaction', { transactionHash });
  expect(code).toBe('HANDLE_NOT_FOUND');
  expect(await callRefused(stranger, 'get_transaction', { id })).toMatchObject({ code, message });
});

test('an unsigned, wrongly signed or unknown transaction is refused before it is sent, each with its own code', async () => {
  const host = await startHost();
  const { unsignedXdr, transactionHash } = (await call(host, 'deploy_escrow', REQUEST_FOR_XDR)) as Record<
    string,
    string
  >;
  const strangers = signAs('provider', unsignedXdr as string, transactionHash as string);
  const codes: string[] = [];
  for (const input of [
    { signedXdr: unsignedXdr },
    { signedXdr: strangers },
    { signedXdr: 'AAAA' },
    { signedXdr: strangers, id: 'nobody' },
  ]) {
    codes.push((await callRefused(host, 'submit_signed_xdr', input)).code);
  }
  expect(codes).toEqual(['XDR_NOT_SIGNED', 'SIGNED_BY_ANOTHER', 'XDR_UNREADABLE', 'HANDLE_NOT_FOUND']);
});

test('an unusable data folder is an error that says so, and the server goes on', async () => {
  const host = await startHost({ env: { COUNTERSIGN_DATA_DIR: '/dev/null/here' } });
  const error = await callRefused(host, 'deploy_escrow', REQUEST);
  expect(error).toMatchObject({ code: 'STORE_UNUSABLE', remedy: 'Tell the person who runs Countersign.' });
  expect((await host.client.listTools()).tools).toHaveLength(14);
  await vi.waitFor(() => expect(host.stderr()).toMatch(/the desk could not be opened.*COUNTERSIGN_DATA_DIR/), 10_000);
});
