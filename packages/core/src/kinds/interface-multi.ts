/** The kind that the interface in docs/interface.md describes, and the sandbox executes: multi-release. */
import { NETWORKS } from '../escrow/network.ts';
import { earlierRoles, milestones, TEXTS } from './common-layouts.ts';
import { byLayout, type EscrowKind } from './escrow-kind.ts';
import { call, EVENTS_OF_MULTI } from './functions.ts';
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
  functions: {
    fund: call('fund_escrow', 'signer', 'escrow', 'amount'),
    'change-status': call('change_milestone_status', 'wideIndex', 'status', 'evidence', 'signer'),
    approve: call('approve_milestone', 'wideIndex', 'signer'),
    release: call('release_milestone_funds', 'signer', 'feeAddress', 'index'),
    dispute: call('dispute_milestone', 'wideIndex', 'signer'),
    resolve: call('resolve_milestone_dispute', 'signer', 'index', 'feeAddress', 'distributions'),
    withdraw: call('withdraw_remaining_funds', 'signer', 'feeAddress', 'distributions'),
    update: call('update_escrow', 'signer', 'escrow'),
    extend: call('extend_contract_ttl', 'signer', 'ledgers'),
  },
  split: { rule: 'off-total', isCertain: true },
  events: EVENTS_OF_MULTI,
  ...byLayout(layout),
};
