/** Parts that several kinds of escrow have in common. */
import { address, bool, type Layout, named } from './layout.ts';
import { struct } from './struct-layout.ts';

/** The roles of every kind but the platform's, which has two names, and the receiver's. */
export const COMMON_ROLES = {
  approver: address,
  disputeResolver: named('dispute_resolver', address),
  releaseSigner: named('release_signer', address),
  serviceProvider: named('service_provider', address),
};

export const singleFlags = struct({ disputed: bool, released: bool, resolved: bool });
export const milestoneFlags = struct({ approved: bool, disputed: bool, released: bool, resolved: bool });

/** One flag that stands on the milestone itself. */
export const approvedAlone: Layout<{ readonly approved: boolean }> = named('approved', {
  read: (value, path, problems) => ({ approved: bool.read(value, path, problems) }),
  write: ({ approved }) => bool.write(approved),
});
