import { type createDesk, type Desk, openSqliteStore, type Store } from '@countersign/core';
import { NETWORKS, type Network } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { type Sandbox, startSandbox } from '@countersign/escrow-service';
import { createTestDesk, policy } from '@countersign/testkit/desk/test-desk';
import { requestInput } from '@countersign/testkit/fixtures/deploy-fixture';
import { startRpcProxy } from '@countersign/testkit/rpc/rpc-proxy';
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
    const prepared = await desk.prepare('deploy', requestInput({ signer: client.publicKey(), milestones }));
    await desk.submit({ signedXdr: signed(prepared), id: prepared.id });
    escrow = prepared.contractId;
    await desk.close();
  });
  afterAll(() => sandbox.close());
}

function deskOn(rpcUrl: string, limits: NonNullable<Limits> = [], store = openSqliteStore(undefined, 'sandbox')): Desk {
  return createTestDesk({
    on: { ...sandbox, rpcUrl },
    store,
    network,
    policy: { ...policy, feeStop: 2_000, limits },
    now: () => Date.now() + clock.aheadMs,
    signUrl: (pageId) => pageId,
  });
}

/** A desk whose Stellar RPC is the sandbox's, except for the lies. */
export async function lyingDesk(lies: Lies, limits?: Limits, store?: Store): Promise<Desk> {
  const rpc = await startRpcProxy(sandbox.rpcUrl);
  rpc.answer = async ({ method }, pass) => {
    const reply = await pass();
    const report = lies[method] === undefined ? reply : lies[method](reply);
    if (report === undefined) throw new Error('the connection breaks');
    return report;
  };
  const desk = deskOn(rpc.url, limits, store);
  onTestFinished(() => desk.close());
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
