/** The six roles of an escrow, in the order that people read them. Apart from the schema, so that it loads without zod. */
export const ROLE_NAMES = [
  'approver',
  'serviceProvider',
  'platformAddress',
  'releaseSigner',
  'disputeResolver',
  'receiver',
] as const;
export type RoleName = (typeof ROLE_NAMES)[number];
