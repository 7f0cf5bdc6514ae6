/** Which Stellar RPC a desk asks, and what it can verify by it: an unknown token, and who must sign. */

import { openDesk, parseSettings } from '@countersign/core';
import { readTransaction } from '@countersign/core/envelope';
import { NETWORKS, type Network } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { startSandbox } from '@countersign/escrow-service';
import { openDeskOfTest } from '@countersign/testkit/desk/desk-of-test';
import { requestInput, sign } from '@countersign/testkit/fixtures/deploy-fixture';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { afterAll, expect, onTestFinished, test } from 'vitest';

const network: Network = NETWORKS.sandbox;
const { passphrase } = network;
const [USDC] = NETWORKS.sandbox.tokens;
const client = sandboxKeypair('client');
const provider = sandboxKeypair('provider');

const sandbox = await startSandbox({ rateLimit: 0 });
afterAll(() => sandbox.close());

const signedBy = (envelope: string, ...keys: (typeof client)[]) =>
  sign(envelope, keys, () => readTransaction(envelope, passphrase).hash);

test('an unknown token is verified by what it reports, from request to settlement', async () => {
  const asked = requestInput({
    signer: client.publicKey(),
    trustline: { address: USDC.address, decimals: 10_000_000 },
  });
  const withRpc = openDeskOfTest({ on: sandbox, network: { ...network, tokens: [] } });
  const prepared = await withRpc.prepare('deploy', asked);
  expect(prepared).toMatchObject({
    checked: 'verified',
    summary: { total: '30.5000001', token: { address: USDC.address } },
  });
  const signedXdr = signedBy(prepared.unsignedXdr ?? '', client);
  expect(await withRpc.submit({ signedXdr, id: prepared.id })).toMatchObject({ status: 'settled' });
  const without = openDeskOfTest({ on: sandbox, network: { ...network, tokens: [] }, ledger: undefined });
  await expect(without.prepare('deploy', { ...asked, engagementId: 'another' })).rejects.toMatchObject({
    code: 'TRANSACTION_PARTLY_VERIFIED',
    detail: expect.stringMatching(/they were not read from the token/),
  });
});

test('the desk asks the RPC that STELLAR_RPC_URL names or the sandbox itself, unless none is wanted', async () => {
  const asked = requestInput({ signer: client.publicKey(), engagementId: 'by the settings' });
  for (const [env, code] of [
    [{ STELLAR_RPC_URL: sandbox.rpcUrl }, 'SIGNATURE_NOT_NEEDED'],
    [{}, 'SIGNATURE_NOT_NEEDED'],
    [{ COUNTERSIGN_WITHOUT_RPC: 'true' }, 'MULTISIG_NOT_SUPPORTED'],
  ] as const) {
    const desk = await openDesk(
      parseSettings({
        ESCROW_API_URL: sandbox.url,
        STELLAR_NETWORK: 'sandbox',
        COUNTERSIGN_DATA_DIR: temporaryFolder(),
        ...env,
      }),
    );
    onTestFinished(() => desk.close());
    const { unsignedXdr = '', id } = await desk.prepare('deploy', asked);
    const signedXdr = signedBy(unsignedXdr, client, provider);
    await expect(desk.submit({ signedXdr, id })).rejects.toMatchObject({ code });
  }
});
