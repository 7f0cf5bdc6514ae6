/** A handle's status, where the ledger has not said more. */
import { actions } from '../../../actions/en.ts';
import type { Acted, DisplacedByWords, StatusName, ToldWords } from '../../outcomes.ts';
import { nextAfter } from './outcomes.ts';
import { TOOLS } from './tools.ts';

const STATUS_WORDS: Readonly<Record<StatusName, ToldWords>> = {
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
export const UNSENT: ToldWords = {
  message: 'It has expired, and it was not sent from here. The ledger cannot say yet whether the wallet sent it.',
  next: 'Ask again in a minute.',
};

export const DECLINED_BY_VISITOR: ToldWords = {
  message: 'Somebody who had the link to its page declined it there. It is no longer offered.',
  next: 'Ask the person whether they want it. If they do, give the whole request to prepare it again.',
};

export const SIGN_AGAIN: ToldWords = {
  message: 'The transaction that was signed in part is no longer offered, and was not sent. Everybody signs a new one.',
  next: 'Each signer signs the new one in their wallet before it expires.',
};

/** @param by the transaction that took its place; absent where this person did not prepare it here */
export function displacedWords(action: Acted, by: DisplacedByWords | undefined): ToldWords {
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

export function statusWords(status: StatusName, action: Acted): ToldWords {
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
