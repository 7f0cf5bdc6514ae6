/** The steps and roles of an escrow. Apart from the schemas, so that they load without zod. */

/** The steps of an existing escrow, each reserved for the holder of a role. Funding is not one: anyone may fund. */
export const STEP_NAMES = [
  'change-status',
  'approve',
  'release',
  'dispute',
  'resolve',
  'withdraw',
  'update',
  'extend',
] as const;
export type StepName = (typeof STEP_NAMES)[number];

export function isStepName(name: string): name is StepName {
  return STEP_NAMES.some((each) => each === name);
}

/** The contract’s limit; the texts, and what the network lets a call emit, allow fewer (decision 76). */
export const MAX_MILESTONES = 50;
/** Characters; evidence may be a list of links. */
export const MAX_EVIDENCE = 1_000;
export const MAX_STATUS = 100;

/** The six roles of an escrow, in the order that people read them. */
export const ROLE_NAMES = [
  'approver',
  'serviceProvider',
  'platformAddress',
  'releaseSigner',
  'disputeResolver',
  'receiver',
] as const;
export type RoleName = (typeof ROLE_NAMES)[number];
