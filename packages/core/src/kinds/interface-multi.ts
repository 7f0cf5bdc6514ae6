/** The kind that the interface in docs/interface.md describes, and the sandbox executes: multi-release. */
import { NETWORKS } from '../escrow/network.ts';
import { earlierRoles, milestones, TEXTS } from './common-layouts.ts';
import { byLayout, type EscrowKind } from './escrow-kind.ts';
import { call, EVENTS } from './functions.ts';
import { address, i128, named, u32 } from './layout.ts';
import { struct } from './struct-layout.ts';

const layout = struct({
  ...TEXTS,
  milestones,
  platformFee: named('platform_fee', u32),
  receiverMemo: named('receiver_memo', i128),
  roles: earlierRoles,
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
  codes: [NETWORKS.sandbox.wasmHash],
  storage: 'instance',
  functions: { fund: call('fund_escrow', 'signer', 'escrow', 'amount') },
  events: { deploy: EVENTS.deploy, fund: EVENTS.fund },
  ...byLayout(layout),
};
