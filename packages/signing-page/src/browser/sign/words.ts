/** What the page adds to the words of core: what each role does. */
import type { RoleName } from '@countersign/core/escrow';

export const ROLE_VERBS: Readonly<Record<RoleName, string>> = {
  approver: 'approves a finished milestone',
  serviceProvider: 'does the work',
  releaseSigner: 'releases the funds',
  receiver: 'is paid',
  disputeResolver: 'decides a dispute, and where the funds go then',
  platformAddress: 'takes the platform fee',
};

/** Who works and is paid first, the platform last. */
export const ROLES_IN_ORDER = Object.keys(ROLE_VERBS) as readonly RoleName[];
