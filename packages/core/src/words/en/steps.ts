/** The words of the steps of an escrow's life, shared by all surfaces. */
import { actions } from '../../actions/en.ts';
import type { RoleName } from '../../escrow/roles.ts';
import type { Acted } from '../outcomes.ts';
import type { LifeState, PayeeName, PaymentWords, TurnWords } from '../steps.ts';
import { ROLE_WORDS } from './words.ts';

/** The progress of an escrow. */
export const LIFE_WORDS: Readonly<Record<LifeState, string>> = {
  working: 'working',
  'waiting for approval': 'waiting for approval',
  'ready to release': 'ready to release',
  'in dispute': 'in dispute',
  finished: 'finished',
};

/** "open a dispute over milestone 2" */
export const actText = (action: Acted, milestone?: number): string =>
  `${actions[action].verb}${whichText(action, milestone)}`;

/** "Approver (G…) approves milestone 2." */
export function turnText({ role, address, action, milestone }: TurnWords): string {
  const who = role === 'anyone' ? 'Somebody who holds the token' : ROLE_WORDS[role];
  const whose = address === undefined ? '' : ` (${address})`;
  return `${who}${whose} ${actions[action].turn}${whichText(action, milestone)}.`;
}

function whichText(action: Acted, milestone: number | undefined): string {
  const { preposition } = actions[action];
  return milestone === undefined ? '' : `${preposition === undefined ? '' : ` ${preposition}`} milestone ${milestone}`;
}

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
