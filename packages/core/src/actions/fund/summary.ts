/** A payment as a person should see it, read from the transaction itself. */
import type { ReadTransaction } from '../../envelope/read-transaction.ts';
import { decimalsOfMultiplier, fromBaseUnits, fromBasisPoints, type RoleName } from '../../escrow/index.ts';
import { knownToken, type Network } from '../../escrow/network.ts';
import { type EscrowOnChain, receivers } from '../../kinds/escrow-on-chain.ts';
import { isPaidOut } from '../../kinds/progress.ts';
import { revealLine, revealParagraph } from '../../text/text.ts';
import type { Costs } from '../../words/data/life.ts';
import type { Reason } from '../../words/data/risk.ts';
import { summaryWords as english } from '../../words/en-core.ts';
import type { SummaryWords } from '../../words/language.ts';
import { NO_OWN_AMOUNT } from '../../words/words.ts';
import { XLM_DECIMALS } from '../check.ts';
import { payouts, sumOf } from '../deploy/costs.ts';
import { expiryOf, formatPayout, writtenPayees } from '../deploy/summary.ts';
import { restores } from '../registry.ts';
import type { FundingSummary } from '../summary-schema.ts';
import type { ReadFunding } from './call.ts';
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

/** What a payment is for: the terms that the contract compares before it takes the money. */
export type PaymentTerms = {
  readonly roles: Readonly<Record<Exclude<RoleName, 'receiver'>, string>>;
  readonly platformFeePercent: string;
  /** Still to be paid out, counted from 1 in the whole escrow. `receiver`: where each milestone has its own. */
  readonly milestones: readonly {
    readonly number: number;
    readonly description: string;
    readonly amount: string;
    readonly receiver?: string | undefined;
  }[];
  readonly receivers: readonly string[];
  /** In all, in token units. */
  readonly fees: string;
  /** As in a deploy's summary. */
  readonly costs: Costs;
};

/** @returns undefined where nothing is left to be paid out */
export function paymentTerms(
  escrow: EscrowOnChain,
  decimals: number,
  { feeAddress }: Network,
): PaymentTerms | undefined {
  const numbered = escrow.milestones.map((milestone, at) => ({ ...milestone, number: at + 1 }));
  const milestones = numbered.filter(({ flags }) => !isPaidOut({ ...flags, ...escrow.flags }));
  if (milestones.length === 0) return undefined;
  const open = { ...escrow, milestones };
  const paid = payouts(open);
  const total = sumOf(paid);
  const { receiver: _, ...roles } = escrow.roles;
  const places = decimalsOfMultiplier(decimals) as number;
  const payees = writtenPayees(milestones, paid, places);
  return {
    roles,
    platformFeePercent: fromBasisPoints(escrow.platformFee),
    milestones: milestones.map(({ number, description, amount, receiver }) => ({
      number,
      description: revealParagraph(description),
      amount: amount === undefined ? NO_OWN_AMOUNT : fromBaseUnits(amount, places),
      receiver,
    })),
    receivers: receivers(open),
    fees: fromBaseUnits(total.platform + total.service, places),
    costs: {
      milestones: paid.map((payout) => formatPayout(payout, places)),
      total: formatPayout(total, places),
      ...(payees.length === 0 ? {} : { payees }),
      serviceAddress: feeAddress,
    },
  };
}
