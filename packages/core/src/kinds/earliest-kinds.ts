/**
 * Generation A0, June to August 2025: the fee is an i128 without a cap, and the trustline's decimals were an i128 until
 * July and a u32 after. Read from the contracts' compiled interfaces on public; nothing makes them any more.
 */
import type { Release } from '../escrow/network.ts';
import { byLayout, type ContractFunctions, call, type EscrowKind } from './escrow-kind.ts';
import {
  address,
  earlierRoles,
  i128,
  i128AsNumber,
  type Layout,
  milestones,
  named,
  singleFlags,
  singleMilestones,
  struct,
  TEXTS,
  u32,
} from './layout.ts';

const OF_BOTH = {
  fund: call('fund_escrow', 'signer', 'amount'),
  'change-status': call('change_milestone_status', 'wideIndex', 'status', 'evidence', 'signer'),
  approve: call('approve_milestone', 'wideIndex', 'approval', 'signer'),
  update: call('update_escrow', 'signer', 'escrow'),
};
const FUNCTIONS: Readonly<Record<Release, ContractFunctions>> = {
  multi: {
    ...OF_BOTH,
    release: call('release_milestone_funds', 'signer', 'index'),
    dispute: call('dispute_milestone', 'wideIndex', 'signer'),
    resolve: call('resolve_milestone_dispute', 'signer', 'index', 'approverFunds', 'serviceProviderFunds'),
  },
  single: {
    ...OF_BOTH,
    release: call('release_funds', 'signer'),
    dispute: call('dispute_escrow', 'signer'),
    resolve: call('resolve_dispute', 'signer', 'approverFunds', 'receiverFunds'),
  },
};

function kind(id: string, release: Release, code: string, decimals: Layout<number>): EscrowKind {
  const common = {
    ...TEXTS,
    platformFee: named('platform_fee', i128AsNumber),
    receiverMemo: named('receiver_memo', i128),
    roles: earlierRoles,
    trustline: struct({ address, multiplier: named('decimals', decimals) }),
  };
  return {
    id,
    generation: 'A0',
    release,
    factoryFunction: 'deploy',
    addressFrom: 'deployer',
    codes: [code],
    storage: 'instance',
    functions: FUNCTIONS[release],
    events: { deploy: 'init_esc', fund: 'fund_esc' },
    ...(release === 'multi'
      ? byLayout(struct({ ...common, milestones }))
      : byLayout(struct({ ...common, amount: i128, flags: singleFlags, milestones: singleMilestones }))),
  };
}

export const EARLIEST_KINDS: readonly EscrowKind[] = [
  kind('a0-multi', 'multi', 'b2e818dae6f6deb603ed4940141313cb2180a3a7215f0abed2f21d31c1a6bd8d', u32),
  kind('a0-multi-wide', 'multi', '6b70d6615a6f18b4aed674b7b667ac95f495d624411cc1506d84ff96a561d85b', i128AsNumber),
  kind('a0-single', 'single', 'b4a7abee4c75bf3413214f9531cfe4bddc576947bdde6017224679d4dd470415', u32),
  kind('a0-single-wide', 'single', '5f03a001f6123a6905b9b8d271fdae7410b9c3dbec2252fa271d277b0705d86a', i128AsNumber),
];
