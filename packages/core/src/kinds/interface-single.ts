/** The single release beside the interface's own kind: no service makes one, so it is explained and never offered. */
import { approvedAlone, COMMON_ROLES, singleFlags } from './common-layouts.ts';
import { byLayout, type EscrowKind } from './escrow-kind.ts';
import { address, i128, list, named, text, u32 } from './layout.ts';
import { struct } from './struct-layout.ts';

export const interfaceSingle: EscrowKind = {
  id: 'interface-single',
  generation: 'sandbox',
  release: 'single',
  factoryFunction: 'deploy',
  addressFrom: 'deployer',
  ...byLayout(
    struct({
      amount: i128,
      description: text,
      engagementId: named('engagement_id', text),
      flags: singleFlags,
      milestones: list(struct({ flags: approvedAlone, description: text, evidence: text, status: text })),
      platformFee: named('platform_fee', u32),
      receiverMemo: named('receiver_memo', i128),
      roles: struct({ ...COMMON_ROLES, platformAddress: named('platform_address', address), receiver: address }),
      title: text,
      trustline: struct({ address, multiplier: named('decimals', u32) }),
    }),
  ),
};
