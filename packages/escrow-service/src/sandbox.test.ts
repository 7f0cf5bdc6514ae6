import { openLedger } from '@countersign/core/ledger';
import { NETWORKS } from '@countersign/core/network';
import { LIVE_TESTNET } from '@countersign/sandbox-ledger';
import { startTestnet } from '@countersign/testkit/escrow-service/testnet';
import { call, deploy, startTestSandbox } from '@countersign/testkit/ledger/sandbox-client';
import { Keypair } from '@stellar/stellar-sdk/base';
import { Server } from '@stellar/stellar-sdk/rpc';
import { expect, onTestFinished, test } from 'vitest';

test('credentials that someone chose are never given out', async () => {
  const chosen = await startTestSandbox({ accessToken: 'chosen-token', apiKey: 'chosen-key' });
  try {
    const { text } = await call(`${chosen.sandbox.url}/sandbox`);
    expect(text).not.toContain('chosen');
    expect((await deploy(chosen)).status).toBe(201);
  } finally {
    await chosen.sandbox.close();
  }
});

test('a ledger that plays testnet has its passphrase, tokens and pins, and its friendbot gives only XLM', async () => {
  const testnet = await startTestnet();
  onTestFinished(() => testnet.close());
  const { passphrase, tokens } = NETWORKS.testnet;
  const rpc = new Server(testnet.rpcUrl, { allowHttp: true });
  expect(await rpc.getNetwork()).toMatchObject({ passphrase });
  expect((await call(`${testnet.env['ESCROW_API_URL']}/sandbox`)).status).toBe(404);
  const holder = Keypair.random().publicKey();
  expect((await call(`${testnet.friendbotUrl}?addr=${holder}`)).status).toBe(200);
  expect((await rpc.getAccountEntry(holder)).numSubEntries).toBe(0);
  const ledger = openLedger([testnet.rpcUrl], passphrase);
  const contracts = [LIVE_TESTNET.factory as string, tokens[0].address];
  expect(await ledger.lookAt({ contracts })).toMatchObject({
    contracts: new Map([
      [LIVE_TESTNET.factory, expect.objectContaining({ code: LIVE_TESTNET.wasmHash })],
      [tokens[0].address, { code: 'stellar-asset' }],
    ]),
  });
});
