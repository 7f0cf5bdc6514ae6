/** An account with two signers, over stdio: the model learns who is missing, and the second signature submits. */
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { startSandbox } from '@countersign/escrow-service';
import { signWith } from '@countersign/testkit/ledger/newcomer';
import { call, startHost } from '@countersign/testkit/mcp/host';
import { REQUEST_FOR_XDR } from '@countersign/testkit/mcp/request';
import { sharedAccount } from '@countersign/testkit/page/shared-account';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, onTestFinished, test } from 'vitest';

test('the first signature is kept and the model learns who is missing; another process takes the second and submits', async () => {
  const sandbox = await startSandbox({ rateLimit: 0 });
  onTestFinished(() => sandbox.close());
  const env = {
    ESCROW_API_URL: sandbox.url,
    STELLAR_RPC_URL: sandbox.rpcUrl,
    STELLAR_NETWORK: 'sandbox',
    COUNTERSIGN_DATA_DIR: temporaryFolder(),
  };
  const account = await sharedAccount(sandbox.rpcUrl, 2, 'client', 'provider');
  const [client, provider] = [sandboxKeypair('client'), sandboxKeypair('provider')];
  const first = await startHost({ env });
  await first.client.listTools();
  const prepared = await call(first, 'deploy_escrow', { ...REQUEST_FOR_XDR, signer: account.publicKey() });
  const { id, unsignedXdr, transactionHash } = prepared as Record<string, string>;
  const signed = (key: typeof client) => ({ signedXdr: signWith(key, unsignedXdr as string), id });
  const kept = await call(first, 'submit_signed_xdr', signed(client));
  expect(kept).toMatchObject({
    status: 'partly-signed',
    transactionHash,
    message: expect.stringMatching(
      new RegExp(
        `nothing was sent yet.*weight of 2 in all, and has 1, by Ana \\(${client.publicKey()}\\).*Ben \\(${provider.publicKey()}\\)`,
      ),
    ),
    next: expect.stringMatching(/in \d+ s: on the same signUrl, or the same unsignedXdr/),
    signers: { needed: 2, have: 1 },
  });
  expect(await call(first, 'get_escrow', { id })).toMatchObject({ status: 'prepared', signers: { have: 1 } });
  const second = await startHost({ env });
  await second.client.listTools();
  expect(await call(second, 'submit_signed_xdr', signed(provider))).toMatchObject({ status: 'settled', by: 'ledger' });
  expect(await call(first, 'submit_signed_xdr', { id })).toMatchObject({ status: 'settled', transactionHash });
});
