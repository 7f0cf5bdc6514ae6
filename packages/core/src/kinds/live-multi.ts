/**
 * Generation B, multi-release, as the live service deploys it today: each milestone names its receiver, and the token's
 * decimals are not stored. Read from a real deploy, which the testkit's `live-transactions.json` holds.
 */
import { NETWORKS } from '../escrow/network.ts';
import { TRUSTLESS_WORK } from '../escrow/trustless-work.ts';
import { liveRolesWithoutReceiver, paidMilestones, TEXTS } from './common-layouts.ts';
import { byLayout, type EscrowKind } from './escrow-kind.ts';
import { call, EVENTS_OF_MULTI } from './functions.ts';
import { address, named, u32, u32AsBigint } from './layout.ts';
import { struct } from './struct-layout.ts';

export const liveMulti: EscrowKind = {
  id: 'live-multi',
  generation: 'B',
  release: 'multi',
  factoryFunction: 'tw_new_multi_release_escrow',
  addressFrom: 'factory',
  codes: [TRUSTLESS_WORK.testnet.wasmHash, NETWORKS.sandbox.wasmHash],
  storage: 'persistent',
  functions: {
    fund: call('fund_escrow', 'signer', 'escrow', 'amount'),
    'change-status': call('change_milestone_status', 'index', 'status', 'evidence', 'signer'),
    approve: call('approve_milestone', 'index', 'signer'),
    release: call('release_milestone_funds', 'signer', 'feeAddress', 'index'),
    dispute: call('dispute_milestone', 'index', 'signer'),
    resolve: call('resolve_milestone_dispute', 'signer', 'index', 'feeAddress', 'distributions'),
    withdraw: call('withdraw_remaining_funds', 'signer', 'feeAddress', 'distributions'),
    update: call('update_escrow', 'signer', 'escrow'),
    extend: call('extend_contract_ttl', 'signer', 'ledgers'),
  },
  functionsOnPublic: { 'change-status': call('change_milestone_status', 'statusChanges', 'signer') },
  split: { rule: 'off-total', isCertain: false },
  events: EVENTS_OF_MULTI,
  ...byLayout(
    struct({
      ...TEXTS,
      milestones: paidMilestones,
      platformFee: named('platform_fee', u32),
      receiverMemo: named('receiver_memo', u32AsBigint),
      roles: liveRolesWithoutReceiver,
      trustline: struct({ address }),
    }),
  ),
};
