/** What a signer should know of an escrow's terms: whether they are the ones that this wallet agreed to. */
import type { Difference } from '../errors/differences.ts';
import { fromBaseUnits, fromBasisPoints } from '../escrow/index.ts';
import { type EscrowOnChain, receivers } from '../kinds/escrow-on-chain.ts';
import type { Warning } from '../words/data/risk.ts';
import type { Risk } from './risk.ts';

/** How the terms now differ from earlier ones; absent without earlier ones. */
export type TermsSince = {
  /** Those that this wallet agreed to last. */
  readonly agreed?: readonly Difference[] | undefined;
  /** Whether the titles and descriptions differ from those that this wallet agreed to last. */
  readonly areTextsChanged?: boolean;
  /** Those that the ledger enforced last, unless this wallet agreed to others since. */
  readonly enforced?: readonly Difference[] | undefined;
  /** Those of its deploy, no matter who signed it. */
  readonly deployed?: readonly Difference[] | undefined;
};

/**
 * Only a transaction of this wallet counts as its agreement, no matter who prepared the change. Where the terms are as agreed,
 * and yet not those that settled here last, they were changed elsewhere or the Stellar RPC is wrong.
 */
export function termsRisk(terms: TermsSince): Pick<Risk, 'stops' | 'warnings'> {
  const { agreed, areTextsChanged, enforced, deployed } = terms;
  if (agreed !== undefined && agreed.length > 0) {
    return { stops: [{ code: 'TERMS_CHANGED', params: { differences: agreed, since: 'agreed' } }], warnings: [] };
  }
  if (enforced !== undefined && enforced.length > 0) {
    return { stops: [{ code: 'TERMS_CHANGED', params: { differences: enforced, since: 'settled' } }], warnings: [] };
  }
  if (areTextsChanged) return { stops: [], warnings: [{ code: 'TEXTS_CHANGED', params: {} }] };
  if (agreed !== undefined || deployed === undefined || deployed.length === 0) return { stops: [], warnings: [] };
  return { stops: [], warnings: [{ code: 'TERMS_CHANGED_SINCE_DEPLOY', params: { differences: deployed } }] };
}

/** All that decides about money in an escrow that is new to its signer. @param token how it is called */
export function newTerms(escrow: EscrowOnChain, decimals: number, token: string): Warning {
  const { roles, platformFee, amount, milestones } = escrow;
  const { approver, serviceProvider, platformAddress, releaseSigner, disputeResolver } = roles;
  const sumFor = (receiver: string) =>
    amount ??
    milestones.reduce(
      (sum, each) => ((each.receiver ?? roles.receiver) === receiver ? sum + (each.amount ?? 0n) : sum),
      0n,
    );
  const all = receivers(escrow);
  return {
    code: 'ESCROW_FROM_ELSEWHERE',
    params: {
      receivers: all,
      releaseSigner,
      disputeResolver,
      terms: {
        approver,
        serviceProvider,
        platformAddress,
        feePercent: fromBasisPoints(platformFee),
        amounts: all.map((receiver) => fromBaseUnits(sumFor(receiver), decimals)),
        token,
      },
    },
  };
}
