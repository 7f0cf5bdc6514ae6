/** The inclusion fee of a deploy, which is paid beside its resource fee. */
import { BASE_FEE } from '@stellar/stellar-sdk/base';
import type { Call } from './call.ts';

/** In stroops: 0.1 XLM. A higher price is an error of the RPC, or a reason to try again later. */
const HIGHEST = 1_000_000n;

/**
 * The 90th percentile of recent inclusion fees of contract calls, in stroops. The network charges no more than it needs.
 * Asked only once: without an answer the deploy is still built.
 */
export async function inclusionFee({ rpc }: Call): Promise<string> {
  const stats = await rpc.getFeeStats().catch(() => undefined);
  const paid = stats?.sorobanInclusionFee?.p90 ?? '';
  // The real server returns numbers as strings, and 0 if there were no calls lately.
  if (!/^\d{1,12}$/.test(paid) || BigInt(paid) < BigInt(BASE_FEE)) return BASE_FEE;
  return (BigInt(paid) > HIGHEST ? HIGHEST : BigInt(paid)).toString();
}
