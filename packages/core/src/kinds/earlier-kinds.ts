/**
 * Kinds that nothing makes any more, read from the contracts' compiled interfaces on public. Generation A0, June to August
 * 2025: the fee is an i128 without a cap, and the trustline's decimals were an i128 until July and a u32 after. Generation
 * A1, from September 2025. The interim builds of November 2025, whose multi-release escrows name a receiver in each
 * milestone.
 */
import type { Release } from '../escrow/network.ts';
import { byLayout, type ContractFunctions, call, type EscrowKind, EVENTS, EVENTS_OF_MULTI } from './escrow-kind.ts';
import {
  address,
  earlierRoles,
  earlierRolesWithoutReceiver,
  i128,
  i128AsNumber,
  type Layout,
  milestones,
  named,
  paidMilestones,
  singleFlags,
  singleMilestones,
  struct,
  TEXTS,
  u32,
} from './layout.ts';

const CHANGE_STATUS = call('change_milestone_status', 'wideIndex', 'status', 'evidence', 'signer');
const UPDATE = call('update_escrow', 'signer', 'escrow');
const OF_MULTI = {
  release: call('release_milestone_funds', 'signer', 'index'),
  dispute: call('dispute_milestone', 'wideIndex', 'signer'),
};
const OF_SINGLE = { release: call('release_funds', 'signer'), dispute: call('dispute_escrow', 'signer') };

const OF_A0 = {
  fund: call('fund_escrow', 'signer', 'amount'),
  'change-status': CHANGE_STATUS,
  approve: call('approve_milestone', 'wideIndex', 'approval', 'signer'),
  update: UPDATE,
};
const OF_A1 = {
  fund: call('fund_escrow', 'signer', 'escrow', 'amount'),
  'change-status': CHANGE_STATUS,
  approve: call('approve_milestone', 'wideIndex', 'signer'),
  update: UPDATE,
  extend: call('extend_contract_ttl', 'signer', 'ledgers'),
};

type FunctionsByRelease = Readonly<Record<Release, ContractFunctions>>;
const A0_FUNCTIONS: FunctionsByRelease = {
  multi: {
    ...OF_A0,
    ...OF_MULTI,
    resolve: call('resolve_milestone_dispute', 'signer', 'index', 'approverFunds', 'serviceProviderFunds'),
  },
  single: { ...OF_A0, ...OF_SINGLE, resolve: call('resolve_dispute', 'signer', 'approverFunds', 'receiverFunds') },
};
const A1_FUNCTIONS: FunctionsByRelease = {
  multi: {
    ...OF_A1,
    ...OF_MULTI,
    resolve: call('resolve_milestone_dispute', 'signer', 'index', 'distributions'),
    withdraw: call('withdraw_remaining_funds', 'signer', 'distributions'),
  },
  single: { ...OF_A1, ...OF_SINGLE, resolve: call('resolve_dispute', 'signer', 'distributions') },
};

const SAME = { factoryFunction: 'deploy', addressFrom: 'deployer', storage: 'instance' } as const;
const COMMON = { ...TEXTS, receiverMemo: named('receiver_memo', i128) };
const A1_COMMON = { ...COMMON, platformFee: named('platform_fee', u32), trustline: struct({ address }) };
const a1Multi = byLayout(struct({ ...A1_COMMON, milestones, roles: earlierRoles }));
const interimMulti = byLayout(struct({ ...A1_COMMON, milestones: paidMilestones, roles: earlierRolesWithoutReceiver }));
const single = byLayout(
  struct({ ...A1_COMMON, amount: i128, flags: singleFlags, milestones: singleMilestones, roles: earlierRoles }),
);

function a1(
  id: string,
  generation: 'A1' | 'B-int',
  release: Release,
  code: string,
  layout: Pick<EscrowKind, 'encode' | 'decode'>,
): EscrowKind {
  const events = release === 'multi' ? EVENTS_OF_MULTI : EVENTS;
  return { id, generation, release, codes: [code], functions: A1_FUNCTIONS[release], events, ...SAME, ...layout };
}

function a0(id: string, release: Release, code: string, decimals: Layout<number>): EscrowKind {
  const common = {
    ...COMMON,
    platformFee: named('platform_fee', i128AsNumber),
    roles: earlierRoles,
    trustline: struct({ address, multiplier: named('decimals', decimals) }),
  };
  const layout =
    release === 'multi'
      ? byLayout(struct({ ...common, milestones }))
      : byLayout(struct({ ...common, amount: i128, flags: singleFlags, milestones: singleMilestones }));
  const events = { deploy: 'init_esc', fund: 'fund_esc' };
  return { id, generation: 'A0', release, codes: [code], functions: A0_FUNCTIONS[release], events, ...SAME, ...layout };
}

/** The single release of A1 and the interim builds is stored alike: only its code tells which it is. */
export const EARLIER_KINDS: readonly EscrowKind[] = [
  a1('a1-multi', 'A1', 'multi', 'ad5935635ce06c486b2e42c3669f2d986bb7578d3e13b1021198bad20264f97a', a1Multi),
  a1('a1-single', 'A1', 'single', 'cb7c971ffc5e6e3cec6ff6ad2126ce84474f87f6f2520a0a1bb2f27c5c410126', single),
  a1('b-int-multi', 'B-int', 'multi', '94cf99e36cbf4c7557bf6dd18732b749b5675b902556c4f40919a4c7d435893e', interimMulti),
  a1('b-int-single', 'B-int', 'single', 'f93cc16d8b0e0953650238ae28929aa731db2aff336ee30c58295cf9078a758c', single),
  a0('a0-multi', 'multi', 'b2e818dae6f6deb603ed4940141313cb2180a3a7215f0abed2f21d31c1a6bd8d', u32),
  a0('a0-multi-wide', 'multi', '6b70d6615a6f18b4aed674b7b667ac95f495d624411cc1506d84ff96a561d85b', i128AsNumber),
  a0('a0-single', 'single', 'b4a7abee4c75bf3413214f9531cfe4bddc576947bdde6017224679d4dd470415', u32),
  a0('a0-single-wide', 'single', '5f03a001f6123a6905b9b8d271fdae7410b9c3dbec2252fa271d277b0705d86a', i128AsNumber),
];
