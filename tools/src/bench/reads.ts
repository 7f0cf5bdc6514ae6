/** How many requests a Stellar RPC gets for reading escrows: those of the embedded ledger, counted on their way. */
import { createDesk, createEscrowClient, createSecretScanner, type Desk, openSqliteStore } from '@countersign/core';
import { readTransaction } from '@countersign/core/envelope';
import type { Store } from '@countersign/core/internal/desk/store/store';
import type { Ledger } from '@countersign/core/internal/ledger/ledger';
import { openLedger } from '@countersign/core/internal/ledger/open-ledger';
import { NETWORKS } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { type Sandbox, startSandbox } from '@countersign/escrow-service';
import { requestInput, sign } from '@countersign/testkit/fixtures/deploy-fixture';
import { Address, nativeToScVal, xdr } from '@stellar/stellar-sdk/base';
import { atMost, type Bench, type Figure } from './figure.ts';
import { type Asked, startLocalService } from './local-service.ts';

/** The least that anybody could ask. */
const FLOOR = { name: 'for all of it at once', value: 1 };

export const readsBench: Bench = {
  title: 'Reading escrows',
  run: () => measureReads({ escrows: 20 }),
};

const PAID = 'with-money';

const { passphrase, tokens } = NETWORKS.sandbox;
const [usdc] = tokens;
const client = sandboxKeypair('client');

export async function measureReads({ escrows }: { readonly escrows: number }): Promise<readonly Figure[]> {
  const sandbox = await startSandbox({ rateLimit: 0 });
  let count = 0;
  const rpc = await startLocalService(async (asked) => {
    // A process asks once whose network it is.
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
    // As another process would, in which nothing of it was read.
    const mine = openDesk(sandbox, store, openLedger([rpc.url], passphrase));
    const others = openDesk(sandbox, openSqliteStore(undefined, 'sandbox'), openLedger([rpc.url], passphrase));
    const known = await requestsFor(() => mine.get({ id }));
    const firstSight = await requestsFor(() => others.get({ contractId }));
    const again = await requestsFor(() => others.get({ contractId }));
    const withoutMoney = await requestsFor(() => mine.get({ id: unpaid.id }));
    const found = await requestsFor(() => mine.find({ status: 'settled', query: PAID }));
    const balances = await requestsFor(() => mine.balances({ addresses: made.map((each) => each.contractId) }));
    const figure = (name: string, value: number, most: number): Figure => {
      return { name, value, unit: 'requests', against: FLOOR, aim: atMost(value, most, 'requests') };
    };
    return [
      figure('an escrow that was prepared here', known, 1),
      figure('any other, at first sight', firstSight, 2),
      figure('the same, from then on', again, 1),
      { name: 'one into which nothing was paid yet', value: withoutMoney, unit: 'requests', against: FLOOR },
      figure(`${escrows} that settled, found`, found, 1),
      figure('balances of as many', balances, 1),
    ];
  } finally {
    await rpc.close();
    await store.close();
    await sandbox.close();
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

const methodOf = ({ body }: Asked): string => (JSON.parse(body) as { readonly method: string }).method;

async function passOn(url: string, { body }: Asked) {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return { status: response.status, body: await response.json() };
}
