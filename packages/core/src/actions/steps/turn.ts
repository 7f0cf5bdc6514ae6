/** Whose turn it is in an escrow's life, and its state. Pure functions of the escrow on the ledger. */
import type { RoleName, StepName } from '../../escrow/steps.ts';
import type { EscrowOnChain } from '../../kinds/escrow-on-chain.ts';
import { isReported, missingAmount, openAmount, stateOf } from '../../kinds/progress.ts';
import type { LifeState } from '../../words/data/life.ts';

/** `milestone` is counted from 1, and absent where the whole escrow is meant. */
export type Turn = {
  /** `anyone`: any holder of the token. */
  readonly role: RoleName | 'anyone';
  readonly address?: string;
  readonly action: StepName | 'fund';
  readonly milestone?: number;
};

/** What has waited longest comes first: money that can be paid out, work that was reported, money, work. */
const ORDER: readonly Turn['action'][] = ['release', 'resolve', 'approve', 'fund', 'change-status'];

/** All possible next actions, the most urgent first. @param held base units; absent if unknown */
export function turnsOf(escrow: EscrowOnChain, held: bigint | undefined): readonly Turn[] {
  const placeOf = ({ action }: Turn) => ORDER.indexOf(action);
  return possibleTurns(escrow, held).toSorted((one, other) => placeOf(one) - placeOf(other));
}

function possibleTurns(escrow: EscrowOnChain, held: bigint | undefined): readonly Turn[] {
  const { roles, flags, amount } = escrow;
  const needed = openAmount(escrow);
  if (needed === 0n) return held === undefined || held === 0n ? [] : [turnOf('disputeResolver', escrow, 'withdraw')];
  const states = escrow.milestones.map((milestone) => stateOf(escrow, milestone));
  const isMissing = held !== undefined && missingAmount(escrow, held) > 0n;
  const missing: Turn[] = isMissing ? [{ role: 'anyone', action: 'fund' }] : [];
  // The contract refuses to resolve when it holds nothing to share out.
  const canResolve = held !== 0n;
  if (flags?.disputed) return canResolve ? [turnOf('disputeResolver', escrow, 'resolve')] : [];
  // With one amount for all, it is released once everything is approved.
  if (amount !== undefined && states.every((state) => state === 'approved')) {
    return missing.length > 0 ? missing : [turnOf('releaseSigner', escrow, 'release')];
  }
  const turns = escrow.milestones.flatMap((milestone, index): Turn[] => {
    const number = { milestone: index + 1 };
    const canPay = held === undefined || held >= (milestone.amount ?? needed);
    switch (states[index]) {
      case 'disputed':
        return canResolve ? [{ ...turnOf('disputeResolver', escrow, 'resolve'), ...number }] : [];
      case 'approved':
        return amount === undefined && canPay ? [{ ...turnOf('releaseSigner', escrow, 'release'), ...number }] : [];
      case 'open':
        return isReported(milestone)
          ? [{ role: 'approver', address: roles.approver, action: 'approve', ...number }]
          : [{ role: 'serviceProvider', address: roles.serviceProvider, action: 'change-status', ...number }];
      default:
        return [];
    }
  });
  return [...missing, ...turns];
}

export function lifeStateOf(escrow: EscrowOnChain): LifeState {
  if (openAmount(escrow) === 0n) return 'finished';
  const states = escrow.milestones.map((milestone) => stateOf(escrow, milestone));
  if (escrow.flags?.disputed || states.includes('disputed')) return 'in dispute';
  const isReady =
    escrow.amount === undefined ? states.includes('approved') : states.every((state) => state === 'approved');
  if (isReady) return 'ready to release';
  const waits = escrow.milestones.some((milestone, index) => states[index] === 'open' && isReported(milestone));
  return waits ? 'waiting for approval' : 'working';
}

const turnOf = (role: 'disputeResolver' | 'releaseSigner', { roles }: EscrowOnChain, action: StepName): Turn => ({
  role,
  address: roles[role],
  action,
});
