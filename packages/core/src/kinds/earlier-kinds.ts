/**
 * Generation A1, from September 2025, and the interim builds of November 2025, whose multi-release escrows name a
 * receiver in each milestone. Read from the contracts' compiled interfaces on public; nothing makes them any more.
 */
import type { Release } from '../escrow/network.ts';
import { byLayout, type ContractFunctions, call, type EscrowKind, EVENTS, EVENTS_OF_MULTI } from './escrow-kind.ts';
import {
  address,
  earlierRoles,
  earlierRolesWithoutReceiver,
  i128,
  milestones,
  named,
  paidMilestones,
  singleFlags,
  singleMilestones,
  struct,
  TEXTS,
  u32,
} from './layout.ts';

const OF_BOTH = {
  fund: call('fund_escrow', 'signer', 'escrow', 'amount'),
  'change-status': call('change_milestone_status', 'wideIndex', 'status', 'evidence', 'signer'),
  approve: call('approve_milestone', 'wideIndex', 'signer'),
  update: call('update_escrow', 'signer', 'escrow'),
  extend: call('extend_contract_ttl', 'signer', 'ledgers'),
};
const FUNCTIONS: Readonly<Record<Release, ContractFunctions>> = {
  multi: {
    ...OF_BOTH,
    release: call('release_milestone_funds', 'signer', 'index'),
    dispute: call('dispute_milestone', 'wideIndex', 'signer'),
    resolve: call('resolve_milestone_dispute', 'signer', 'index', 'distributions'),
    withdraw: call('withdraw_remaining_funds', 'signer', 'distributions'),
  },
  single: {
    ...OF_BOTH,
    release: call('release_funds', 'signer'),
    dispute: call('dispute_escrow', 'signer'),
    resolve: call('resolve_dispute', 'signer', 'distributions'),
  },
};

const common = {
  ...TEXTS,
  platformFee: named('platform_fee', u32),
  receiverMemo: named('receiver_memo', i128),
  trustline: struct({ address }),
};
const a1Multi = byLayout(struct({ ...common, milestones, roles: earlierRoles }));
const interimMulti = byLayout(struct({ ...common, milestones: paidMilestones, roles: earlierRolesWithoutReceiver }));
const single = byLayout(
  struct({ ...common, amount: i128, flags: singleFlags, milestones: singleMilestones, roles: earlierRoles }),
);

function kind(
  id: string,
  generation: 'A1' | 'B-int',
  release: Release,
  code: string,
  layout: Pick<EscrowKind, 'encode' | 'decode'>,
): EscrowKind {
  return {
    id,
    generation,
    release,
    factoryFunction: 'deploy',
    addressFrom: 'deployer',
    codes: [code],
    storage: 'instance',
    functions: FUNCTIONS[release],
    events: release === 'multi' ? EVENTS_OF_MULTI : EVENTS,
    ...layout,
  };
}

/** The single release of both is stored alike: only its code tells which it is. */
export const EARLIER_KINDS: readonly EscrowKind[] = [
  kind('a1-multi', 'A1', 'multi', 'ad5935635ce06c486b2e42c3669f2d986bb7578d3e13b1021198bad20264f97a', a1Multi),
  kind('a1-single', 'A1', 'single', 'cb7c971ffc5e6e3cec6ff6ad2126ce84474f87f6f2520a0a1bb2f27c5c410126', single),
  kind(
    'b-int-multi',
    'B-int',
    'multi',
    '94cf99e36cbf4c7557bf6dd18732b749b5675b902556c4f40919a4c7d435893e',
    interimMulti,
  ),
  kind('b-int-single', 'B-int', 'single', 'f93cc16d8b0e0953650238ae28929aa731db2aff336ee30c58295cf9078a758c', single),
];
