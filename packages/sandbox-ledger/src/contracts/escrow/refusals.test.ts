/** Every refusal of the three contracts, by name and number, and which of several comes first. */
import { type Act, type EscrowOnChain, errorName } from '@countersign/core/kinds';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import {
  type CallValues,
  type ContractName,
  type EscrowLife,
  LIFE_KINDS,
  lifeEscrow,
  type Outcome,
  openEscrowLife,
  type Person,
  person,
} from '@countersign/testkit/ledger/escrow-life';
import { beforeAll, describe, expect, test } from 'vitest';
import { ERRORS } from './code.ts';

let life: EscrowLife;
beforeAll(() => {
  life = openEscrowLife();
});

const UNIT = 10_000_000n;
const ALL = 300n * UNIT;
type Doing = readonly [act: Act, signer: Person, values?: CallValues];
/** What was done before, what is tried, and the refusal: all faults that a later check would find may stand beside it. */
type Case = {
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

const MULTI = ['multi'] as const;
const EACH = ['multi', 'single'] as const;
const stranger = person('stranger');
const none: CallValues = { distributions: [] };
const paying = (...amounts: bigint[]): CallValues => ({
  distributions: amounts.map((amount, at) => [
    person((['client', 'provider', 'stranger'] as const)[at] ?? 'client'),
    amount,
  ]),
});

const crowd = (count: number) => ({
  distributions: Array.from({ length: count }, (_, at) => [sandboxKeypair(`payee ${at}`).publicKey(), 1n] as const),
});

const noStatus = (name: ContractName): Partial<EscrowOnChain> => ({
  milestones: lifeEscrow(name).milestones.map((milestone) => ({ ...milestone, status: '' })),
});
const approvedAll: readonly Doing[] = [
  ['approve', 'client', { index: 0 }],
  ['approve', 'client', { index: 1 }],
];
const released = (): readonly Doing[] => [...approvedAll, ['release', 'releaser']];
const disputed = (): readonly Doing[] => [['dispute', 'client']];
const resolved = (): readonly Doing[] => [...disputed(), ['resolve', 'arbiter', paying(100n * UNIT)]];
const resolvedSingle = (): readonly Doing[] => [...disputed(), ['resolve', 'arbiter', paying(ALL)]];
const changed = (name: ContractName, change: Partial<EscrowOnChain>): CallValues => ({
  escrow: lifeEscrow(name, change),
});
const raise = (name: ContractName, at: number, flag: 'approved' | 'disputed' = 'approved') => ({
  milestones: lifeEscrow(name).milestones.map((milestone, index) =>
    index === at ? { ...milestone, flags: { ...milestone.flags, [flag]: true } } : milestone,
  ),
});
const first = (name: ContractName) => lifeEscrow(name).milestones[0] as EscrowOnChain['milestones'][number];
const added = (name: ContractName, count: number, change: object = {}) => ({
  milestones: [...lifeEscrow(name).milestones, ...Array.from({ length: count }, () => ({ ...first(name), ...change }))],
});
const withAmount = (name: ContractName, amount: bigint) =>
  name === 'single' ? { amount } : { milestones: [first(name), { ...first(name), amount }] };
const otherPlatform = (name: ContractName) => ({
  roles: { ...lifeEscrow(name).roles, platformAddress: stranger },
});

const CASES: readonly Case[] = [
  // change-status
  {
    why: 'an empty status before all else',
    in: ['single'],
    tried: ['change-status', 'stranger', { status: '', index: 7 }],
    error: 'EmptyMilestoneStatus',
    numbers: [30],
  },
  {
    why: 'somebody else than the service provider, before an empty status and a missing milestone',
    in: MULTI,
    tried: ['change-status', 'client', { status: '', index: 7 }],
    error: 'OnlyServiceProviderChangeMilstoneStatus',
    numbers: [40],
  },
  {
    why: 'somebody else than the service provider, before a missing milestone',
    in: ['single'],
    tried: ['change-status', 'client', { index: 7 }],
    error: 'OnlyServiceProviderChangeMilstoneStatus',
    numbers: [8],
  },
  {
    why: 'an empty status before a missing milestone',
    in: ['multi'],
    tried: ['change-status', 'provider', { status: '', index: 7 }],
    error: 'EmptyMilestoneStatus',
    numbers: [7],
  },
  {
    why: 'the status of a missing milestone',
    in: MULTI,
    tried: ['change-status', 'provider', { index: 2 }],
    error: 'InvalidMileStoneIndex',
    numbers: [23],
  },
  {
    why: 'the status of a missing milestone, by a name of its own',
    in: ['single'],
    tried: ['change-status', 'provider', { index: 2 }],
    error: 'MilestoneToUpdateDoesNotExist',
    numbers: [46],
  },
  {
    why: 'a status where there was none from the start',
    in: ['single'],
    terms: noStatus,
    tried: ['change-status', 'provider'],
    error: 'EmptyMilestoneStatus',
    numbers: [30],
  },
  // approve
  {
    why: 'an approval of a missing milestone, whoever asks',
    in: EACH,
    tried: ['approve', 'stranger', { index: 2 }],
    error: 'InvalidMileStoneIndex',
    numbers: [23, 10],
  },
  {
    why: 'an approval by somebody else, before a second approval',
    in: EACH,
    before: () => approvedAll,
    tried: ['approve', 'provider'],
    error: 'OnlyApproverChangeMilstoneFlag',
    numbers: [36, 11],
  },
  {
    why: 'a second approval',
    in: EACH,
    before: () => approvedAll,
    tried: ['approve', 'client'],
    error: 'MilestoneHasAlreadyBeenApproved',
    numbers: [28, 29],
  },
  {
    why: 'an approval where there is no status',
    in: EACH,
    terms: noStatus,
    tried: ['approve', 'client'],
    error: 'EmptyMilestoneStatus',
    numbers: [7, 30],
  },
  // release
  {
    why: 'a release of a missing milestone, whoever asks',
    in: MULTI,
    tried: ['release', 'stranger', { index: 2 }],
    error: 'MilestoneNotFound',
    numbers: [30],
  },
  {
    why: 'a second release, whoever asks',
    in: MULTI,
    money: ALL,
    before: released,
    tried: ['release', 'stranger'],
    error: 'MilestoneAlreadyReleased',
    numbers: [25],
  },
  {
    why: 'a second release, whoever asks',
    in: ['single'],
    money: ALL,
    before: released,
    tried: ['release', 'stranger'],
    error: 'EscrowAlreadyReleased',
    numbers: [35],
  },
  {
    why: 'a release of what was resolved, whoever asks',
    in: MULTI,
    money: ALL,
    before: resolved,
    tried: ['release', 'stranger'],
    error: 'EscrowAlreadyResolved',
    numbers: [9],
  },
  {
    why: 'a release of what was resolved, whoever asks',
    in: ['single'],
    money: ALL,
    before: resolvedSingle,
    tried: ['release', 'stranger'],
    error: 'EscrowAlreadyResolved',
    numbers: [24],
  },
  {
    why: 'a release by somebody else, before its approval is asked for',
    in: EACH,
    before: disputed,
    tried: ['release', 'client'],
    error: 'OnlyReleaseSignerCanReleaseEarnings',
    numbers: [39, 4],
  },
  {
    why: 'a release of what was not approved, before its dispute is seen',
    in: MULTI,
    before: disputed,
    tried: ['release', 'releaser'],
    error: 'MilestoneNotCompleted',
    numbers: [29],
  },
  {
    why: 'a release before the last milestone was approved',
    in: ['single'],
    before: () => [['approve', 'client'], ...disputed()],
    tried: ['release', 'releaser'],
    error: 'EscrowNotCompleted',
    numbers: [5],
  },
  {
    why: 'a release of what is in dispute, before the balance is looked at',
    in: MULTI,
    before: () => [...disputed(), ...approvedAll],
    tried: ['release', 'releaser'],
    error: 'MilestoneOpenedForDisputeResolution',
    numbers: [32],
  },
  {
    why: 'a release of what is in dispute, before the balance is looked at',
    in: ['single'],
    before: () => [...disputed(), ...approvedAll],
    tried: ['release', 'releaser'],
    error: 'EscrowOpenedForDisputeResolution',
    numbers: [16],
  },
  {
    why: 'a release of more than is there',
    in: EACH,
    money: 100n * UNIT - 1n,
    before: () => approvedAll,
    tried: ['release', 'releaser'],
    error: 'EscrowBalanceNotEnoughToSendEarnings',
    numbers: [11, 6],
  },
  // dispute
  {
    why: 'a dispute about a missing milestone',
    in: MULTI,
    tried: ['dispute', 'stranger', { index: 2 }],
    error: 'InvalidMileStoneIndex',
    numbers: [23],
  },
  {
    why: 'a dispute about what was released, whoever asks',
    in: MULTI,
    money: ALL,
    before: released,
    tried: ['dispute', 'stranger'],
    error: 'MilestoneAlreadyReleased',
    numbers: [25],
  },
  {
    why: 'a dispute about what was resolved, whoever asks',
    in: MULTI,
    money: ALL,
    before: resolved,
    tried: ['dispute', 'stranger'],
    error: 'MilestoneAlreadyResolved',
    numbers: [26],
  },
  {
    why: 'a dispute about what was resolved, whoever asks',
    in: ['single'],
    money: ALL,
    before: resolvedSingle,
    tried: ['dispute', 'stranger'],
    error: 'EscrowAlreadyResolved',
    numbers: [24],
  },
  {
    why: 'a second dispute, whoever asks',
    in: MULTI,
    before: disputed,
    tried: ['dispute', 'arbiter'],
    error: 'MilestoneAlreadyInDispute',
    numbers: [24],
  },
  {
    why: 'a second dispute, whoever asks',
    in: ['single'],
    before: disputed,
    tried: ['dispute', 'stranger'],
    error: 'EscrowAlreadyInDispute',
    numbers: [13],
  },
  {
    why: 'a dispute by somebody without a role',
    in: EACH,
    tried: ['dispute', 'stranger'],
    error: 'UnauthorizedToChangeDisputeFlag',
    numbers: [49, 26],
  },
  {
    why: 'a dispute by the resolver',
    in: MULTI,
    tried: ['dispute', 'arbiter'],
    error: 'DisputeResolverCannotDisputeTheMilestone',
    numbers: [5],
  },
  {
    why: 'a dispute by the resolver, also where the resolver is the approver too',
    in: ['single'],
    terms: (name) => ({ roles: { ...lifeEscrow(name).roles, approver: person('arbiter') } }),
    tried: ['dispute', 'arbiter'],
    error: 'DisputeResolverCannotDisputeTheEscrow',
    numbers: [40],
  },
  // resolve
  {
    why: 'a resolution of a missing milestone, before its amounts',
    in: MULTI,
    tried: ['resolve', 'stranger', { ...paying(0n), index: 2 }],
    error: 'InvalidMileStoneIndex',
    numbers: [23],
  },
  {
    why: 'a resolution that pays somebody nothing, whoever asks',
    in: EACH,
    tried: ['resolve', 'stranger', paying(5n, 0n)],
    error: 'AmountsToBeTransferredShouldBePositive',
    numbers: [2, 38],
  },
  {
    why: 'a resolution of more than an amount can be',
    in: EACH,
    tried: ['resolve', 'stranger', paying(2n ** 127n - 1n, 1n)],
    error: 'Overflow',
    numbers: [41, 17],
  },
  {
    why: 'a resolution by somebody else, before there is a dispute',
    in: EACH,
    tried: ['resolve', 'client', none],
    error: 'OnlyDisputeResolverCanExecuteThisFunction',
    numbers: [37, 12],
  },
  {
    why: 'a resolution of what was released',
    in: MULTI,
    money: ALL,
    before: released,
    tried: ['resolve', 'arbiter', none],
    error: 'MilestoneAlreadyReleased',
    numbers: [25],
  },
  {
    why: 'a second resolution',
    in: MULTI,
    money: ALL,
    before: resolved,
    tried: ['resolve', 'arbiter', none],
    error: 'MilestoneAlreadyResolved',
    numbers: [26],
  },
  {
    why: 'a resolution without a dispute',
    in: MULTI,
    tried: ['resolve', 'arbiter', paying(ALL)],
    error: 'MilestoneNotInDispute',
    numbers: [31],
  },
  {
    why: 'a resolution without a dispute',
    in: ['single'],
    tried: ['resolve', 'arbiter', paying(ALL)],
    error: 'EscrowNotInDispute',
    numbers: [14],
  },
  {
    why: 'a resolution of more than the milestone, before the balance is looked at',
    in: MULTI,
    before: disputed,
    tried: ['resolve', 'arbiter', paying(100n * UNIT, 1n)],
    error: 'TotalDisputeFundsMustNotExceedTheMilestoneAmount',
    numbers: [48],
  },
  {
    why: 'a resolution of more than is there',
    in: EACH,
    money: 99n,
    before: disputed,
    tried: ['resolve', 'arbiter', paying(99n, 1n)],
    error: 'InsufficientFundsForResolution',
    numbers: [21, 15],
  },
  {
    why: 'a resolution that leaves something',
    in: ['single'],
    money: 99n,
    before: disputed,
    tried: ['resolve', 'arbiter', paying(98n)],
    error: 'DistributionsMustEqualEscrowBalance',
    numbers: [39],
  },
  {
    why: 'a resolution of nothing',
    in: EACH,
    before: disputed,
    tried: ['resolve', 'arbiter', none],
    error: 'TotalAmountCannotBeZero',
    numbers: [47, 41],
  },
  {
    why: 'more than fifty payments, whoever asks',
    in: EACH,
    tried: ['resolve', 'stranger', crowd(51)],
    error: 'TooManyDistributions',
    numbers: [46, 45],
  },
  {
    why: 'a payment of nothing before it sees that there are more than fifty',
    in: EACH,
    tried: ['withdraw', 'stranger', { distributions: crowd(51).distributions.map(([to]) => [to, 0n] as const) }],
    error: 'AmountsToBeTransferredShouldBePositive',
    numbers: [2, 38],
  },
  // withdraw
  {
    why: 'a withdrawal that pays somebody less than nothing, whoever asks',
    in: EACH,
    tried: ['withdraw', 'stranger', paying(-1n)],
    error: 'AmountsToBeTransferredShouldBePositive',
    numbers: [2, 38],
  },
  {
    why: 'a withdrawal by somebody else',
    in: EACH,
    tried: ['withdraw', 'platform', none],
    error: 'OnlyDisputeResolverCanExecuteThisFunction',
    numbers: [37, 12],
  },
  {
    why: 'a withdrawal before all is done',
    in: EACH,
    money: ALL,
    before: (name) => (name === 'single' ? [] : disputed()),
    tried: ['withdraw', 'arbiter', none],
    error: 'EscrowNotFullyProcessed',
    numbers: [14, 44],
  },
  {
    why: 'a withdrawal of nothing',
    in: EACH,
    before: () => [...disputed()],
    terms: (name) => (name === 'single' ? {} : { milestones: [first(name)] }),
    tried: ['withdraw', 'arbiter', none],
    error: 'TotalAmountCannotBeZero',
    numbers: [47, 41],
  },
  {
    why: 'a withdrawal of more than is there',
    in: EACH,
    money: 9n,
    before: () => [...disputed()],
    terms: (name) => (name === 'single' ? {} : { milestones: [first(name)] }),
    tried: ['withdraw', 'arbiter', paying(10n)],
    error: 'InsufficientFundsForResolution',
    numbers: [21, 15],
  },
  {
    why: 'a change to none',
    in: EACH,
    tried: (name) => ['update', 'platform', changed(name, { milestones: [] })],
    error: 'NoMileStoneDefined',
    numbers: [35, 9],
  },
  // update of the live ones
  {
    why: 'a fee that is too high, whoever asks',
    in: EACH,
    tried: (name) => ['update', 'stranger', changed(name, { platformFee: 9_901, milestones: [] })],
    error: 'PlatformFeeTooHigh',
    numbers: [43, 31],
  },
  {
    why: 'an amount of zero, whoever asks',
    in: EACH,
    tried: (name) => ['update', 'stranger', changed(name, withAmount(name, 0n))],
    error: 'AmountCannotBeZero',
    numbers: [1, 1],
  },
  {
    why: 'more than fifty milestones, whoever asks',
    in: EACH,
    tried: (name) => ['update', 'stranger', changed(name, added(name, 49))],
    error: 'TooManyMilestones',
    numbers: [45, 27],
  },
  {
    why: 'a change by somebody else',
    in: EACH,
    tried: (name) => ['update', 'client', changed(name, otherPlatform(name))],
    error: 'OnlyPlatformAddressExecuteThisFunction',
    numbers: [38, 7],
  },
  {
    why: 'another platform',
    in: EACH,
    before: disputed,
    tried: (name) => ['update', 'platform', changed(name, { ...otherPlatform(name), ...raise(name, 0) })],
    error: 'PlatformAddressCannotBeChanged',
    numbers: [42, 37],
  },
  {
    why: 'flags of a milestone that stood',
    in: ['multi'],
    tried: (name) => ['update', 'platform', changed(name, raise(name, 1))],
    error: 'EscrowPropertiesMismatch',
    numbers: [15],
  },
  {
    why: 'flags that were set and are taken back',
    in: ['multi'],
    before: () => approvedAll,
    tried: ['update', 'platform'],
    error: 'EscrowPropertiesMismatch',
    numbers: [15],
  },
  {
    why: 'a flag of a milestone that is new',
    in: ['multi'],
    tried: (name) => [
      'update',
      'platform',
      changed(name, added(name, 1, { flags: raise(name, 0).milestones[0]?.flags })),
    ],
    error: 'FlagsMustBeFalse',
    numbers: [16],
  },
  {
    why: 'another title where there is money',
    in: EACH,
    money: 1n,
    tried: (name) => ['update', 'platform', changed(name, { title: 'Other', ...added(name, 1) })],
    error: 'EscrowPropertiesMismatch',
    numbers: [15, 33],
  },
  {
    why: 'another step’s text where there is money',
    in: EACH,
    money: 1n,
    tried: (name) => ['update', 'platform', changed(name, { milestones: [first(name), first(name)] })],
    error: 'EscrowPropertiesMismatch',
    numbers: [15, 33],
  },
  {
    why: 'fewer steps where there is money',
    in: EACH,
    money: 1n,
    tried: (name) => ['update', 'platform', changed(name, { milestones: [first(name)] })],
    error: 'EscrowPropertiesMismatch',
    numbers: [15, 33],
  },
  {
    why: 'a change during a dispute',
    in: ['single'],
    before: disputed,
    tried: (name) => ['update', 'platform', changed(name, raise(name, 0))],
    error: 'EscrowOpenedForDisputeResolution',
    numbers: [16],
  },
  {
    why: 'flags of the whole escrow',
    in: ['single'],
    before: () => approvedAll,
    tried: (name) => [
      'update',
      'platform',
      changed(name, { flags: { disputed: false, released: true, resolved: false } }),
    ],
    error: 'FlagsMustBeFalse',
    numbers: [32],
  },
  {
    why: 'a change after an approval, without money',
    in: ['single'],
    before: () => approvedAll,
    tried: (name) => ['update', 'platform', changed(name, raise(name, 0))],
    error: 'MilestoneApprovedCantChangeEscrowProperties',
    numbers: [22],
  },
  {
    why: 'an approval by way of a change',
    in: ['single'],
    tried: (name) => ['update', 'platform', changed(name, raise(name, 0))],
    error: 'FlagsMustBeFalse',
    numbers: [32],
  },
  {
    why: 'an approval by way of a step that is added where there is money',
    in: ['single'],
    money: 1n,
    tried: (name) => ['update', 'platform', changed(name, added(name, 1, { flags: { approved: true } }))],
    error: 'FlagsMustBeFalse',
    numbers: [32],
  },
  // extend
  {
    why: 'a longer life by somebody else',
    in: EACH,
    tried: ['extend', 'client', { ledgers: 500_000 }],
    error: 'OnlyPlatformAddressExecuteThisFunction',
    numbers: [38, 7],
  },
];

const ROWS = CASES.flatMap((one) =>
  one.in.map(
    (name, at) => [name, one.why, `${one.error} (${one.numbers[at]})`, one, one.numbers[at] as number] as const,
  ),
);

describe('the contract refuses', () => {
  test.each(ROWS)('%s: %s: %s', (name, _why, _error, { money = 0n, terms, before, tried, error }, number) => {
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

test('every number is named by the code as explaining an error names it', () => {
  for (const name of EACH) {
    const code = LIFE_KINDS[name].codes.at(-1) as string;
    expect(ERRORS[name].map((_, at) => errorName(code, at + 1))).toEqual(ERRORS[name]);
    expect(errorName(code, ERRORS[name].length + 1)).toBeUndefined();
  }
});

const errorOf = (outcome: Outcome): string => ('error' in outcome ? outcome.error : 'no error');
