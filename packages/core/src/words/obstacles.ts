/** Why a step cannot be taken now, and who can change that: as data, and in words. Milestones are numbered from 1. */
import type { RoleName } from '../escrow/roles.ts';
import type { StepName } from '../escrow/steps.ts';
import { PARTY_WORDS, type PartyName, ROLE_WORDS } from './words.ts';

type None = Readonly<Record<string, never>>;
/** `milestone` is absent where the escrow is paid out at once. */
type OfMilestone = { readonly milestone?: number };
type Party = { readonly role: PartyName; readonly address: string };
/** Decimal strings in token units; `token`: how the token is called. */
type Amounts<Name extends string> = Readonly<Record<Name | 'token', string>>;

export type Obstacle =
  | {
      readonly code: 'NOT_YOUR_STEP';
      readonly params: { readonly step: StepName; readonly signer: string; readonly parties: readonly Party[] };
    }
  /** An address that is a contract has no key that could sign. */
  | { readonly code: 'ROLE_IS_CONTRACT'; readonly params: Party }
  | { readonly code: 'RESOLVER_CANNOT_DISPUTE'; readonly params: { readonly address: string } }
  | { readonly code: 'NO_SUCH_MILESTONE'; readonly params: { readonly milestone: number; readonly count: number } }
  | { readonly code: 'ALREADY_APPROVED'; readonly params: { readonly milestone: number } }
  | { readonly code: 'ALREADY_REPORTED'; readonly params: { readonly milestone: number } }
  | { readonly code: 'ALREADY_PAID'; readonly params: OfMilestone }
  | { readonly code: 'ALREADY_RESOLVED'; readonly params: OfMilestone }
  | { readonly code: 'ALREADY_IN_DISPUTE'; readonly params: OfMilestone }
  | { readonly code: 'NOTHING_CHANGES'; readonly params: None }
  | {
      readonly code: 'NOT_APPROVED';
      readonly params: { readonly milestones: readonly number[]; readonly approver: string };
    }
  | { readonly code: 'IN_DISPUTE'; readonly params: OfMilestone & { readonly resolver: string } }
  | { readonly code: 'NOT_IN_DISPUTE'; readonly params: OfMilestone }
  | { readonly code: 'TOO_LITTLE_HELD'; readonly params: Amounts<'held' | 'needed' | 'missing'> }
  | { readonly code: 'MORE_THAN_MILESTONE'; readonly params: Amounts<'asked' | 'most'> }
  | { readonly code: 'MORE_THAN_HELD'; readonly params: Amounts<'asked' | 'held'> }
  /** A single release is resolved with all that it holds. */
  | { readonly code: 'NOT_ALL_OF_IT'; readonly params: Amounts<'asked' | 'held'> }
  | { readonly code: 'ROUNDED_UP'; readonly params: Amounts<'held'> & { readonly canLeave: boolean } }
  | { readonly code: 'NOTHING_HELD'; readonly params: None }
  | { readonly code: 'NOT_FINISHED'; readonly params: { readonly milestones: readonly number[] } }
  | { readonly code: 'HOLDS_MONEY'; readonly params: Amounts<'held'> & { readonly canAppend: boolean } }
  | { readonly code: 'LIFE_HAS_BEGUN'; readonly params: { readonly milestones: readonly number[] } }
  | { readonly code: 'TOO_MANY_MILESTONES'; readonly params: { readonly count: number; readonly most: number } }
  | { readonly code: 'NO_TRUSTLINE'; readonly params: Party & { readonly token: string } }
  | { readonly code: 'NO_ACCOUNT'; readonly params: Party }
  | { readonly code: 'NO_SUCH_FUNCTION'; readonly params: { readonly step: StepName } };

/** What the ledger shows to be so already: nothing needs to be done. */
const ALREADY: readonly Obstacle['code'][] = [
  'ALREADY_APPROVED',
  'ALREADY_REPORTED',
  'ALREADY_PAID',
  'ALREADY_RESOLVED',
  'ALREADY_IN_DISPUTE',
  'NOTHING_CHANGES',
];
export const isSoAlready = ({ code }: Obstacle): boolean => ALREADY.includes(code);

/** Who takes each step, in words. */
export const STEP_ROLES: Readonly<Record<StepName, string>> = {
  'change-status': 'the service provider reports how far a milestone is',
  approve: 'the approver approves',
  release: 'the release signer pays out',
  dispute: 'the approver, service provider, platform, release signer or receiver opens a dispute',
  resolve: 'the dispute resolver decides a dispute',
  withdraw: 'the dispute resolver withdraws what is left',
  update: 'the platform changes the terms',
  extend: 'the platform keeps the contract’s entries alive',
};

export type ObstacleWords = {
  /** Which precondition is not met. */
  readonly problem: string;
  /** Who can change that, and how. */
  readonly remedy: string;
};

export function obstacleWords({ code, params }: Obstacle): ObstacleWords {
  switch (code) {
    case 'NOT_YOUR_STEP':
      return {
        problem: `In this escrow only ${params.parties.map(thePartyText).join(' or ')} can ${CAN[params.step]}; ${params.signer} cannot.`,
        remedy: 'Ask the holder of that role to sign, or name them as the signer.',
      };
    case 'ROLE_IS_CONTRACT':
      return {
        problem: `${partyText(params)} is a contract, which has no key and cannot sign here.`,
        remedy: 'Only that contract itself can take this step, in a transaction that its own wallet makes.',
      };
    case 'RESOLVER_CANNOT_DISPUTE':
      return {
        problem: `The dispute resolver (${params.address}) may not open a dispute.`,
        remedy: 'Another party opens it: approver, service provider, platform, release signer or receiver.',
      };
    case 'NO_SUCH_MILESTONE':
      return {
        problem: `There is no milestone ${params.milestone}: the escrow has ${params.count}.`,
        remedy: `Name one from 1 to ${params.count}.`,
      };
    case 'ALREADY_APPROVED':
      return { problem: `Milestone ${params.milestone} is approved already.`, remedy: NOTHING_TO_DO };
    case 'ALREADY_REPORTED':
      return {
        problem: `Milestone ${params.milestone} has this status and this evidence already.`,
        remedy: NOTHING_TO_DO,
      };
    case 'ALREADY_PAID':
      return { problem: `${itText(params)} was paid out already.`, remedy: NOTHING_TO_DO };
    case 'ALREADY_RESOLVED':
      return {
        problem: `${itText(params)} was in dispute, and the dispute was decided.`,
        remedy: 'Nothing more can be done with it. What is left in the escrow, the dispute resolver can withdraw.',
      };
    case 'ALREADY_IN_DISPUTE':
      return { problem: `${itText(params)} is in dispute already.`, remedy: 'The dispute resolver decides it.' };
    case 'NOTHING_CHANGES':
      return { problem: 'The escrow has these terms already.', remedy: NOTHING_TO_DO };
    case 'NOT_APPROVED':
      return {
        problem: `${milestonesText(params.milestones)} not approved yet.`,
        remedy: `The approver (${params.approver}) approves first.`,
      };
    case 'IN_DISPUTE':
      return {
        problem: `${itText(params)} is in dispute, so it cannot be paid out.`,
        remedy: `The dispute resolver (${params.resolver}) decides where the money goes.`,
      };
    case 'NOT_IN_DISPUTE':
      return {
        problem: `${itText(params)} is not in dispute, so there is nothing to decide.`,
        remedy: 'A party opens a dispute first, or the release signer pays it out once it is approved.',
      };
    case 'TOO_LITTLE_HELD':
      return {
        problem: `The escrow holds ${params.held} ${params.token}, and this needs ${params.needed}.`,
        remedy: `Somebody funds it first: ${params.missing} ${params.token} is missing.`,
      };
    case 'MORE_THAN_MILESTONE':
      return {
        problem: `The shares add up to ${params.asked} ${params.token}, more than the milestone’s ${params.most}.`,
        remedy: `Share out ${params.most} ${params.token} at most. Fees are taken off the shares.`,
      };
    case 'MORE_THAN_HELD':
      return {
        problem: `The shares add up to ${params.asked} ${params.token}, more than the ${params.held} that the escrow holds.`,
        remedy:
          params.held === '0'
            ? 'There is nothing to share out before somebody funds the escrow.'
            : `Share out ${params.held} ${params.token} at most. Fees are taken off the shares.`,
      };
    case 'NOT_ALL_OF_IT':
      return {
        problem: `The shares add up to ${params.asked} ${params.token}, and must be exactly what the escrow holds: ${params.held}.`,
        remedy: `Share out ${params.held} ${params.token}, no more and no less. Fees are taken off the shares.`,
      };
    case 'ROUNDED_UP':
      return {
        problem: `Rounding the fees of these shares may pay out a few units more than the ${params.held} ${params.token} that the escrow holds, and then the contract fails.`,
        remedy: params.canLeave
          ? 'Choose shares that divide evenly, or leave a small rest.'
          : 'Choose shares that divide evenly; nothing may be left.',
      };
    case 'NOTHING_HELD':
      return { problem: 'The escrow holds nothing.', remedy: NOTHING_TO_DO };
    case 'NOT_FINISHED':
      return {
        problem: `${milestonesText(params.milestones)} neither paid out, decided nor in dispute yet.`,
        remedy: 'What is left can be withdrawn once every milestone is paid out, decided or in dispute.',
      };
    case 'HOLDS_MONEY':
      return {
        problem: `The escrow holds ${params.held} ${params.token}.`,
        remedy: params.canAppend
          ? 'While it holds money, its contract lets milestones be added at the end, and nothing else be changed.'
          : 'Its contract lets terms be changed only while it holds nothing.',
      };
    case 'LIFE_HAS_BEGUN':
      return {
        problem: `${milestonesText(params.milestones)} approved, in dispute, paid out or decided already.`,
        remedy: 'Its contract lets terms be changed only before that.',
      };
    case 'TOO_MANY_MILESTONES':
      return {
        problem: `The escrow would have ${params.count} milestones; its contract takes at most ${params.most}.`,
        remedy: 'Change fewer at once, or make another escrow.',
      };
    case 'NO_TRUSTLINE':
      return {
        problem: `${partyText(params)} would be paid, and cannot hold ${params.token} yet: the account has no trustline for it.`,
        remedy: 'The owner of that account adds the trustline in their wallet; then try again.',
      };
    case 'NO_ACCOUNT':
      return {
        problem: `${partyText(params)} would be paid, and no account exists there.`,
        remedy: 'Its owner makes the account and adds a trustline; then try again.',
      };
    case 'NO_SUCH_FUNCTION':
      return {
        problem: `This escrow’s contract has no function by which ${STEP_ROLES[params.step]}, or it is not known.`,
        remedy: 'Another way has to be found: this contract cannot be changed.',
      };
  }
}

const NOTHING_TO_DO = 'Nothing needs to be done.';

/** "Only the approver can …" */
const CAN: Readonly<Record<StepName, string>> = {
  'change-status': 'report progress',
  approve: 'approve',
  release: 'pay out',
  dispute: 'open a dispute',
  resolve: 'decide a dispute',
  withdraw: 'withdraw what is left',
  update: 'change the terms',
  extend: 'extend its life',
};

const thePartyText = ({ role, address }: Party): string => `the ${PARTY_WORDS[role].toLowerCase()} (${address})`;

const partyText = ({ role, address }: Party): string => `${PARTY_WORDS[role]} (${address})`;

const itText = ({ milestone }: OfMilestone): string =>
  milestone === undefined ? 'The escrow' : `Milestone ${milestone}`;

/** "Milestone 2 is", "Milestones 1, 2 are" */
const milestonesText = (milestones: readonly number[]): string =>
  milestones.length === 1 ? `Milestone ${milestones[0]} is` : `Milestones ${milestones.join(', ')} are`;

export const roleWord = (role: RoleName): string => ROLE_WORDS[role].toLowerCase();
