/** The desk before this service on a real network: what it prepares is verified, and what it submits is settled. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDesk, type PrepareInput, parseSettings } from '@countersign/core';
import { SIGNER, startRealNetwork, testnetBody } from '@countersign/testkit/escrow-service/real-network';
import { notFound, sent, signFor, succeeded, TESTNET } from '@countersign/testkit/rpc/rpc-answers';
import { expect, onTestFinished, test } from 'vitest';

test('prepared and verified, signed, taken by a busy network, lost from sight for a moment, settled', async () => {
  const t = await startRealNetwork();
  onTestFinished(() => t.close());
  const dataDir = await mkdtemp(path.join(tmpdir(), 'real-network-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const desk = await openDesk(
    parseSettings({
      STELLAR_NETWORK: 'testnet',
      COUNTERSIGN_WITHOUT_RPC: 'true',
      ESCROW_API_URL: t.sandbox.url,
      ESCROW_ACCESS_TOKEN: t.sandbox.accessToken,
      ESCROW_API_KEY: t.sandbox.apiKey,
      ESCROW_FACTORY: TESTNET.factory,
      ESCROW_WASM_HASH: TESTNET.wasmHash,
      COUNTERSIGN_DATA_DIR: dataDir,
    }),
  );
  onTestFinished(() => desk.close());

  const prepared = await desk.prepare('deploy', testnetBody() as PrepareInput<'deploy'>);
  expect(prepared).toMatchObject({ network: 'testnet', checked: 'verified' });
  const signedXdr = signFor(prepared.unsignedXdr ?? '', SIGNER);
  t.rpc.play({
    sendTransaction: [sent('TRY_AGAIN_LATER'), { status: 503 }, sent('PENDING')],
    getTransaction: [notFound(), { status: 429 }, notFound(), succeeded(signedXdr, SIGNER)],
  });
  const { id, contractId, transactionHash } = prepared;
  expect(await desk.submit({ id, signedXdr })).toMatchObject({ status: 'settled', contractId, transactionHash });
});
