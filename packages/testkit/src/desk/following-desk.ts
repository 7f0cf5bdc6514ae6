/** A desk that follows escrows through a proxy before a ledger's RPC, and what it reports. */
import { createEscrowClient, type Desk } from '@countersign/core';
import { openLedger } from '@countersign/core/ledger';
import { networkWith } from '@countersign/core/network';
import type { EscrowChange } from '@countersign/core/words';
import { expect } from 'vitest';
import { HURRY } from '../ledger/stated-ledger.ts';
import { type RpcProxy, startRpcProxy } from '../rpc/rpc-proxy.ts';
import { deadUrl } from '../service/scripted-service.ts';
import { openDeskOfTest } from './desk-of-test.ts';

export type FollowingDesk = { readonly desk: Desk; readonly rpc: RpcProxy };

/** @param folder of its store; absent: in memory */
export async function openFollowingDesk(
  target: Parameters<typeof startRpcProxy>[0],
  folder?: string,
): Promise<FollowingDesk> {
  const rpc = await startRpcProxy(target);
  const network = networkWith('sandbox', 'v1');
  const credentials = { accessToken: 'x', apiKey: 'y' };
  const desk = openDeskOfTest({
    service: createEscrowClient({ baseUrl: await deadUrl(), ...credentials, requestsPerMinute: 60 }),
    folder,
    network,
    patience: HURRY,
    ledger: openLedger([rpc.url], network.passphrase),
  });
  return { desk, rpc };
}

export function recorder() {
  const reported: EscrowChange[] = [];
  return {
    changes: reported,
    take: (changes: readonly EscrowChange[]) => void reported.push(...changes),
    until: (count: number) => expect.poll(() => reported.length, { interval: 10 }).toBe(count),
  };
}

/** Waits until so many more requests were made. */
export async function looks({ asked }: Pick<RpcProxy, 'asked'>, count: number): Promise<void> {
  const before = asked.length;
  await expect.poll(() => asked.length, { interval: 5 }).toBeGreaterThan(before + count);
}
