/** Generation B, single-release, as the live service deploys it today: one amount for all milestones, and one receiver. */
import { approvedAlone, COMMON_ROLES, singleFlags } from './common-layouts.ts';
import { byLayout, type EscrowKind } from './escrow-kind.ts';
import { address, i128, list, named, text, u32, u32AsBigint } from './layout.ts';
import { struct } from './struct-layout.ts';

export const liveSingle: EscrowKind = {
  id: 'live-single',
  generation: 'B',
  release: 'single',
  factoryFunction: 'tw_new_single_release_escrow',
  addressFrom: 'factory',
  dialect: 'v1',
  ...byLayout(
    struct({
      amount: i128,
      description: text,
      engagementId: named('engagement_id', text),
      flags: singleFlags,
      milestones: list(struct({ flags: approvedAlone, description: text, evidence: text, status: text })),
      platformFee: named('platform_fee', u32),
      receiverMemo: named('receiver_memo', u32AsBigint),
      roles: struct({ ...COMMON_ROLES, platformAddress: named('platform', address), receiver: address }),
      title: text,
      trustline: struct({ address }),
    }),
  ),
};
