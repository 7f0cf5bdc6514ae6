/** Generation B, multi-release: each milestone names its receiver, and the token's decimals are not stored. */
import { COMMON_ROLES, milestoneFlags } from './common-layouts.ts';
import { byLayout, type EscrowKind } from './escrow-kind.ts';
import { address, i128, list, named, text, u32 } from './layout.ts';
import { struct } from './struct-layout.ts';

export const generationBMulti: EscrowKind = {
  id: 'generation-b-multi',
  generation: 'B',
  release: 'multi',
  factoryFunction: 'tw_new_multi_release_escrow',
  addressFrom: 'factory',
  isInterfaceKind: false,
  isOffered: true,
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
      roles: struct({ ...COMMON_ROLES, platformAddress: named('platform', address) }),
      title: text,
      trustline: struct({ address }),
    }),
  ),
};
