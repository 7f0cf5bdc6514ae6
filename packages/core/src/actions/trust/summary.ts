/** A trustline as a person should see it, read from the transaction itself. */
import type { ReadTransaction } from '../../envelope/read-transaction.ts';
import { fromBaseUnits } from '../../escrow/amount.ts';
import { knownToken, type Network } from '../../escrow/network.ts';
import { cleanLine } from '../../text/text.ts';
import { summaryWords as english } from '../../words/en-core.ts';
import type { SummaryWords } from '../../words/language.ts';
import { XLM_DECIMALS } from '../check.ts';
import { expiryOf } from '../deploy/summary.ts';
import type { TrustSummary } from '../summary-schema.ts';
import type { ReadTrust } from './transaction.ts';

/** What the network keeps of an account's XLM for each entry that it owns. */
export const RESERVE = 5_000_000n;

export function summariseTrust(
  read: ReadTransaction,
  { asset, contractId }: ReadTrust,
  network: Network,
  words: SummaryWords = english,
): TrustSummary {
  const code = cleanLine(asset.code, 12);
  const reserve = fromBaseUnits(RESERVE, XLM_DECIMALS);
  const signer = read.source;
  return {
    network: network.name,
    networkPassphrase: network.passphrase,
    signer,
    token: { address: contractId, code, issuer: asset.issuer },
    means: words.trustText({ signer, code, issuer: asset.issuer, reserve }),
    reserveXlm: reserve,
    feeXlm: fromBaseUnits(read.fee, XLM_DECIMALS),
    expiresAt: expiryOf(read).toISOString(),
    warnings:
      knownToken(network, contractId) === undefined ? [words.unknownTokenText({ code, issuer: asset.issuer })] : [],
  };
}
