/**
 * Generation B, multi-release, as the live service deploys it today: each milestone names its receiver, and the token's
 * decimals are not stored. Read from a real deploy (shared facts, `live-transactions.json`).
 */
import { COMMON_ROLES, milestoneFlags } from './common-layouts.ts';
import { byLayout, type EscrowKind } from './escrow-kind.ts';
import { address, i128, list, named, text, u32, u32AsBigint } from './layout.ts';
import { struct } from './struct-layout.ts';

export const liveMulti: EscrowKind = {
  id: 'live-multi',
  generation: 'B',
  release: 'multi',
  factoryFunction: 'tw_new_multi_release_escrow',
  addressFrom: 'factory',
  dialect: 'v1',
  ...byLayout(
    struct({
      description: text,
      engagementId: named('engagement_id', text),
      milestones: list(
        struct({
          amount: i128,
          description: text,
          evidence: text,
          flags: milestoneFlags,
          receiver: address,
          status: text,
        }),
      ),
      platformFee: named('platform_fee', u32),
      receiverMemo: named('receiver_memo', u32AsBigint),
      roles: struct({ ...COMMON_ROLES, platformAddress: named('platform', address) }),
      title: text,
      trustline: struct({ address }),
    }),
  ),
};
