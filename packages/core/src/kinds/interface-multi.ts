/** The kind that the interface in docs/interface.md describes, and the sandbox executes: multi-release. */
import { COMMON_ROLES, milestoneFlags } from './common-layouts.ts';
import { byLayout, type EscrowKind } from './escrow-kind.ts';
import { address, i128, list, named, text, u32 } from './layout.ts';
import { struct } from './struct-layout.ts';

const layout = struct({
  description: text,
  engagementId: named('engagement_id', text),
  milestones: list(struct({ amount: i128, description: text, evidence: text, flags: milestoneFlags, status: text })),
  platformFee: named('platform_fee', u32),
  receiverMemo: named('receiver_memo', i128),
  roles: struct({ ...COMMON_ROLES, platformAddress: named('platform_address', address), receiver: address }),
  title: text,
  trustline: struct({ address, multiplier: named('decimals', u32) }),
});

/** An escrow with every field that the service's interface knows. */
export type InterfaceEscrow = ReturnType<typeof layout.read>;

export const interfaceMulti: EscrowKind<InterfaceEscrow> = {
  id: 'interface-multi',
  generation: 'sandbox',
  release: 'multi',
  factoryFunction: 'deploy',
  addressFrom: 'deployer',
  dialect: 'seed',
  ...byLayout(layout),
};
