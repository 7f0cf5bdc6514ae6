/** v1 on a network that runs elsewhere: on another sandbox's RPC, and on testnet as far as an RPC can tell. */
import { checkUnsigned } from '@countersign/core/actions';
import { readTransaction } from '@countersign/core/envelope';
import { parseDeployRequest } from '@countersign/core/escrow';
import { networkWith, type Pins, pinsOf } from '@countersign/core/network';
import { parseSettings } from '@countersign/core/settings';
import { contractInstance, newTrustline } from '@countersign/sandbox-ledger/internal/entries';
import { SIGNER } from '@countersign/testkit/escrow-service/real-network';
import { startTestServiceOnRpc } from '@countersign/testkit/escrow-service/service-on-rpc';
import {
  liveBalances,
  liveBody,
  liveDeploy,
  liveEscrow,
  liveFund,
  liveSend,
} from '@countersign/testkit/ledger/live-client';
import { sign } from '@countersign/testkit/ledger/sandbox-client';
import { TESTNET, usualAnswers } from '@countersign/testkit/rpc/rpc-answers';
import { startRpcStandIn } from '@countersign/testkit/rpc/rpc-stand-in';
import { Asset, xdr } from '@stellar/stellar-sdk/base';
import { expect, onTestFinished, test } from 'vitest';
import { connectNetwork, type PinnedNetwork } from '../contract/call.ts';
import { appOf } from '../dialects/app-of.ts';
import { networkSettings, startService } from '../start-service.ts';

const [USDC] = TESTNET.tokens;
const V1 = networkWith('sandbox', 'v1');
/** The code of the live contracts that the embedded host knows how to run. */
const ENV = {
  STELLAR_NETWORK: 'testnet',
  STELLAR_RPC_URL: 'https://rpc.example',
  ESCROW_API_DIALECT: 'v1',
  ESCROW_API_KEY: 'an-id.and-a-secret-part',
};
const { factory, wasmHash, single = {} } = V1;
const settingsOf = (ofSingle: Pins = single) =>
  networkSettings(
    parseSettings(
      { ...ENV, ESCROW_PINS: JSON.stringify({ factory, wasmHash, single: ofSingle }) },
      { needsService: false },
    ),
  );

test('the whole way on the RPC of a sandbox', async () => {
  const t = await startTestServiceOnRpc('v1');
  onTestFinished(() => t.sandbox.close());
  for (const release of ['multi', 'single'] as const) {
    const escrow = await liveEscrow(t, release);
    const { json } = await liveFund(t, release, escrow, 2);
    expect((await liveSend(t, sign(json.unsignedTransaction, 'client'))).json.status).toBe('SUCCESS');
    expect((await liveBalances(t, [escrow])).json).toEqual([{ address: escrow, balance: 2 }]);
  }
});

test('shows only the key on testnet with v1 and its pins, and builds verified transactions', async () => {
  const settings = settingsOf();
  if (settings === undefined) throw new TypeError('a network was named');
  expect(settings.network).toMatchObject({ name: 'testnet', dialect: 'v1', single: pinsOf(V1, 'single') });
  const rpc = await startRpcStandIn(
    usualAnswers(SIGNER, [
      ...(['multi', 'single'] as const).map((release) => {
        const { factory, wasmHash } = pinsOf(V1, release) as Required<Pins>;
        const code = xdr.ContractExecutable.contractExecutableWasm(Buffer.from(wasmHash, 'hex'));
        return contractInstance(factory, code, []);
      }),
      newTrustline(SIGNER.publicKey(), new Asset(USDC.code, USDC.issuer), 10n ** 15n),
    ]),
  );
  onTestFinished(() => rpc.close());
  const service = await startService({ ...settings, rpcUrl: rpc.url, port: 0, rateLimit: 0 });
  onTestFinished(() => service.close());
  const t = { sandbox: { url: service.url, accessToken: '', apiKey: ENV.ESCROW_API_KEY } };
  for (const release of ['multi', 'single'] as const) {
    const roles = liveBody(release)['roles'] as Readonly<Record<string, string>>;
    const { signer, trustline } = { signer: SIGNER.publicKey(), trustline: { address: USDC.issuer, symbol: 'USDC' } };
    const body = liveBody(release, { signer, trustline, roles: { ...roles, platformAddress: signer } });
    const { status, json, text } = await liveDeploy(t, release, body);
    expect(status, text).toBe(201);
    const request = parseDeployRequest(
      {
        ...body,
        amount: null,
        kind: release,
        roles: { ...roles, platformAddress: signer, receiver: roles['serviceProvider'] },
        milestones: [
          { description: 'Design', amount: 10.5 },
          { description: 'Build', amount: 20.0000001 },
        ],
        trustline: { address: USDC.issuer },
      },
      settings.network,
    );
    const check = checkUnsigned(readTransaction(json.unsignedTransaction, TESTNET.passphrase), request, {
      network: settings.network,
      maxFee: 50_000_000n,
      now: Math.floor(Date.now() / 1000),
    });
    expect(check).toMatchObject({ level: 'verified', reasons: [] });
  }
});

test('a release that is not pinned is not offered', async () => {
  const settings = settingsOf({});
  if (settings === undefined) throw new TypeError('a network was named');
  const rpc = await startRpcStandIn(usualAnswers(SIGNER));
  onTestFinished(() => rpc.close());
  const service = await startService({ ...settings, rpcUrl: rpc.url, port: 0, rateLimit: 0 });
  onTestFinished(() => service.close());
  const t = { sandbox: { url: service.url, accessToken: '', apiKey: ENV.ESCROW_API_KEY } };
  expect((await liveDeploy(t, 'single')).json).toMatchObject({ statusCode: 404, message: 'Resource not found' });
  // Trouble with the RPC is named.
  rpc.play({ getLedgerEntries: [{ status: 403 }] });
  const { status, json } = await liveDeploy(t, 'multi');
  expect([status, json.message]).toEqual([500, expect.stringContaining('HTTP status 403')]);
});

test('finds the escrows of all ledgers that a shared RPC has, page by page', async () => {
  const cursor = (ledger: bigint) => `${(ledger << 32n) - 1n}-0`;
  const page = (ledger: bigint) => ({
    result: { events: [], latestLedger: 20_000, oldestLedger: 5, cursor: cursor(ledger) },
  });
  const rpc = await startRpcStandIn({
    getHealth: [
      { result: { status: 'healthy', latestLedger: 20_000, oldestLedger: 5, ledgerRetentionWindow: 20_000 } },
    ],
    getEvents: [page(10_005n), page(20_001n)],
  });
  onTestFinished(() => rpc.close());
  await appOf(
    { network: connectNetwork(V1 as PinnedNetwork, rpc.url, Date.now), apiKey: ENV.ESCROW_API_KEY, rateLimit: 0 },
    true,
  );
  expect(rpc.asked.filter((method) => method === 'getEvents')).toHaveLength(2);
});
