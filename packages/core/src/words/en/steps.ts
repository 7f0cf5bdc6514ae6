/** The words of the steps of an escrow's life, shared by all surfaces. */
import type { RoleName } from '../../escrow/roles.ts';
import type { StepName } from '../../escrow/steps.ts';
import type { Acted } from '../outcomes.ts';
import type { LifeState, PayeeName, PaymentWords, TurnWords } from '../steps.ts';
import { ROLE_WORDS } from './words.ts';

/** As a heading, and as a verb. */
export const STEP_WORDS: Readonly<Record<StepName, { readonly title: string; readonly does: string }>> = {
  'change-status': { title: 'Report progress', does: 'report' },
  approve: { title: 'Approve', does: 'approve' },
  release: { title: 'Pay out', does: 'pay out' },
  dispute: { title: 'Open a dispute', does: 'open a dispute over' },
  resolve: { title: 'Decide a dispute', does: 'decide the dispute over' },
  withdraw: { title: 'Withdraw what is left', does: 'withdraw what is left in' },
  update: { title: 'Change the terms', does: 'change the terms of' },
  extend: { title: 'Keep the escrow alive', does: 'extend the life of' },
};

/** A transaction by its action. */
export const TRANSACTION_WORDS: Readonly<Record<Acted, string>> = {
  deploy: 'a new escrow',
  fund: 'a payment',
  trust: 'a trustline',
  'change-status': 'a progress report',
  approve: 'an approval',
  release: 'a payout',
  dispute: 'a dispute',
  resolve: 'the decision of a dispute',
  withdraw: 'a withdrawal',
  update: 'a change of terms',
  extend: 'an extension',
};

/** The progress of an escrow. */
export const LIFE_WORDS: Readonly<Record<LifeState, string>> = {
  working: 'working',
  'waiting for approval': 'waiting for approval',
  'ready to release': 'ready to release',
  'in dispute': 'in dispute',
  finished: 'finished',
};

const WHAT: Readonly<Record<TurnWords['action'], string>> = {
  fund: 'funds it',
  'change-status': 'reports progress',
  approve: 'approves',
  release: 'pays out',
  dispute: 'opens a dispute',
  resolve: 'decides the dispute',
  withdraw: 'withdraws what is left',
  update: 'changes the terms',
  extend: 'keeps it alive',
};

/** "Approver (G…) approves milestone 2." */
export function turnText({ role, address, action, milestone }: TurnWords): string {
  const who = role === 'anyone' ? 'Somebody who holds the token' : ROLE_WORDS[role];
  const whose = address === undefined ? '' : ` (${address})`;
  const which = milestone === undefined ? '' : `${AT[action] ?? ''} milestone ${milestone}`;
  return `${who}${whose} ${WHAT[action]}${which}.`;
}

const AT: Readonly<Partial<Record<TurnWords['action'], string>>> = { 'change-status': ' on', resolve: ' over' };

/** Whose turn it is, in one or two sentences. An empty list means nobody's. */
export function turnsText(turns: readonly TurnWords[]): string {
  const [first, second, ...more] = turns;
  if (first === undefined) return 'Nothing is left to do.';
  const rest = more.length === 0 ? '' : ` And ${more.length} more.`;
  return [turnText(first), ...(second === undefined ? [] : [turnText(second)])].join(' ') + rest;
}

const PAYEES: Readonly<Record<PayeeName, string>> = {
  receiver: 'the receiver',
  platform: 'the platform',
  service: 'the service',
};

/** "196.4 USDC to the receiver (G…)" */
export function paymentText({ as, to, roles, amount, about }: PaymentWords, unit: string): string {
  const whom = as === 'share' ? sharerText(roles) : PAYEES[as];
  return `${about === true ? 'about ' : ''}${amount} ${unit} to ${whom}${to === undefined ? '' : ` (${to})`}`;
}

/** "about 100 USDC", of what a step leaves in the escrow. */
export const leftText = (
  { left, about }: { readonly left: string; readonly about?: string | undefined },
  unit: string,
) => `${about === undefined ? '' : 'about '}${left} ${unit}`;

const sharerText = (roles: readonly RoleName[] = []): string =>
  roles.length === 0
    ? 'somebody without a role in this escrow'
    : `the ${roles.map((role) => ROLE_WORDS[role].toLowerCase()).join(', ')}`;
