/** What is done before a contract refuses a call, and the values that it refuses. */
import type { Act, EscrowOnChain } from '@countersign/core/kinds';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { type CallValues, type ContractName, lifeEscrow, type Person, person } from './escrow-life.ts';

export const UNIT = 10_000_000n;
export const ALL = 300n * UNIT;
export type Doing = readonly [act: Act, signer: Person, values?: CallValues];
export const paying = (...amounts: bigint[]): CallValues => ({
  distributions: amounts.map((amount, at) => [
    person((['client', 'provider', 'stranger'] as const)[at] ?? 'client'),
    amount,
  ]),
});

export const crowd = (count: number) => ({
  distributions: Array.from({ length: count }, (_, at) => [sandboxKeypair(`payee ${at}`).publicKey(), 1n] as const),
});

export const noStatus = (name: ContractName): Partial<EscrowOnChain> => ({
  milestones: lifeEscrow(name).milestones.map((milestone) => ({ ...milestone, status: '' })),
});
export const approvedAll: readonly Doing[] = [
  ['approve', 'client', { index: 0 }],
  ['approve', 'client', { index: 1 }],
];
export const released = (): readonly Doing[] => [...approvedAll, ['release', 'releaser']];
export const disputed = (): readonly Doing[] => [['dispute', 'client']];
export const resolved = (name: ContractName): readonly Doing[] => [
  ...disputed(),
  ['resolve', 'arbiter', paying(name === 'single' ? ALL : 100n * UNIT)],
];
export const changed = (name: ContractName, change: Partial<EscrowOnChain>): CallValues => ({
  escrow: lifeEscrow(name, change),
});
export const raise = (name: ContractName, at: number, flag: 'approved' | 'disputed' = 'approved') => ({
  milestones: lifeEscrow(name).milestones.map((milestone, index) =>
    index === at ? { ...milestone, flags: { ...milestone.flags, [flag]: true } } : milestone,
  ),
});
export const first = (name: ContractName) => lifeEscrow(name).milestones[0] as EscrowOnChain['milestones'][number];
export const added = (name: ContractName, count: number, change: object = {}) => ({
  milestones: [...lifeEscrow(name).milestones, ...Array.from({ length: count }, () => ({ ...first(name), ...change }))],
});
export const withAmount = (name: ContractName, amount: bigint) =>
  name === 'single' ? { amount } : { milestones: [first(name), { ...first(name), amount }] };
export const otherPlatform = (name: ContractName) => ({
  roles: { ...lifeEscrow(name).roles, platformAddress: person('stranger') },
});
