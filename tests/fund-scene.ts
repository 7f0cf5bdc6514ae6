/** An escrow on the sandbox’s ledger, and desks whose Stellar RPC lies or loses answers. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createDesk, createEscrowClient, type Desk, openSqliteStore, type Store } from '@countersign/core';
import { openLedger } from '@countersign/core/internal/ledger/open-ledger';
import { NETWORKS, type Network } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { createSecretScanner } from '@countersign/core/secrets';
import { type Sandbox, startSandbox } from '@countersign/escrow-service';
import { policy } from '@countersign/testkit/desk/policy';
import { requestInput } from '@countersign/testkit/fixtures/deploy-fixture';
import { TransactionBuilder } from '@stellar/stellar-sdk/base';
import { afterAll, beforeAll, onTestFinished } from 'vitest';

const network: Network = NETWORKS.sandbox;
export const [usdc] = NETWORKS.sandbox.tokens;
export const client = sandboxKeypair('client');

type Limits = Parameters<typeof createDesk>[0]['policy']['limits'];
export type Reply = { result?: Record<string, unknown> };
/** How the RPC's answer to a method is altered; nothing: it is lost. */
type Lies = Readonly<Record<string, (reply: Reply) => Reply | undefined>>;

/** How far the desks' clock is ahead. */
export const clock = { aheadMs: 0 };

export const milestones = [{ description: 'All of it', amount: '450.5' }];

let sandbox: Sandbox;
export let escrow: string;
/** At the top of each file that uses it. */
export function setUpSandbox(): void {
  beforeAll(async () => {
    sandbox = await startSandbox({ rateLimit: 0 });
    const desk = deskOn(sandbox.rpcUrl);
    const offer = await desk.prepare('deploy', requestInput({ signer: client.publicKey(), milestones }));
    await desk.submit({ signedXdr: signed(offer), id: offer.id });
    escrow = offer.contractId;
    await desk.close();
  });
  afterAll(() => sandbox.close());
}

function deskOn(rpcUrl: string, limits: NonNullable<Limits> = [], store = openSqliteStore(undefined, 'sandbox')): Desk {
  const { url: baseUrl, accessToken, apiKey } = sandbox;
  return createDesk({
    service: createEscrowClient({ baseUrl, accessToken, apiKey, requestsPerMinute: 1_000 }),
    store,
    network,
    policy: { ...policy, feeStop: 2_000, limits },
    scanner: createSecretScanner(),
    now: () => Date.now() + clock.aheadMs,
    signUrl: (pageId) => pageId,
    ledger: openLedger([rpcUrl], network.passphrase),
  });
}

/** A desk whose Stellar RPC is the sandbox's, except for the lies. */
export async function lyingDesk(lies: Lies, limits?: Limits, store?: Store): Promise<Desk> {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { method } = JSON.parse(body) as { method: string };
    const answer = await fetch(sandbox.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const reply = (await answer.json()) as Reply;
    const told = lies[method] === undefined ? reply : lies[method](reply);
    if (told === undefined) response.destroy();
    else response.setHeader('content-type', 'application/json').end(JSON.stringify(told));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const desk = deskOn(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, limits, store);
  onTestFinished(async () => {
    await desk.close();
    server.closeAllConnections();
    server.close();
  });
  return desk;
}

export function signed({ unsignedXdr }: { readonly unsignedXdr?: string | undefined }, by = client): string {
  const transaction = TransactionBuilder.fromXdr(unsignedXdr as string, network.passphrase);
  transaction.sign(by);
  return transaction.toXdr();
}

let count = 0;
export const payment = () => {
  count += 1;
  return {
    signer: client.publicKey(),
    escrow,
    amount: String(count),
    trustline: { address: usdc.address, decimals: 10_000_000 },
  };
};

export async function held(desk: Desk): Promise<number> {
  const { balances } = await desk.balances({ signer: client.publicKey(), addresses: [escrow] });
  return Number((balances[0] as { balance: string }).balance);
}
