/** A request's status where the ledger has not shown more, escrows from elsewhere, and balances that were not read. */
import { actions } from '../../../actions/en.ts';
import type { UnreadBalance, UnreadWords } from '../../../errors/errors.ts';
import type { Acted, CodeName, DisplacedByWords, StandingName, StatusName, StatusText } from '../../life.ts';
import { errorWords } from '../errors.ts';
import { codeOfAnother } from '../risk.ts';
import { ARCHIVED } from './next.ts';
import { nextAfter } from './outcomes.ts';
import { TOOLS } from './tools.ts';

const STATUS_WORDS: Readonly<Record<StatusName, StatusText>> = {
  prepared: {
    message: 'It waits for the person’s signature.',
    next: 'The person signs it in their wallet before it expires.',
  },
  'to-confirm': {
    message: 'Nothing to sign is given yet: the person must confirm first.',
    next: 'The person reads each stop and confirms it by typing the amount, or leaves it.',
  },
  sending: { message: 'It is signed and being sent.', next: 'Ask again in a few seconds.' },
  accepted: {
    message: 'The service says that it succeeded. The ledger has not said so yet.',
    next: 'Ask again in a minute. Do not fund it before the ledger says that it settled.',
  },
  settled: { message: 'The ledger took the transaction.', next: 'get_balances shows what the escrow holds.' },
  taken: {
    message: 'A different escrow from the one that was asked for is at its address.',
    next: 'Do not fund it. Tell the person who runs Countersign.',
  },
  rejected: { message: 'The ledger refused the transaction.', next: 'Prepare it again with the id.' },
  expired: {
    message: 'It expired, and the ledger did not take it.',
    next: 'Prepare it again with deploy_escrow and the id; the signing page does so by itself.',
  },
  displaced: {
    message:
      'The ledger accepted another transaction of the signing account instead, and can no longer accept this one.',
    next: 'Prepare it again with deploy_escrow and the id.',
  },
  unknown: {
    message: 'It was sent, and its outcome is not known.',
    next: 'Submit again with the id, or the same signed XDR, to learn the outcome. Until you know, do not sign another one for this escrow.',
  },
  superseded: {
    message: 'A newer version replaced it. It is no longer offered, and its signature is refused.',
    next: 'Go on with the newer one, whose handle is replacedBy.',
  },
  declined: {
    message: 'The person said that this is not what they want. It is no longer offered.',
    next: 'Ask the person what they want. Do not prepare it again unless they ask.',
  },
  discarded: {
    message: 'It was discarded. It is no longer offered.',
    next: 'Give the whole request to prepare it again.',
  },
};

/** `unknown`, for a transaction that was not sent from here. */
export const UNSENT: StatusText = {
  message: 'It has expired, and it was not sent from here. The ledger cannot say yet whether the wallet sent it.',
  next: 'Ask again in a minute.',
};

/** Of a ledger that another took the place of: the sandbox with earlier contracts, or a network that was reset. */
export const SET_ASIDE: StatusText = {
  message: 'It is of a ledger that was set aside: its contracts are gone, so it can be neither signed nor paid.',
  next: 'Nothing can be done with it. If it is still wanted, prepare the escrow again: it gets a new address.',
};

/** `prepared`, for one that is signed, and was not sent for a passing reason. */
export const SIGNED_NOT_SENT: StatusText = {
  message: 'It is signed, and it was not sent yet: it was not taken when it was to be sent.',
  next: 'Submit its id again to send it. It need not be signed again.',
};

export const DECLINED_BY_VISITOR: StatusText = {
  message: 'Somebody who had the link to its page declined it there. It is no longer offered.',
  next: 'Ask the person whether they want it. If they do, give the whole request to prepare it again.',
};

export const SIGN_AGAIN: StatusText = {
  message: 'The transaction that was signed in part is no longer offered, and was not sent. Everybody signs a new one.',
  next: 'Each signer signs the new one in their wallet before it expires.',
};

/** @param by the transaction that took its place; absent where this person did not prepare it here */
export function displacedWords(action: Acted, by: DisplacedByWords | undefined): StatusText {
  const { next } = statusWords('displaced', action);
  if (by?.earlierVersion) {
    return {
      message: `An earlier version of this escrow was signed, and exists now: ${by.contractId}. The ledger can no longer accept this version.`,
      next: 'That cannot be taken back. To change its terms before it is funded, its platform signs update_escrow; for a second escrow, prepare one with another engagementId.',
    };
  }
  const other =
    by === undefined
      ? 'one that the person who asked for this did not prepare here'
      : `${actions[by.action ?? 'deploy'].transaction}${by.status === 'rejected' ? ', which failed' : ''}`;
  return {
    message: `The ledger accepted another transaction of the signing account instead: ${other}. It can no longer accept this one.`,
    next,
  };
}

export const NOT_SENT: string = 'Nothing was sent just now.';

export function statusWords(status: StatusName, action: Acted): StatusText {
  const { message, next } = STATUS_WORDS[status];
  return { message, next: ownNext(status, action) ?? next };
}

/** Where it depends on the action. */
function ownNext(status: StatusName, action: Acted): string | undefined {
  if (status === 'settled') return nextAfter(action);
  const isToRenew = status === 'rejected' || status === 'expired' || status === 'displaced';
  // An escrow's expired deploy is renewed by its page, too.
  if (!isToRenew || (status === 'expired' && action === 'deploy')) return undefined;
  return `Prepare it again with ${TOOLS[action]} and the id.`;
}

const CODE: Readonly<Record<CodeName, string>> = {
  pinned: 'Its code is that of the escrows here.',
  known: 'Its code is known here, and is not the one that this service’s escrows run now.',
  unknown:
    'Its code is unknown here: it may do other things than it says, so nobody should pay into it before its code is known.',
};

/** Escrows that the caller did not prepare here, and balances that were not read. */
export const elsewhereText = (codeIs: CodeName, codeOwner?: string): string =>
  `You did not prepare this escrow here, so it is compared with nothing that you asked for. This is what the contract says of itself. ${codeOwner === undefined ? CODE[codeIs] : codeOfAnother(codeOwner)}`;

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
