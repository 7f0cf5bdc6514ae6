/** How the steps of an escrow's life are called and told, once for all surfaces. */
import type { RoleName } from '../escrow/roles.ts';
import type { StepName } from '../escrow/steps.ts';
import { ROLE_WORDS } from './words.ts';

/** As a heading, and as what somebody does. */
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

/** How far an escrow came, in a word. */
export const LIFE_STATES = ['working', 'waiting for approval', 'ready to release', 'in dispute', 'finished'] as const;
export type LifeState = (typeof LIFE_STATES)[number];

/** Whose turn it is; `milestone` counted from 1. */
export type TurnWords = {
  readonly role: RoleName | 'anyone';
  readonly address?: string | undefined;
  readonly action: StepName | 'fund';
  readonly milestone?: number | undefined;
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

/** Whose turn it is next, in one or two sentences; by an empty list, nobody's. */
export function turnsText(turns: readonly TurnWords[]): string {
  const [first, second, ...more] = turns;
  if (first === undefined) return 'Nothing more is to be done.';
  const rest = more.length === 0 ? '' : ` And ${more.length} more.`;
  return [turnText(first), ...(second === undefined ? [] : [turnText(second)])].join(' ') + rest;
}

const PAYEES = { receiver: 'the receiver', platform: 'the platform', service: 'the service' } as const;

type PaymentWords = {
  readonly as: keyof typeof PAYEES | 'share';
  readonly to?: string | undefined;
  /** Of a share: what its address is in the escrow. */
  readonly roles?: readonly RoleName[] | undefined;
  readonly amount: string;
  readonly about?: true | undefined;
};

/** "196.4 USDC to the receiver (G…)" */
export function paymentText({ as, to, roles, amount, about }: PaymentWords, unit: string): string {
  const whom = as === 'share' ? sharerText(roles) : PAYEES[as];
  return `${about === true ? 'about ' : ''}${amount} ${unit} to ${whom}${to === undefined ? '' : ` (${to})`}`;
}

const sharerText = (roles: readonly RoleName[] = []): string =>
  roles.length === 0
    ? 'somebody without a role in this escrow'
    : `the ${roles.map((role) => ROLE_WORDS[role].toLowerCase()).join(', ')}`;
