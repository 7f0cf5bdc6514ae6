/** The desk before this service on a real network: what it prepares is verified, and what it submits is settled. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDesk, type PrepareInput, parseSettings } from '@countersign/core';
import { newAccount } from '@countersign/sandbox-ledger/internal/entries';
import { SIGNER, startRealNetwork, testnetBody } from '@countersign/testkit/escrow-service/real-network';
import { signWith } from '@countersign/testkit/ledger/newcomer';
import { notFound, sent, succeeded, TESTNET, usualAnswers } from '@countersign/testkit/rpc/rpc-answers';
import { expect, onTestFinished, test } from 'vitest';

/** As the ledger has the account once its transaction was included. */
const [before] = usualAnswers(SIGNER).getLedgerEntries;
const [after] = usualAnswers(SIGNER, [
  newAccount(SIGNER.publicKey(), 100_000_000n, 5_173_325_824_000_001n),
]).getLedgerEntries;

test.each([
  ['settled, by the ledger’s word', true, { status: 'settled', by: 'ledger', ledger: '127.0.0.1' }],
  ['accepted, by the service’s word alone', false, { status: 'accepted', by: 'service' }],
] as const)('prepared and verified, signed, taken by a busy network, lost for a moment, %s', async (_, asks, told) => {
  const t = await startRealNetwork();
  onTestFinished(() => t.close());
  const dataDir = await mkdtemp(path.join(tmpdir(), 'real-network-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const desk = await openDesk(
    parseSettings({
      STELLAR_NETWORK: 'testnet',
      ESCROW_API_URL: t.sandbox.url,
      ESCROW_ACCESS_TOKEN: t.sandbox.accessToken,
      ESCROW_API_KEY: t.sandbox.apiKey,
      ESCROW_PINS: JSON.stringify({ factory: TESTNET.factory, wasmHash: TESTNET.wasmHash }),
      COUNTERSIGN_DATA_DIR: dataDir,
      ...(asks ? { STELLAR_RPC_URL: t.rpc.url } : { COUNTERSIGN_WITHOUT_RPC: 'true' }),
    }),
  );
  onTestFinished(() => desk.close());

  const prepared = await desk.prepare('deploy', testnetBody() as PrepareInput<'deploy'>);
  expect(prepared).toMatchObject({ network: 'testnet', checked: 'verified' });
  const signedXdr = signWith(SIGNER, prepared.unsignedXdr, TESTNET.passphrase);
  t.rpc.play({
    sendTransaction: [sent('TRY_AGAIN_LATER'), { status: 503 }, sent('PENDING')],
    getLedgerEntries: [
      (params) =>
        (t.rpc.asked.filter((method) => method === 'sendTransaction').length < 3 ? before : after)?.(params) ??
        'silence',
    ],
    getTransaction: [notFound(), { status: 429 }, notFound(), succeeded(signedXdr, SIGNER)],
  });
  const { id, contractId, transactionHash } = prepared;
  expect(await desk.submit({ id, signedXdr })).toMatchObject({ ...told, contractId, transactionHash });
});
