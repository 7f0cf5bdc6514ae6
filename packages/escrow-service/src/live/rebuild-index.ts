/** Learns every escrow that the ledger still tells of, for a service that begins on a ledger which is older than it. */
import { xdr } from '@stellar/stellar-sdk/base';
import { ask, beginCall } from '../contract/call.ts';
import { Refusal } from '../contract/refusal.ts';
import type { LiveService } from './live-service.ts';
import { reindex } from './reindex.ts';

/** Of deploys, the newest; each takes some questions to the ledger. */
const MOST = 1_000;
const PAGE = 1_000;
/** What every escrow says when it is created. */
const CREATED = [xdr.ScVal.scvSymbol('tw_init').toXdr('base64'), '**'];

/** @throws NetworkTrouble */
export async function rebuildIndex(service: LiveService): Promise<void> {
  const hashes = await deploysOf(service);
  // The oldest first, so that they stand in the order in which they were made.
  for (const hash of hashes.slice(-MOST)) {
    await reindex(service, hash).catch((error: unknown) => {
      // Of another factory, or of what can no longer be read.
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

/** In which ledger a cursor stands: the high half of its first number. */
function ledgerOf(cursor: string): number {
  return Number(BigInt(cursor.split('-', 1)[0] ?? 0) >> 32n);
}
