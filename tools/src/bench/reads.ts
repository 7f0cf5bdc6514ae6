/** How many requests a Stellar RPC gets for reading escrows, counted in front of the embedded ledger. */
import { createDesk, createEscrowClient, createSecretScanner, type Desk, openSqliteStore } from '@countersign/core';
import { readTransaction } from '@countersign/core/envelope';
import type { Ledger } from '@countersign/core/internal/ledger/ledger';
import { openLedger } from '@countersign/core/internal/ledger/open-ledger';
import { escrowsOnLedger } from '@countersign/core/internal/workflow/read/escrows-on-ledger';
import type { Store } from '@countersign/core/internal/workflow/store/store';
import { liveMulti } from '@countersign/core/kinds';
import { NETWORKS } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { type Sandbox, startSandbox } from '@countersign/escrow-service';
import { request, requestInput, sign, storedEscrow } from '@countersign/testkit/fixtures/deploy-fixture';
import { entries, escrowEntries, tokenBalance, tokenInstance } from '@countersign/testkit/rpc/scripted-rpc';
import { Address, Asset, nativeToScVal, StrKey, xdr } from '@stellar/stellar-sdk/base';
import { atMost, type Bench, type Figure } from './figure.ts';
import { type MeasuredRequest, startLocalService } from './local-service.ts';

/** The minimum number of requests. */
const FLOOR = { name: 'for all of it at once', value: 1 };

export const readsBench: Bench = {
  title: 'Reading escrows',
  run: () => measureReads({ escrows: 20, known: 200 }),
};

const PAID = 'with-money';

const { passphrase, tokens } = NETWORKS.sandbox;
const [usdc] = tokens;
const client = sandboxKeypair('client');

/** @param known of how many others the balances are read, and that are followed, once kinds and tokens are known */
export async function measureReads({
  escrows,
  known,
}: {
  readonly escrows: number;
  readonly known: number;
}): Promise<readonly Figure[]> {
  const sandbox = await startSandbox({ rateLimit: 0 });
  let count = 0;
  const rpc = await startLocalService(async (asked) => {
    // Each process asks once which network it is.
    if (methodOf(asked) !== 'getNetwork') count++;
    return await passOn(sandbox.rpcUrl, asked);
  });
  const store = openSqliteStore(undefined, 'sandbox');
  const requestsFor = async (read: () => Promise<unknown>) => {
    count = 0;
    await read();
    return count;
  };
  try {
    const desk = openDesk(sandbox, store, openLedger([rpc.url], passphrase));
    const made: Made[] = [];
    for (let index = 0; index < escrows; index++) made.push(await deploy(desk, `${PAID}-${index}`));
    for (const { contractId } of made) await pay(openLedger([sandbox.rpcUrl], passphrase), contractId);
    const unpaid = await deploy(desk, 'unpaid');
    const [{ id, contractId }] = made as [Made, ...Made[]];
    // As in another process, which has read nothing yet.
    const mine = openDesk(sandbox, store, openLedger([rpc.url], passphrase));
    const others = openDesk(sandbox, openSqliteStore(undefined, 'sandbox'), openLedger([rpc.url], passphrase));
    const prepared = await requestsFor(() => mine.get({ id }));
    const firstSight = await requestsFor(() => others.get({ contractId }));
    const again = await requestsFor(() => others.get({ contractId }));
    const withoutMoney = await requestsFor(() => mine.get({ id: unpaid.id }));
    const found = await requestsFor(() => mine.find({ status: 'settled', query: PAID }));
    const balances = await requestsFor(() => mine.balances({ addresses: made.map((each) => each.contractId) }));
    const many = await measureKnown(known);
    const figure = (name: string, value: number, most: number): Figure => {
      return { name, value, unit: 'requests', against: FLOOR, aim: atMost(value, most, 'requests') };
    };
    return [
      figure('an escrow that was prepared here', prepared, 1),
      figure('any other, at first sight', firstSight, 2),
      figure('the same, from then on', again, 1),
      { name: 'one into which nothing was paid yet', value: withoutMoney, unit: 'requests', against: FLOOR },
      figure(`${escrows} that settled, found`, found, 1),
      figure('balances of as many', balances, 1),
      ...many,
    ];
  } finally {
    await rpc.close();
    await store.close();
    await sandbox.close();
  }
}

/** Two keys for each: what the escrow is, and what it holds. */
async function measureKnown(count: number): Promise<readonly Figure[]> {
  const { wasmHash: code } = NETWORKS.sandbox;
  const escrow = liveMulti.encode(storedEscrow(request()));
  const addresses = Array.from({ length: count }, (_, index) => StrKey.encodeContract(Buffer.alloc(32, `${index} `)));
  const held = addresses.flatMap((address) => [
    ...escrowEntries(address, { code, escrow, keptIn: 'instance' }),
    tokenBalance(usdc.address, address, 5n),
  ]);
  const answer = entries(tokenInstance(usdc.address, { asset: new Asset(usdc.code, usdc.issuer) }), ...held);
  let asked = 0;
  const rpc = await startLocalService(async ({ body }) => {
    const { id, method, params } = JSON.parse(body);
    if (method === 'getLedgerEntries') asked++;
    return {
      status: 200,
      body: { jsonrpc: '2.0', id, result: method === 'getNetwork' ? { passphrase } : answer(params) },
    };
  });
  try {
    const ledger = openLedger([rpc.url], passphrase);
    const read = async () => {
      asked = 0;
      await escrowsOnLedger(ledger, NETWORKS.sandbox, addresses);
      return asked;
    };
    const firstSight = await read();
    const again = await read();
    const floor = { name: 'for two keys each, 200 in a request', value: Math.ceil((2 * count) / 200) };
    return [
      { name: `${count} others, at first sight`, value: firstSight, unit: 'requests', against: floor },
      {
        name: `the same listed, or followed, from then on`,
        value: again,
        unit: 'requests',
        against: floor,
        aim: atMost(again, floor.value, 'requests'),
      },
    ];
  } finally {
    await rpc.close();
  }
}

type Made = { readonly id: string; readonly contractId: string };

async function deploy(desk: Desk, engagementId: string): Promise<Made> {
  const asked = requestInput({ signer: client.publicKey(), engagementId });
  const { id, contractId, unsignedXdr = '' } = await desk.prepare('deploy', asked);
  await desk.submit({ id, signedXdr: signed(unsignedXdr) });
  return { id, contractId };
}

/** So that the token has an entry of its balance; without one, the token itself would be asked. */
async function pay(ledger: Ledger, escrow: string): Promise<void> {
  const addressOf = (text: string) => Address.fromString(text).toScVal();
  const call = new xdr.InvokeContractArgs({
    contractAddress: Address.fromString(usdc.address).toScAddress(),
    functionName: 'transfer',
    args: [addressOf(client.publicKey()), addressOf(escrow), nativeToScVal(5n, { type: 'i128' })],
  });
  const now = Math.floor(Date.now() / 1_000);
  const built = await ledger.buildCall(client.publicKey(), call, { now, validUntil: now + 300 });
  if (built.kind !== 'built') throw new Error(`the payment was not built: ${built.kind}`);
  const sent = await ledger.send(signed(built.unsignedXdr), {});
  if (sent.kind !== 'settled') throw new Error(`the payment did not settle: ${sent.kind}`);
}

const signed = (envelope: string): string => sign(envelope, [client], () => readTransaction(envelope, passphrase).hash);

function openDesk({ url: baseUrl, accessToken, apiKey }: Sandbox, store: Store, ledger: Ledger): Desk {
  return createDesk({
    service: createEscrowClient({ baseUrl, accessToken, apiKey, requestsPerMinute: 1_000 }),
    store,
    network: NETWORKS.sandbox,
    policy: { maxFee: 50_000_000n, allowPartly: false, allowForeign: false, readOnly: false },
    scanner: createSecretScanner(),
    now: Date.now,
    ledger,
  });
}

const methodOf = ({ body }: MeasuredRequest): string => (JSON.parse(body) as { readonly method: string }).method;

async function passOn(url: string, { body }: MeasuredRequest) {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return { status: response.status, body: await response.json() };
}
