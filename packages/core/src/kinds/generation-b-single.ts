/** Generation B, single-release: one amount for all milestones. */
import { approvedAlone, COMMON_ROLES, singleFlags } from './common-layouts.ts';
import { byLayout, type EscrowKind } from './escrow-kind.ts';
import { address, i128, list, named, text, u32 } from './layout.ts';
import { struct } from './struct-layout.ts';

/** Where this kind keeps its receiver is not known for certain: on each milestone, or among the roles. */
const RECEIVER = { receiver: address };

export const generationBSingle: EscrowKind = {
  id: 'generation-b-single',
  generation: 'B',
  release: 'single',
  factoryFunction: 'tw_new_single_release_escrow',
  addressFrom: 'factory',
  isInterfaceKind: false,
  isOffered: true,
  ...byLayout(
    struct({
      amount: i128,
      description: text,
      engagementId: named('engagement_id', text),
      flags: singleFlags,
      milestones: list(struct({ flags: approvedAlone, description: text, evidence: text, status: text }, RECEIVER)),
      platformFee: named('platform_fee', u32),
      roles: struct({ ...COMMON_ROLES, platformAddress: named('platform', address) }, RECEIVER),
      title: text,
      trustline: struct({ address }),
    }),
  ),
};
