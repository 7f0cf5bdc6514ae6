import { openLedger } from '@countersign/core/ledger';
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { LIVE_TESTNET } from '@countersign/sandbox-ledger';
import { startTestnet } from '@countersign/testkit/escrow-service/testnet';
import { call, deploy, startTestSandbox, TOKEN } from '@countersign/testkit/ledger/sandbox-client';
import { Keypair } from '@stellar/stellar-sdk/base';
import { Server } from '@stellar/stellar-sdk/rpc';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';

const t = await startTestSandbox();
afterAll(() => t.sandbox.close());

describe('the demo accounts', () => {
  test('hold XLM and sandbox USDC on the ledger', async () => {
    for (const { address } of SANDBOX_ACCOUNTS) {
      expect((await t.rpc.getAccountEntry(address)).balance).toBeGreaterThanOrEqual(9_000n * 10_000_000n);
    }
  });
});

describe('the health and metrics of a sandbox', () => {
  test('GET /healthz answers once it is ready', async () => {
    expect(await call(`${t.sandbox.url}/healthz`)).toMatchObject({ status: 200, json: { status: 'ok' } });
  });

  test('GET /sandbox names its network, its contracts and its built-in credentials', async () => {
    const { status, json } = await call(`${t.sandbox.url}/sandbox`);
    expect(status).toBe(200);
    expect(json).toEqual({
      networkPassphrase: NETWORKS.sandbox.passphrase,
      dialect: 'seed',
      rpcUrl: t.sandbox.rpcUrl,
      friendbotUrl: t.sandbox.friendbotUrl,
      factory: NETWORKS.sandbox.factory,
      wasmHash: NETWORKS.sandbox.wasmHash,
      single: NETWORKS.sandbox.single,
      feeAddress: NETWORKS.sandbox.feeAddress,
      tokens: [{ code: 'USDC', symbol: 'USDC', address: TOKEN.address, issuer: TOKEN.issuer, decimals: 7 }],
      accounts: SANDBOX_ACCOUNTS,
      accessToken: 'sandbox-access-token',
      apiKey: 'sandbox-api-key',
    });
  });

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
