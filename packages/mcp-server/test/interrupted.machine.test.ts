import { startSandbox } from '@countersign/escrow-service';
import { call, type Host, startHostProcess } from '@countersign/testkit/mcp/host';
import { REQUEST_FOR_XDR, signAs } from '@countersign/testkit/mcp/request';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { startScriptedService } from '@countersign/testkit/service/scripted-service';
import { passTo } from '@countersign/testkit/service/stand-in';
import { expect, onTestFinished, test } from 'vitest';

/** A sandbox behind a proxy that passes everything on, but never answers a submission before `sending.open`. */
async function startSlowSandbox() {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const sending = { open: false, reached: Promise.withResolvers<void>(), dropped: Promise.withResolvers<void>() };
  const { url } = await startScriptedService((response, request) => {
    if (request.url !== '/helper/send-transaction' || sending.open) return passTo(sandbox.url)(response, request);
    response.on('close', () => sending.dropped.resolve());
    return sending.reached.resolve();
  });
  const env = {
    ESCROW_API_URL: url,
    STELLAR_RPC_URL: sandbox.rpcUrl,
    STELLAR_NETWORK: 'sandbox',
    COUNTERSIGN_DATA_DIR: temporaryFolder(),
  };
  return { env, sending };
}

async function prepareAndSign(host: Host) {
  const { id, unsignedXdr, transactionHash } = (await call(host, 'deploy_escrow', REQUEST_FOR_XDR)) as Record<
    string,
    string
  >;
  return { id, signedXdr: signAs('client', unsignedXdr as string, transactionHash as string) };
}

test('the server ends while it sends: after a restart the same signed XDR settles the escrow', async () => {
  const { env, sending } = await startSlowSandbox();
  const first = await startHostProcess({ env });
  const submission = await prepareAndSign(first);
  const lost = expect(first.client.callTool({ name: 'submit_signed_xdr', arguments: submission })).rejects.toThrow();
  await sending.reached.promise;
  await first.client.close();
  await lost;
  await sending.dropped.promise;
  sending.open = true;
  const second = await startHostProcess({ env });
  expect(await call(second, 'submit_signed_xdr', submission)).toMatchObject({ status: 'settled' });
});

test('the host cancels while it sends: no second transaction is prepared, and the same signed XDR settles it', async () => {
  const { env, sending } = await startSlowSandbox();
  const host = await startHostProcess({ env });
  const submission = await prepareAndSign(host);
  const controller = new AbortController();
  const lost = expect(
    host.client.callTool({ name: 'submit_signed_xdr', arguments: submission }, undefined, {
      signal: controller.signal,
    }),
  ).rejects.toThrow();
  await sending.reached.promise;
  controller.abort('enough');
  await lost;
  await sending.dropped.promise;
  const again = await host.client.callTool({ name: 'deploy_escrow', arguments: { id: submission.id } });
  expect(JSON.stringify(again)).toContain('OUTCOME_UNKNOWN');
  sending.open = true;
  expect(await call(host, 'submit_signed_xdr', submission)).toMatchObject({ status: 'settled' });
});
