/** The carriers on one ledger: the service that builds a deploy, and Stellar RPC for a payment and a trustline. */

import { createEscrowClient } from '@countersign/core';
import { readTransaction } from '@countersign/core/envelope';
import { type DeployInput, type DeployRequest, parseDeployRequest } from '@countersign/core/escrow';
import { type ReadDeploy, readDeploy } from '@countersign/core/internal/kinds/read-deploy';
import { openLedger } from '@countersign/core/internal/ledger/open-ledger';
import { directCarriers } from '@countersign/core/internal/workflow/carriers/direct-carriers';
import { fundCarrier, serviceCarrier } from '@countersign/core/internal/workflow/carriers/service-carriers';
import { trustCarrier } from '@countersign/core/internal/workflow/carriers/trust-carrier';
import type { Carrier } from '@countersign/core/internal/workflow/model/carrier';
import { NETWORKS, type Network, type Token } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { startSandbox } from '@countersign/escrow-service';
import { otherKey, requestInput } from '@countersign/testkit/fixtures/deploy-fixture';
import { REQUEST } from '@countersign/testkit/fixtures/sandbox-request';
import { signWith } from '@countersign/testkit/ledger/newcomer';
import { Asset, TransactionBuilder } from '@stellar/stellar-sdk/base';
import { afterAll, describe, expect, test } from 'vitest';
import { describeCarrier } from './carrier.ts';

const network = NETWORKS.sandbox;
const client = sandboxKeypair('client');

/** Where no one listens any more. */
const { url: nowhere, close } = await startSandbox();
await close();
const sandbox = await startSandbox({ rateLimit: 0 });
afterAll(() => sandbox.close());

const clientOf = (baseUrl: string) =>
  createEscrowClient({
    baseUrl,
    accessToken: sandbox.accessToken,
    apiKey: sandbox.apiKey,
    requestsPerMinute: 1_000,
  });
const service = (baseUrl: string) => serviceCarrier(clientOf(baseUrl), network);
const rpc = (url: string) =>
  fundCarrier(clientOf(sandbox.url), openLedger([url], network.passphrase), network, Date.now);

let count = 0;
function deployRequest() {
  count += 1;
  const input: DeployInput = requestInput({ signer: client.publicKey(), engagementId: `carrier-${count}` });
  return parseDeployRequest(input, network);
}

async function deployed(): Promise<string> {
  const carrier = service(sandbox.url);
  const sent = await carrier.send(signWith(client, await carrier.build(deployRequest(), {})), {});
  if (sent.kind !== 'accepted' || sent.contractId === undefined) throw new Error('the escrow was not deployed');
  return sent.contractId;
}
const escrow = await deployed();
const snapshot = await openLedger([sandbox.rpcUrl], network.passphrase).lookAt({ contracts: [escrow] });
const expected = (snapshot.kind === 'seen' && snapshot.contracts.get(escrow)?.escrow?.toXdr('base64')) || '';

const payment = (amount = '1') => ({
  signer: client.publicKey(),
  escrow,
  amount,
  way: 'transfer' as const,
  trustline: { address: network.tokens[0].address, decimals: 10_000_000 },
});

describeCarrier({
  name: 'deploy',
  carrier: () => service(sandbox.url),
  nowhere: () => service(nowhere),
  request: deployRequest,
  signer: client,
  stranger: otherKey,
});

const SECRET = '07'.repeat(32);
const direct = (url: string, secret = SECRET, on: Network = network) => {
  const ledger = openLedger([url], network.passphrase);
  const carriers = directCarriers({ ledger, network: on, now: Date.now, secret: async () => secret });
  return carriers.deploy as Carrier<'deploy'>;
};

function payableRequest(): DeployRequest {
  count += 1;
  return parseDeployRequest({ ...REQUEST, engagementId: `carrier-${count}` }, network);
}

describe('without a service', () => {
  describeCarrier({
    name: 'deploy',
    isByRpc: true,
    carrier: () => direct(sandbox.rpcUrl),
    nowhere: () => direct(nowhere),
    request: payableRequest,
    signer: client,
    stranger: otherKey,
  });

  test('the address follows from the terms, the round and the secret', async () => {
    const request = payableRequest();
    const addressOf = async (actionRequest: DeployRequest, round = 0, secret = SECRET) => {
      const read = readTransaction(
        await direct(sandbox.rpcUrl, secret).build(actionRequest, { round }),
        network.passphrase,
      );
      return (readDeploy(read, network.passphrase) as ReadDeploy).contractId;
    };
    const first = await addressOf(request);
    expect(await addressOf(request)).toBe(first);
    const others = [
      await addressOf(request, 1),
      await addressOf(request, 0, '08'.repeat(32)),
      await addressOf({ ...request, title: `${request.title}.` }),
    ];
    expect(new Set([first, ...others]).size).toBe(4);
  });

  test('an escrow that is on the ledger is not built a second time', async () => {
    const request = payableRequest();
    const carrier = direct(sandbox.rpcUrl);
    await carrier.send(signWith(client, await carrier.build(request, {})), {});
    await expect(carrier.build(request, {})).rejects.toMatchObject({ code: 'ALREADY_ON_LEDGER' });
    expect(await carrier.build(request, { round: 1 })).toBeDefined();
  });

  test('an escrow of a kind that is not pinned is not built', async () => {
    const { wasmHash: _, ...unpinned } = network;
    const building = direct(sandbox.rpcUrl, SECRET, unpinned).build(payableRequest(), {});
    await expect(building).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringContaining('not pinned'),
    });
  });
});

describe.each(['transfer', 'escrow'] as const)('funding by %s', (way) => {
  describeCarrier({
    name: 'fund',
    isByRpc: true,
    carrier: () => rpc(sandbox.rpcUrl),
    nowhere: () => rpc(nowhere),
    request: () => {
      count += 1;
      return { ...payment(String(count)), way, ...(way === 'escrow' ? { expected } : {}) };
    },
    signer: client,
    stranger: otherKey,
  });
});

/** Assets of one of the sandbox's accounts, treated as known. */
const issued = Array.from({ length: 20 }, (_, index): Token => {
  const asset = new Asset(`GOLD${index}`, sandboxKeypair('arbiter').publicKey());
  const issuer = asset.getIssuer() as string;
  return { code: asset.getCode(), issuer, address: asset.contractId(network.passphrase), decimals: 7 };
});
const ofTrust = (url: string) =>
  trustCarrier(openLedger([url], network.passphrase), { ...network, tokens: issued }, Date.now);

describeCarrier({
  name: 'trust',
  isByRpc: true,
  carrier: () => ofTrust(sandbox.rpcUrl),
  nowhere: () => ofTrust(nowhere),
  request: () => {
    count += 1;
    const address = issued[count % issued.length]?.address as string;
    return { signer: client.publicKey(), trustline: { address, decimals: 10_000_000 } };
  },
  signer: client,
  stranger: otherKey,
});

test('a payment that cannot succeed is not built, and the error says what to do', async () => {
  const carrier = rpc(sandbox.rpcUrl);
  await expect(carrier.build(payment('999999999'), {})).rejects.toMatchObject({
    code: 'INPUT_INVALID',
    fields: [{ path: 'amount', problem: { code: 'PAYER_HOLDS_LESS' } }],
  });
});

test('lets the service build and submit the call if it can, and reports transactions that bypassed it', async () => {
  const ledger = openLedger([sandbox.rpcUrl], network.passphrase);
  const asked: string[] = [];
  // As a service with today's interface does, on the same ledger.
  const service = {
    fund: async ({ escrow: contractId, amount, release }: { escrow: string; amount: string; release: string }) => {
      asked.push(`fund ${contractId} ${amount} ${release}`);
      return { unsignedTransaction: await rpc(sandbox.rpcUrl).build({ ...payment(amount), ...own }, {}) };
    },
    sendTransaction: async (signedXdr: string) => {
      asked.push('send');
      return clientOf(sandbox.url).sendTransaction(signedXdr);
    },
    reindex: async (hash: string) => {
      asked.push(`reindex ${hash}`);
      throw new Error('a service that is busy');
    },
  };
  const snapshot = await ledger.lookAt({ contracts: [escrow] });
  const expected = (snapshot.kind === 'seen' && snapshot.contracts.get(escrow)?.escrow?.toXdr('base64')) || '';
  const own = { way: 'escrow' as const, expected };
  const carrier = fundCarrier(service, ledger, network, Date.now);
  const pay = async (request: Parameters<typeof carrier.build>[0]) => {
    const transaction = TransactionBuilder.fromXdr(await carrier.build(request, {}), network.passphrase);
    transaction.sign(client);
    expect(await carrier.send(transaction.toXdr(), {})).toMatchObject({ kind: 'accepted' });
    return Buffer.from(transaction.hash()).toString('hex');
  };
  await pay({ ...payment('0.01'), ...own });
  expect(asked.splice(0)).toEqual([`fund ${escrow} 0.01 multi`, 'send']);
  const hash = await pay(payment('0.02'));
  expect(asked).toEqual([`reindex ${hash}`]);
});
