/** A deploy as a person should see it: every field that will be on chain, read from the transaction itself. */
import type { ReadTransaction } from '../../envelope/read-transaction.ts';
import { decimalsOfMultiplier, fromBaseUnits, fromBasisPoints } from '../../escrow/index.ts';
import { knownToken, type Network, tokenDecimals } from '../../escrow/network.ts';
import { type EscrowOnChain, type Payout, receivers } from '../../kinds/escrow-on-chain.ts';
import type { ReadDeploy } from '../../kinds/read-deploy.ts';
import { revealLine, revealParagraph } from '../../text/text.ts';
import type { Reason } from '../../words/data/risk.ts';
import type { SummaryWords } from '../../words/language.ts';
import { NO_OWN_AMOUNT } from '../../words/words.ts';
import { XLM_DECIMALS } from '../check.ts';
import type { Cost, Payee, Summary } from '../summary-schema.ts';
import { textWarnings } from '../text-warnings.ts';
import { type NumberedMilestone, payouts, payoutsByReceiver, sumOf } from './costs.ts';

/**
 * @param reasons why it is only partly verified; none when it is verified
 * @param multiplier the request's, for a kind that stores none. Without any, amounts are base units
 */
export function summarise(
  read: ReadTransaction,
  deploy: ReadDeploy,
  network: Network,
  reasons: readonly Reason[] = [],
  multiplier?: number,
  words?: SummaryWords,
): Summary {
  const { escrow } = deploy;
  const { roles, trustline, receiverMemo = 0n } = escrow;
  const token = knownToken(network, trustline.address);
  const decimals =
    tokenDecimals(network, trustline.address) ??
    decimalsOfMultiplier(trustline.multiplier ?? multiplier ?? Number.NaN) ??
    0;
  const warnings = textWarnings(escrow, words);
  const paid = payouts(escrow);
  const payees = writtenPayees(
    escrow.milestones.map((each, at) => ({ ...each, number: at + 1 })),
    paid,
    decimals,
  );
  return {
    network: network.name,
    networkPassphrase: network.passphrase,
    signer: deploy.deployer,
    contractId: deploy.contractId,
    engagementId: revealLine(escrow.engagementId),
    title: revealLine(escrow.title),
    description: revealParagraph(escrow.description),
    roles: {
      approver: roles.approver,
      serviceProvider: roles.serviceProvider,
      platformAddress: roles.platformAddress,
      releaseSigner: roles.releaseSigner,
      disputeResolver: roles.disputeResolver,
      receiver: receivers(escrow).join(', '),
    },
    platformFeePercent: fromBasisPoints(escrow.platformFee),
    milestones: escrow.milestones.map(({ description, amount, receiver }) => ({
      description: revealParagraph(description),
      amount: amount === undefined ? NO_OWN_AMOUNT : fromBaseUnits(amount, decimals),
      ...(payees.length === 0 || receiver === undefined ? {} : { receiver }),
    })),
    total: fromBaseUnits(totalOf(escrow), decimals),
    costs: {
      milestones: paid.map((payout) => formatPayout(payout, decimals)),
      total: formatPayout(sumOf(paid), decimals),
      ...(payees.length === 0 ? {} : { payees }),
      ...(network.feeAddress === undefined ? {} : { serviceAddress: network.feeAddress }),
    },
    token: { address: trustline.address, ...(token === undefined ? {} : { code: token.code }) },
    ...(receiverMemo === 0n ? {} : { receiverMemo: receiverMemo.toString() }),
    feeXlm: fromBaseUnits(read.fee, XLM_DECIMALS),
    expiresAt: expiryOf(read).toISOString(),
    ...(reasons.length === 0 ? {} : { reasons: [...reasons] }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

function totalOf({ amount, milestones }: EscrowOnChain): bigint {
  return amount ?? milestones.reduce((sum, milestone) => sum + (milestone.amount ?? 0n), 0n);
}

/** What each of several receivers is paid, as decimals in token units. */
export function writtenPayees(
  milestones: readonly NumberedMilestone[],
  paid: readonly Payout[],
  decimals: number,
): Payee[] {
  return payoutsByReceiver(milestones, paid).map(({ address, milestones: numbers, ...sum }) => ({
    address,
    milestones: numbers,
    paid: fromBaseUnits(sum.paid, decimals),
    receiver: fromBaseUnits(sum.receiver, decimals),
  }));
}

/** As decimals in token units. */
export function formatPayout({ paid, platform, service, receiver }: Payout, decimals: number): Cost {
  return {
    paid: fromBaseUnits(paid, decimals),
    platform: fromBaseUnits(platform, decimals),
    service: fromBaseUnits(service, decimals),
    receiver: fromBaseUnits(receiver, decimals),
  };
}

/** When the network stops taking the transaction; the end of time where it has no bound. */
export function expiryOf(read: ReadTransaction): Date {
  const end = read.timeBounds?.maxTime ?? 0n;
  const latest = 8_640_000_000_000n;
  return new Date(Number(end === 0n || end > latest ? latest : end) * 1_000);
}
