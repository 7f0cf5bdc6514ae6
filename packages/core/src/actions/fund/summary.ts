/** A payment as a person should see it, read from the transaction itself. */
import type { ReadTransaction } from '../../envelope/read-transaction.ts';
import { fromBaseUnits } from '../../escrow/amount.ts';
import { decimalsOfMultiplier } from '../../escrow/index.ts';
import { knownToken, type Network } from '../../escrow/network.ts';
import { revealLine } from '../../text/text.ts';
import * as english from '../../words/en/summary.ts';
import type { Reason } from '../../words/reasons.ts';
import type { SummaryWords } from '../../words/words-of-language.ts';
import { XLM_DECIMALS } from '../check-envelope.ts';
import { expiryOf } from '../deploy/summary.ts';
import { restores } from '../restores.ts';
import type { FundingSummary } from '../summary-schema.ts';
import type { ReadFunding } from './escrow-call.ts';
import type { FundRequest } from './request.ts';

/** @param reasons why it is only partly verified; none when it is verified. @param words of the reader's language */
export function summariseFunding(
  read: ReadTransaction,
  { token: address, expected, from, contractId, amount }: ReadFunding,
  { trustline }: FundRequest,
  network: Network,
  reasons: readonly Reason[],
  words: SummaryWords = english,
): FundingSummary {
  const token = knownToken(network, address);
  return {
    network: network.name,
    networkPassphrase: network.passphrase,
    signer: from,
    escrow: contractId,
    ...(expected === undefined ? {} : { title: revealLine(expected.escrow.title) }),
    way: expected === undefined ? 'transfer' : 'escrow',
    amount: fromBaseUnits(amount, decimalsOfMultiplier(trustline.decimals) as number),
    token: { address, ...(token === undefined ? {} : { code: token.code }) },
    feeXlm: fromBaseUnits(read.fee, XLM_DECIMALS),
    expiresAt: expiryOf(read).toISOString(),
    ...(reasons.length === 0 ? {} : { reasons: [...reasons] }),
    warnings: [...(expected === undefined ? [words.PLAIN_TRANSFER] : []), ...(restores(read) ? [words.RESTORES] : [])],
  };
}
