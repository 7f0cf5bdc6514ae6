/** What a deploy offers to be taken into a ledger, beside what its resources cost. */
import { BASE_FEE } from '@stellar/stellar-sdk/base';
import type { Call } from './call.ts';

/** In stroops: 0.1 XLM. Who asks for more than that is wrong, or should be asked again later. */
const HIGHEST = 1_000_000n;

/**
 * What nine of ten contract calls paid at most lately, in stroops. The network takes what it must of that, and no
 * more. An RPC that does not say it is no reason to refuse a deploy, so it is asked once.
 */
export async function inclusionFee({ rpc }: Call): Promise<string> {
  const stats = await rpc.getFeeStats().catch(() => undefined);
  const paid = stats?.sorobanInclusionFee?.p90 ?? '';
  // The real server gives its numbers as texts; a network on which nothing was called lately says 0.
  if (!/^\d{1,12}$/.test(paid) || BigInt(paid) < BigInt(BASE_FEE)) return BASE_FEE;
  return (BigInt(paid) > HIGHEST ? HIGHEST : BigInt(paid)).toString();
}
