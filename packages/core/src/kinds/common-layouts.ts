/** Parts that several kinds of escrow have in common. */
import { address, bool, i128, type Layout, list, named, text } from './layout.ts';
import { struct } from './struct-layout.ts';

export const TEXTS = { description: text, engagementId: named('engagement_id', text), title: text };

const ROLES = {
  approver: address,
  disputeResolver: named('dispute_resolver', address),
  releaseSigner: named('release_signer', address),
  serviceProvider: named('service_provider', address),
};
const platformAddress = named('platform_address', address);
const platform = named('platform', address);

/** By what the contract calls the platform, and by whether the receiver is among the roles or each milestone's own. */
export const earlierRoles = struct({ ...ROLES, platformAddress, receiver: address });
export const earlierRolesWithoutReceiver = struct({ ...ROLES, platformAddress });
export const liveRoles = struct({ ...ROLES, platformAddress: platform, receiver: address });
export const liveRolesWithoutReceiver = struct({ ...ROLES, platformAddress: platform });

export const singleFlags = struct({ disputed: bool, released: bool, resolved: bool });
const milestoneFlags = struct({ approved: bool, disputed: bool, released: bool, resolved: bool });

/** One flag that stands on the milestone itself. */
const approvedAlone: Layout<{ readonly approved: boolean }> = named('approved', {
  read: (value, path, problems) => ({ approved: bool.read(value, path, problems) }),
  write: ({ approved }) => bool.write(approved),
});

const PROGRESS = { description: text, evidence: text, status: text };
const OF_MULTI = { ...PROGRESS, amount: i128, flags: milestoneFlags };

/** Without a receiver of their own, and with one. */
export const milestones = list(struct(OF_MULTI));
export const paidMilestones = list(struct({ ...OF_MULTI, receiver: address }));
export const singleMilestones = list(struct({ ...PROGRESS, flags: approvedAlone }));
