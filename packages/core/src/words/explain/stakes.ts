/** The kinds of operations that have a name of their own, and what they put at stake. */
import type { DeskLanguage } from '../core.ts';

export type OperationKind = keyof DeskLanguage['messages']['operations']['texts']['NAMES'];

/**
 * What is at stake, the most serious first: control of an account or token; an account and all it holds; who may sign;
 * money that is moved, promised or authorised; trust, approvals, and what could not be checked; anything else.
 */
export const STAKES = ['control', 'account', 'access', 'money', 'trust', 'note'] as const;
export type Stakes = (typeof STAKES)[number];

export function atLeast(least: Stakes, stakes: Stakes = least): Stakes {
  return STAKES.indexOf(stakes) < STAKES.indexOf(least) ? stakes : least;
}
