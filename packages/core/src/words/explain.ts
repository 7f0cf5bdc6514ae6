/** Kinds of operations that have a name of their own. */
export type OperationKind =
  | 'createAccount'
  | 'payment'
  | 'pathPayment'
  | 'accountMerge'
  | 'offer'
  | 'poolDeposit'
  | 'poolWithdraw'
  | 'setOptions'
  | 'manageData'
  | 'bumpSequence'
  | 'inflation'
  | 'changeTrust'
  | 'allowTrust'
  | 'setTrustLineFlags'
  | 'clawback'
  | 'claimableBalance'
  | 'claim'
  | 'beginSponsoring'
  | 'endSponsoring'
  | 'revokeSponsorship'
  | 'contract'
  | 'prolong'
  | 'restore';

/**
 * What is at stake, the most serious first: control of an account or token; an account and all it holds; who may sign;
 * money that is moved, promised or authorised; trust, approvals, and what could not be checked; anything else.
 */
export const STAKES = ['control', 'account', 'access', 'money', 'trust', 'note'] as const;
export type Stakes = (typeof STAKES)[number];

export function atLeast(least: Stakes, stakes: Stakes = least): Stakes {
  return STAKES.indexOf(stakes) < STAKES.indexOf(least) ? stakes : least;
}
