/** Why a step cannot be taken now, and who can change that. */
import { actions } from '../../actions/en.ts';
import type { ObstacleWords, OfMilestone, Party, UnmetPrecondition } from '../obstacles.ts';
import { PARTY_WORDS } from './words.ts';

export function obstacleWords({ code, params }: UnmetPrecondition): ObstacleWords {
  switch (code) {
    case 'NOT_YOUR_STEP':
      return {
        problem: `In this escrow only ${params.parties.map(thePartyText).join(' or ')} can ${actions[params.step].verb}; ${params.signer} cannot.`,
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
        remedy: `Share out ${params.most} ${params.token} at most. Fees are deducted from the shares.`,
      };
    case 'MORE_THAN_HELD':
      return {
        problem: `The shares add up to ${params.asked} ${params.token}, more than the ${params.held} that the escrow holds.`,
        remedy:
          params.held === '0'
            ? 'There is nothing to share out before somebody funds the escrow.'
            : `Share out ${params.held} ${params.token} at most. Fees are deducted from the shares.`,
      };
    case 'NOT_ALL_OF_IT':
      return {
        problem: `The shares add up to ${params.asked} ${params.token}, and must be exactly what the escrow holds: ${params.held}.`,
        remedy: `Share out ${params.held} ${params.token}, no more and no less. Fees are deducted from the shares.`,
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
    case 'REPORT_TOO_LONG':
      return {
        problem: `This evidence has ${params.length} characters; this escrow has room for ${params.most === 0 ? 'none' : params.most}.`,
        remedy:
          params.most === 0
            ? 'Shorten the evidence of a milestone that is not finished: all texts of an escrow share what the network has room for.'
            : `Shorten it to ${params.most} characters, or give a link. All texts of an escrow share what the network has room for.`,
      };
    case 'TOO_MANY_SHARES':
      return {
        problem: `This pays ${params.count} parties; with this escrow’s texts, one transaction has room for ${params.most}.`,
        remedy: `Share it out among ${params.most} at most.`,
      };
    case 'ESCROW_TOO_LONG':
      return params.step === 'update'
        ? {
            problem: `With these terms, the escrow’s texts have ${params.excess} characters too many for one Stellar transaction.`,
            remedy: 'Shorten them by that much, or add fewer milestones.',
          }
        : {
            problem: `The escrow’s texts have ${params.excess} characters too many for the transaction that could ${actions[params.step].verb}.`,
            remedy: 'The service provider shortens the evidence of a milestone first.',
          };
    case 'NO_TRUSTLINE':
      return {
        problem: `${partyText(params)} would be paid, and cannot hold ${params.token} yet: the account has no trustline for it.`,
        remedy: 'The owner of that account adds the trustline in their wallet; then try again.',
      };
    case 'NO_ACCOUNT':
      return {
        problem: `${partyText(params)} would be paid, and no account exists there.`,
        remedy: 'Its owner makes the account, and adds the token’s trustline unless it is XLM; then try again.',
      };
    case 'NOT_AUTHORISED':
      return {
        problem: `${partyText(params)} would be paid, but the issuer of ${params.token} does not allow that yet.`,
        remedy: 'The owner of that account asks the issuer to authorise it; then try again.',
      };
    case 'LIMIT_TOO_LOW':
      return {
        problem: `${partyText(params)} would be paid more ${params.token} than the limit of its trustline allows.`,
        remedy: 'The owner of that account raises the limit in their wallet; then try again.',
      };
    case 'SERVICE_CANNOT_BE_PAID':
      return {
        problem: `Nothing can be paid out now: the escrow service’s own account (${params.address}) cannot take its fee.`,
        remedy: 'Ask the operator of this installation; the money stays in the escrow until then.',
      };
    case 'NO_SUCH_FUNCTION':
      return {
        problem: `This escrow’s contract has no function by which ${actions[params.step].function}, or it is not known.`,
        remedy: 'Another way has to be found: this contract cannot be changed.',
      };
  }
}

const NOTHING_TO_DO = 'Nothing needs to be done.';

const thePartyText = ({ role, address }: Party): string => `the ${PARTY_WORDS[role].toLowerCase()} (${address})`;

const partyText = ({ role, address }: Party): string => `${PARTY_WORDS[role]} (${address})`;

const itText = ({ milestone }: OfMilestone): string =>
  milestone === undefined ? 'The escrow' : `Milestone ${milestone}`;

/** "Milestone 2 is", "Milestones 1, 2 are" */
const milestonesText = (milestones: readonly number[]): string =>
  milestones.length === 1 ? `Milestone ${milestones[0]} is` : `Milestones ${milestones.join(', ')} are`;
