/** The kinds that a service makes. Apart from the others, since the page compares only these. */
import { NETWORKS, type Release } from '../escrow/network.ts';
import { TRUSTLESS_WORK } from '../escrow/trustless-work.ts';
import { byLayout, call, type EscrowKind, EVENTS, EVENTS_OF_MULTI } from './escrow-kind.ts';
import {
  address,
  crossChainReceiver,
  i128,
  liveRoles,
  liveRolesWithoutReceiver,
  named,
  paidMilestones,
  singleFlags,
  singleMilestones,
  struct,
  TEXTS,
  u32,
  u32AsBigint,
} from './layout.ts';

const OF_B = { generation: 'B', addressFrom: 'factory', storage: 'persistent' } as const;
const OF_BOTH = {
  fund: call('fund_escrow', 'signer', 'escrow', 'amount'),
  'change-status': call('change_milestone_status', 'index', 'status', 'evidence', 'signer'),
  approve: call('approve_milestone', 'index', 'signer'),
  withdraw: call('withdraw_remaining_funds', 'signer', 'feeAddress', 'distributions'),
  update: call('update_escrow', 'signer', 'escrow'),
  extend: call('extend_contract_ttl', 'signer', 'ledgers'),
};
/** Of both releases, and of generation C. */
export const LIVE_FIELDS = {
  ...TEXTS,
  platformFee: named('platform_fee', u32),
  receiverMemo: named('receiver_memo', u32AsBigint),
  trustline: struct({ address }),
};

/**
 * Generation B, multi-release, as the live service deploys it today: each milestone names its receiver, and the token's
 * decimals are not stored. Read from a real deploy, which the testkit's `live-transactions.json` holds.
 */
export const liveMulti: EscrowKind = {
  ...OF_B,
  id: 'live-multi',
  release: 'multi',
  factoryFunction: 'tw_new_multi_release_escrow',
  codes: [TRUSTLESS_WORK.testnet.wasmHash, NETWORKS.sandbox.wasmHash],
  functions: {
    ...OF_BOTH,
    release: call('release_milestone_funds', 'signer', 'feeAddress', 'index'),
    dispute: call('dispute_milestone', 'index', 'signer'),
    resolve: call('resolve_milestone_dispute', 'signer', 'index', 'feeAddress', 'distributions'),
  },
  functionsOnPublic: { 'change-status': call('change_milestone_status', 'statusChanges', 'signer') },
  split: { rule: 'off-total', isCertain: false },
  events: EVENTS_OF_MULTI,
  ...byLayout(struct({ ...LIVE_FIELDS, milestones: paidMilestones, roles: liveRolesWithoutReceiver })),
};

const OF_SINGLE = { amount: i128, flags: singleFlags, milestones: singleMilestones, roles: liveRoles };

/** Generation B, single-release. A coming build also has a receiver on another chain: read, never requested. */
export const liveSingle: EscrowKind = {
  ...OF_B,
  id: 'live-single',
  release: 'single',
  factoryFunction: 'tw_new_single_release_escrow',
  codes: [TRUSTLESS_WORK.testnet.single.wasmHash, NETWORKS.sandbox.single.wasmHash],
  functions: {
    ...OF_BOTH,
    release: call('release_funds', 'signer', 'feeAddress'),
    dispute: call('dispute_escrow', 'signer'),
    resolve: call('resolve_dispute', 'signer', 'feeAddress', 'distributions'),
  },
  split: { rule: 'per-share', isCertain: false },
  events: EVENTS,
  ...byLayout(struct({ ...LIVE_FIELDS, ...OF_SINGLE }, { crossChainReceiver })),
};

/** A deploy of one of these may be offered; the others are read and explained. */
export const SERVED_KINDS: readonly EscrowKind[] = [liveMulti, liveSingle];

export const servedKind = (release: Release): EscrowKind => (release === 'single' ? liveSingle : liveMulti);
