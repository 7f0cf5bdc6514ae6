/** What a step does not do, which a person must not expect of it. */
import type { StepName } from '../../escrow/steps.ts';
import { stateOf } from '../../kinds/progress.ts';
import { numbersOf } from './of-milestone.ts';
import { type Standing, written } from './standing.ts';
import type { Effect } from './step.ts';

export function stepLimits(step: StepName, standing: Standing, { pays }: Effect): string[] {
  const { roles } = standing.escrow;
  switch (step) {
    case 'change-status':
      return [`It pays nobody: the approver (${roles.approver}) approves, then the release signer pays out.`];
    case 'approve':
      return [
        `It pays nobody: the release signer (${roles.releaseSigner}) pays out, in a transaction of their own.`,
        'It cannot be taken back.',
      ];
    case 'release':
      return ['It cannot be taken back.'];
    case 'dispute':
      return [
        `It moves no money: the dispute resolver (${roles.disputeResolver}) alone decides who gets it, and when.`,
        'It stores no reason on the ledger. Nobody but the resolver can end it.',
      ];
    case 'resolve':
      return ['It cannot be taken back.', ...leftLines(standing, pays)];
    case 'withdraw':
      return [
        'It cannot be taken back. The escrow’s own record stays as it is; fees are taken off this too.',
        ...disputedLines(standing),
      ];
    case 'update':
      return ['It moves no money.'];
    case 'extend':
      return ['It moves no money and changes no terms. The network fee pays for the time.'];
  }
}

/** Its contract lets even what is in dispute be withdrawn. */
function disputedLines(standing: Standing): string[] {
  const disputed = numbersOf(standing, (milestone) => stateOf(standing.escrow, milestone) === 'disputed');
  if (disputed.length === 0) return [];
  const which = disputed.length === 1 ? `Milestone ${disputed[0]} stays` : `Milestones ${disputed.join(', ')} stay`;
  return [`${which} in dispute: what is withdrawn is not there any more when that is decided.`];
}

/** In a multi release a part may stay behind. */
function leftLines(standing: Standing, pays: Effect['pays']): string[] {
  const left = standing.held - pays.reduce((sum, { units }) => sum + units, 0n);
  if (left <= 0n) return [];
  return [
    `${written(standing, left)} ${standing.token} is left in the escrow. What no other milestone needs, only the dispute resolver can withdraw, and fees are taken off that too.`,
  ];
}
