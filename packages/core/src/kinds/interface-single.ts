/** The single-release sibling of the interface's own kind: no service makes one, so it is explained, never offered. */
import { earlierRoles, singleFlags, singleMilestones, TEXTS } from './common-layouts.ts';
import { byLayout, type EscrowKind } from './escrow-kind.ts';
import { address, i128, named, u32 } from './layout.ts';
import { struct } from './struct-layout.ts';

export const interfaceSingle: EscrowKind = {
  id: 'interface-single',
  generation: 'sandbox',
  release: 'single',
  factoryFunction: 'deploy',
  addressFrom: 'deployer',
  codes: [],
  storage: 'instance',
  functions: {},
  events: {},
  ...byLayout(
    struct({
      ...TEXTS,
      amount: i128,
      flags: singleFlags,
      milestones: singleMilestones,
      platformFee: named('platform_fee', u32),
      receiverMemo: named('receiver_memo', i128),
      roles: earlierRoles,
      trustline: struct({ address, multiplier: named('decimals', u32) }),
    }),
  ),
};
