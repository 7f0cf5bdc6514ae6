/** Rebuilds the index from the ledger's events, for a service that starts on an existing ledger. */
import { xdr } from '@stellar/stellar-sdk/base';
import { ask, beginCall } from '../contract/call.ts';
import { Refusal } from '../contract/refusal.ts';
import type { LiveService } from './live-service.ts';
import { reindex } from './reindex.ts';

/** The most deploys to index, newest first: each takes several requests, and the start waits for them. */
const MOST = 200;
const PAGE = 1_000;
/** The event of every new escrow. */
const CREATED = [xdr.ScVal.scvSymbol('tw_init').toXdr('base64'), '**'];

/** @throws NetworkTrouble */
export async function rebuildIndex(service: LiveService): Promise<void> {
  const hashes = await deploysOf(service);
  // Oldest first, so that the index has them in order of creation.
  for (const hash of hashes.slice(-MOST)) {
    await reindex(service, hash).catch((error: unknown) => {
      // From another factory, or no longer readable.
      if (!(error instanceof Refusal)) throw error;
    });
  }
}

async function deploysOf({ on }: LiveService): Promise<readonly string[]> {
  const call = beginCall(on, on.patience.readMs);
  const { oldestLedger } = await ask(call, (rpc) => rpc.getHealth());
  const filters = [{ type: 'contract' as const, topics: [CREATED] }];
  const hashes = new Set<string>();
  const pageFrom = (at: { readonly startLedger: number } | { readonly cursor: string }) =>
    ask(call, (rpc) => rpc.getEvents({ ...at, filters, limit: PAGE }));
  for (let page = await pageFrom({ startLedger: oldestLedger }); ; page = await pageFrom({ cursor: page.cursor })) {
    for (const { txHash } of page.events) hashes.add(txHash);
    if (page.events.length < PAGE && ledgerOf(page.cursor) >= page.latestLedger) return [...hashes];
  }
}

/** The ledger of a cursor: the high half of its first number. */
function ledgerOf(cursor: string): number {
  return Number(BigInt(cursor.split('-', 1)[0] ?? 0) >> 32n);
}
