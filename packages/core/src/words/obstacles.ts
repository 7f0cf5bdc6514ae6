/** Why a step cannot be taken now, and who can change that, as data and in words. Milestones are numbered from 1. */
import type { StepName } from '../escrow/steps.ts';
import { format, type Message, type Plural } from '../text/message.ts';
import type { Messages } from './catalogue.ts';
import { ofEscrow, type PartyName } from './words.ts';

type None = Readonly<Record<string, never>>;
/** `milestone` is absent where the escrow is paid out at once. */
export type OfMilestone = { readonly milestone?: number };
export type Party = { readonly role: PartyName; readonly address: string };
/** Decimal strings in token units; `token`: its code or address. */
type Amounts<Name extends string> = Readonly<Record<Name | 'token', string>>;

export type UnmetPrecondition =
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
  /** Resolving a single release must share out everything that it holds. */
  | { readonly code: 'NOT_ALL_OF_IT'; readonly params: Amounts<'asked' | 'held'> }
  | { readonly code: 'ROUNDED_UP'; readonly params: Amounts<'held'> & { readonly canLeave: boolean } }
  | { readonly code: 'NOTHING_HELD'; readonly params: None }
  | { readonly code: 'NOT_FINISHED'; readonly params: { readonly milestones: readonly number[] } }
  | { readonly code: 'HOLDS_MONEY'; readonly params: Amounts<'held'> & { readonly canAppend: boolean } }
  | { readonly code: 'LIFE_HAS_BEGUN'; readonly params: { readonly milestones: readonly number[] } }
  | { readonly code: 'TOO_MANY_MILESTONES'; readonly params: { readonly count: number; readonly most: number } }
  /** Of one network transaction. In characters; `most` is 0 where there is no room for any evidence. */
  | { readonly code: 'REPORT_TOO_LONG'; readonly params: { readonly length: number; readonly most: number } }
  | { readonly code: 'TOO_MANY_SHARES'; readonly params: { readonly count: number; readonly most: number } }
  /** `excess`: in characters of the escrow's texts. */
  | { readonly code: 'ESCROW_TOO_LONG'; readonly params: { readonly step: StepName; readonly excess: number } }
  | { readonly code: 'NO_TRUSTLINE'; readonly params: Party & { readonly token: string } }
  | { readonly code: 'NO_ACCOUNT'; readonly params: Party }
  | { readonly code: 'NOT_AUTHORISED'; readonly params: Party & { readonly token: string } }
  | { readonly code: 'LIMIT_TOO_LOW'; readonly params: Party & { readonly token: string } }
  /** `address`: of the service's account. */
  | { readonly code: 'SERVICE_CANNOT_BE_PAID'; readonly params: { readonly address: string } }
  | { readonly code: 'NO_SUCH_FUNCTION'; readonly params: { readonly step: StepName } };

/** Obstacles that mean that it is done already. */
const ALREADY: readonly UnmetPrecondition['code'][] = [
  'ALREADY_APPROVED',
  'ALREADY_REPORTED',
  'ALREADY_PAID',
  'ALREADY_RESOLVED',
  'ALREADY_IN_DISPUTE',
  'NOTHING_CHANGES',
];
export const isSoAlready = ({ code }: UnmetPrecondition): boolean => ALREADY.includes(code);

export function obstacleWords(
  messages: Messages,
  { code, params }: UnmetPrecondition,
): Readonly<Record<'problem' | 'remedy', string>> {
  const { obstacles, actions, or, theParty, partyAtStart } = messages;
  switch (code) {
    case 'NOT_YOUR_STEP': {
      const { problem, remedy } = obstacles[code];
      const parties = params.parties.map((party) => partyText(theParty, party)).join(` ${or} `);
      return { problem: format(problem, { parties, verb: actions[params.step].verb, signer: params.signer }), remedy };
    }
    case 'ALREADY_PAID':
    case 'ALREADY_RESOLVED':
    case 'ALREADY_IN_DISPUTE':
    case 'NOT_IN_DISPUTE': {
      const { problem, remedy } = obstacles[code];
      return { problem: ofEscrow(problem, params.milestone), remedy };
    }
    case 'IN_DISPUTE': {
      const { problem, remedy } = obstacles[code];
      return { problem: ofEscrow(problem, params.milestone), remedy: format(remedy, params) };
    }
    case 'NOT_APPROVED': {
      const { problem, remedy } = obstacles[code];
      return { problem: ofMilestones(problem, params), remedy: format(remedy, params) };
    }
    case 'NOT_FINISHED':
    case 'LIFE_HAS_BEGUN': {
      const { problem, remedy } = obstacles[code];
      return { problem: ofMilestones(problem, params), remedy };
    }
    case 'MORE_THAN_HELD': {
      const { problem, remedy } = obstacles[code];
      return {
        problem: format(problem, params),
        remedy: params.held === '0' ? remedy.nothing : format(remedy.some, params),
      };
    }
    case 'ROUNDED_UP': {
      const { problem, remedy } = obstacles[code];
      return { problem: format(problem, params), remedy: params.canLeave ? remedy.canLeave : remedy.cannotLeave };
    }
    case 'HOLDS_MONEY': {
      const { problem, remedy } = obstacles[code];
      return { problem: format(problem, params), remedy: params.canAppend ? remedy.canAppend : remedy.cannotAppend };
    }
    case 'REPORT_TOO_LONG': {
      const { problem, remedy } = obstacles[code];
      return params.most === 0
        ? { problem: format(problem.noRoom, params), remedy: remedy.noRoom }
        : { problem: format(problem.tooLong, params), remedy: format(remedy.tooLong, params) };
    }
    case 'ESCROW_TOO_LONG': {
      const { update, other } = obstacles[code];
      const { step, excess } = params;
      return step === 'update'
        ? { problem: format(update.problem, { excess }), remedy: update.remedy }
        : { problem: format(other.problem, { excess, verb: actions[step].verb }), remedy: other.remedy };
    }
    case 'ROLE_IS_CONTRACT':
    case 'NO_ACCOUNT':
    case 'NO_TRUSTLINE':
    case 'NOT_AUTHORISED':
    case 'LIMIT_TOO_LOW': {
      const { problem, remedy } = obstacles[code];
      const values = { token: '', ...params, party: partyText(partyAtStart, params) };
      return { problem: format<'party' | 'token'>(problem, values), remedy };
    }
    case 'NO_SUCH_FUNCTION': {
      const { problem, remedy } = obstacles[code];
      return { problem: format(problem, { function: actions[params.step].function }), remedy };
    }
    default: {
      const words: Plain<typeof code> = obstacles;
      const { problem, remedy } = words[code];
      const values = params as Readonly<Record<string, string | number>>;
      const text = (message: string | Message<string>) => format(message as Message<string>, values);
      return { problem: text(problem), remedy: text(remedy) };
    }
  }
}

/** Sentences of which each needs no other parameters than its code has. */
type Plain<Code extends UnmetPrecondition['code']> = {
  readonly [Each in Code]: Readonly<
    Record<
      'problem' | 'remedy',
      string | Message<keyof Extract<UnmetPrecondition, { readonly code: Each }>['params'] & string>
    >
  >;
};

const partyText = (names: Readonly<Record<PartyName, string>>, { role, address }: Party): string =>
  `${names[role]} (${address})`;

const ofMilestones = (
  { one, other }: Plural<'milestones'>,
  { milestones }: { readonly milestones: readonly number[] },
): string => format(milestones.length === 1 ? one : other, { milestones: milestones.join(', ') });
