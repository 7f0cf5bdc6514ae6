/** An act that the contract refuses: what was done before, who tries what, and the error by name and number. */
import type { Act, EscrowOnChain } from '@countersign/core/kinds';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type CallValues,
  type ContractName,
  type EscrowLife,
  lifeEscrow,
  type Outcome,
  openEscrowLife,
  type Person,
  person,
} from './escrow-life.ts';

export const UNIT = 10_000_000n;
export const ALL = 300n * UNIT;
type Doing = readonly [act: Act, signer: Person, values?: CallValues];
/** What was done before, what is tried, and the refusal: all faults that a later check would find may stand next to it. */
export type Case = {
  readonly why: string;
  readonly in: readonly ContractName[];
  readonly money?: bigint;
  readonly terms?: (name: ContractName) => Partial<EscrowOnChain>;
  readonly before?: (name: ContractName) => readonly Doing[];
  readonly tried: Doing | ((name: ContractName) => Doing);
  /** Name and number in each contract named. */
  readonly error: string;
  readonly numbers: readonly number[];
};

export const MULTI = ['multi'] as const;
export const EACH = ['multi', 'single'] as const;
export const stranger = person('stranger');
export const none: CallValues = { distributions: [] };
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
export const resolved = (): readonly Doing[] => [...disputed(), ['resolve', 'arbiter', paying(100n * UNIT)]];
export const resolvedSingle = (): readonly Doing[] => [...disputed(), ['resolve', 'arbiter', paying(ALL)]];
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
  roles: { ...lifeEscrow(name).roles, platformAddress: stranger },
});

export function describeRefusals(cases: readonly Case[]): void {
  let life: EscrowLife;
  beforeAll(() => {
    life = openEscrowLife();
  });
  const rows = cases.flatMap((one) =>
    one.in.map(
      (name, at) => [name, one.why, `${one.error} (${one.numbers[at]})`, one, one.numbers[at] as number] as const,
    ),
  );
  describe('the contract refuses', () => {
    test.each(rows)('%s: %s: %s', (name, _why, _error, { money = 0n, terms, before, tried, error }, number) => {
      const escrow = life.funded(name, money, terms?.(name));
      for (const [act, signer, values] of before?.(name) ?? []) {
        expect(life.act(name, escrow, act, signer, values)).toHaveProperty('events');
      }
      const [act, signer, values] = typeof tried === 'function' ? tried(name) : tried;
      const kept = life.read(name, escrow);
      expect(errorOf(life.act(name, escrow, act, signer, values)).toLowerCase()).toBe(
        `HostError: Error(Contract, #${number})\n\n${error}`.toLowerCase(),
      );
      expect(life.read(name, escrow)).toEqual(kept);
    });
  });
}

const errorOf = (outcome: Outcome): string => ('error' in outcome ? outcome.error : 'no error');
