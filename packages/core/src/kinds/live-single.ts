/** Generation B, single-release, as the live service deploys it today: one amount for all milestones, and one receiver. */
import { NETWORKS } from '../escrow/network.ts';
import { TRUSTLESS_WORK } from '../escrow/trustless-work.ts';
import { liveRoles, singleFlags, singleMilestones, TEXTS } from './common-layouts.ts';
import { byLayout, type EscrowKind } from './escrow-kind.ts';
import { call, EVENTS } from './functions.ts';
import { address, i128, named, u32, u32AsBigint } from './layout.ts';
import { struct } from './struct-layout.ts';

export const liveSingle: EscrowKind = {
  id: 'live-single',
  generation: 'B',
  release: 'single',
  factoryFunction: 'tw_new_single_release_escrow',
  addressFrom: 'factory',
  codes: [TRUSTLESS_WORK.testnet.single.wasmHash, NETWORKS.sandbox.single.wasmHash],
  storage: 'persistent',
  functions: {
    fund: call('fund_escrow', 'signer', 'escrow', 'amount'),
    'change-status': call('change_milestone_status', 'index', 'status', 'evidence', 'signer'),
    approve: call('approve_milestone', 'index', 'signer'),
    release: call('release_funds', 'signer', 'feeAddress'),
    dispute: call('dispute_escrow', 'signer'),
    resolve: call('resolve_dispute', 'signer', 'feeAddress', 'distributions'),
    withdraw: call('withdraw_remaining_funds', 'signer', 'feeAddress', 'distributions'),
    update: call('update_escrow', 'signer', 'escrow'),
    extend: call('extend_contract_ttl', 'signer', 'ledgers'),
  },
  split: { rule: 'per-share', isCertain: false },
  events: EVENTS,
  ...byLayout(
    struct({
      ...TEXTS,
      amount: i128,
      flags: singleFlags,
      milestones: singleMilestones,
      platformFee: named('platform_fee', u32),
      receiverMemo: named('receiver_memo', u32AsBigint),
      roles: liveRoles,
      trustline: struct({ address }),
    }),
  ),
};
