/** Escrows that the caller did not prepare here, and balances that were not read. */
import type { UnreadBalance, UnreadWords } from '../../../errors/unread-balance.ts';
import type { CodeName, StandingName } from '../../outcomes.ts';
import { errorWords } from '../errors.ts';
import { ARCHIVED } from './next.ts';

const CODE: Readonly<Record<CodeName, string>> = {
  pinned: 'Its code is that of the escrows here.',
  known: 'Its code is known here, and is not the one that this service’s escrows run now.',
  unknown:
    'Its code is unknown here: it may do other things than it says, so nobody should pay into it before its code is known.',
};

export const elsewhereText = (codeIs: CodeName): string =>
  `You did not prepare this escrow here, so nobody compared it with what was asked for. This is what the contract says of itself. ${CODE[codeIs]}`;

export const CODE_FIRST: string = 'Pay nothing into it before its code is known.';
export const COMPARE_FIRST: string =
  'Before anybody pays or signs, the person compares every role and the token with what was agreed.';

const UNSEEN: Readonly<Record<StandingName, string>> = {
  standing:
    'the contract there is not an escrow of a known kind, or its terms are not readable: no milestones, or a negative amount.',
  archived: ARCHIVED,
  absent: 'there is no contract there, not even an archived one.',
  'not-listed': 'the ledger lists no contract there; it could not be learned whether one is archived.',
};

/** @param because what is at the address, or why it is not known; @param isListed whether the service lists one */
export function notFoundText(because: StandingName | 'no-ledger' | 'no-answer', isListed = false): string {
  const why =
    because === 'no-ledger'
      ? 'there is no ledger here that could be asked.'
      : because === 'no-answer'
        ? 'the ledger could not be asked just now.'
        : UNSEEN[because];
  const listed = isListed ? ' The service lists an escrow there: that is its word alone, so pay nothing to it.' : '';
  return `No escrow that you prepared here has this address, and ${why}${listed}`;
}

export const CHECK_ADDRESS: string = 'Check the address and the network.';

/** A balance that was not read. */
export const notReadText = (why: string): string => `Not read. ${why}`;
export const NO_CONTRACT: string = 'No contract exists at this address. Check the address and the network.';
export const NO_ESCROW_READ: string = 'The ledger shows no escrow there that can be read.';

const UNREAD: UnreadWords = {
  NOT_NAMED: () => 'The escrow service’s reply does not name this address.',
  NOT_A_NUMBER: () => 'The escrow service’s balance for this address is not a number.',
  NEGATIVE: () => 'The escrow service’s balance for this address is negative.',
  BEYOND_ANY_TOKEN: () => 'The escrow service’s balance for this address is larger or finer than any token can hold.',
  TWO_BALANCES: () => 'The escrow service gave two different balances for this address.',
  NO_ESCROW: () => 'The escrow service knows no escrow at this address.',
  REFUSED: ({ status }) => `The escrow service refused to read this address (status ${status}).`,
  REFUSED_TOGETHER: () =>
    notReadText('The escrow service refused it together with others, and too many were at fault to tell which.'),
  FAILED: ({ error }) => notReadText(errorWords(error).message),
};

/** Why a service’s answer gives no balance. */
export const unreadText = ({ code, params }: UnreadBalance): string =>
  (UNREAD[code] as (params: object) => string)(params);
