/** Refusals that say more than the error catalogue, and limits that are reached. */
import { quotedReveal } from '../../../text/text.ts';
import type { ErrorWords } from '../../errors.ts';
import type { LimitBeyond } from '../../risk.ts';

/** @param turns whose turn it is, as sentences */
export const canBeDoneNow = (turns: string): string => `What can be done now: ${turns}`;

/** @param problems of each obstacle; @param next whose turn it is */
export const notPossibleWords = (problems: string, remedy: string, next: string): ErrorWords => ({
  message: `${problems} Nothing was prepared.`,
  remedy: `${remedy} ${canBeDoneNow(next)}`,
});

export const acceptedAlready = (hash: string): string =>
  `The service says that this settled already (transaction ${hash}); the ledger has not said so.`;

/** @param id of the request */
export const sentAlready = (hash: string, id: string): string =>
  `Transaction ${hash} was sent for this request (id ${id}) and its outcome is not known yet, so no second one is prepared.`;

export const NOT_THE_AMOUNT: ErrorWords = {
  message: 'This is not the amount that was shown. Nothing was confirmed.',
  remedy: 'Type the total exactly as it is shown, in the token.',
};
export const STOPS_CHANGED: ErrorWords = {
  message: 'What is to be confirmed has changed since it was shown. Nothing was confirmed.',
  remedy: 'Read it again, then confirm that.',
};
/** @param blockers sentences */
export const changedSinceText = (blockers: readonly string[]): string =>
  `Nothing was sent, because the escrow has changed since this was prepared. ${blockers.join(' ')}`;
export const ONLY_ITS_OWNER: ErrorWords = {
  message: 'Only the person who asked for it can say that it failed.',
  remedy: 'Ask again what became of it, or tell that person.',
};
export const NO_ESCROW: ErrorWords = {
  message: 'This is a trustline, not an escrow.',
  remedy: 'get_transaction tells what became of it.',
};
export const DISCARDED: ErrorWords = {
  message: 'This transaction was prepared here and discarded afterwards. It was not sent.',
  remedy: 'Give the whole request to prepare it again.',
};
export const accountMissing = (account: string, network: string): string =>
  `The account ${account} does not exist on ${network}.`;

/** @param code of the token for which the account has no trustline; absent where there is no account */
export const platformRefused = (platform: string, code?: string): ErrorWords => ({
  message: `The service refused it. By the ledger the platform’s account ${platform} ${code === undefined ? 'does not exist' : `has no trustline for ${code}`}, and the service makes no escrow then.`,
  remedy: `The owner of that account ${code === undefined ? 'creates it and adds the trustline' : 'adds the trustline'}; then prepare the escrow again.`,
});

/** @param until ISO 8601 */
export const stillLiving = (hash: string, until: string): ErrorWords => ({
  message: `Transaction ${hash} was prepared earlier for the same escrow, and could still settle beside a new one.`,
  remedy: `Ask again after ${until}, when its time is over.`,
});

/** @param hash of an earlier transaction that was read as dead once */
export const seemsDead = (hash: string): ErrorWords => ({
  message: `Transaction ${hash} was prepared earlier for the same escrow. It seems that it can no longer settle; that is checked again at the next ledger, before a new one is prepared.`,
  remedy: 'Ask again in a few seconds.',
});

/** @param why it is refused */
export const foreignText = (why: string): string =>
  `This transaction was not prepared here, and ${why}. It was not sent.`;
export const FOREIGN: Readonly<Record<'unreadable' | 'differs' | 'unasked', string>> = {
  unreadable: 'it cannot be read as the deploy of an escrow',
  differs: 'it is not exactly the deploy of the escrow that it states',
  unasked: 'no request can ask for the escrow that it deploys',
};
/** @param reasons sentences */
export const partlyForeign = (reasons: string): string =>
  `the request that it states cannot be verified in full: ${reasons}`;
export const stoppedForeign = (stop: string): string => `a person would have to confirm it first: ${stop}`;

export const ESCROW_UNSIGNED: ErrorWords = {
  message: 'This escrow is not signed yet, so nothing exists at its address. Nothing was prepared.',
  remedy: 'Its signer signs it first, on its signing page. Once the ledger has it, ask again.',
};
export const ASK_AGAIN: string = 'Ask again in a minute.';
export const HELD_NOT_TOLD: string = 'The ledger did not tell what the escrow holds. Nothing was prepared.';
export const ESCROW_NOT_ASKED: string =
  'The ledger could not be asked about this escrow. Nothing was prepared or sent.';
export const ESCROW_CHANGED: ErrorWords = {
  message: 'The escrow was changed on the ledger after this was prepared. Nothing was sent.',
  remedy:
    'Read the escrow as it is now. If it is still what you want, ask for the step as a new one, with every field.',
};

type Report = { readonly status: string; readonly evidence: string };

/** @param before what the person read; texts of the service provider */
export const reportChanged = (milestone: number, before: Report, after: Report): ErrorWords => ({
  message: `Milestone ${milestone} was reported again after this was shown. It was ${reportText(before)}; now it is ${reportText(after)}. Nothing was sent.`,
  remedy: 'Read the new report. To approve it, prepare the approval again and sign the new transaction.',
});

const reportText = ({ status, evidence }: Report): string =>
  `${quotedReveal(status, 100)} with ${evidence === '' ? 'no evidence' : `the evidence ${quotedReveal(evidence, 150)}`}`;

export const SHOWN_BEFORE_CHANGE: ErrorWords = {
  message:
    'The escrow was changed after this transaction was prepared, and a newer one was prepared that shows it. This one was not sent.',
  remedy: 'Read the newer transaction, and sign that one.',
};

/** @param over until when it could be sent (ISO 8601), and how long ago that was; absent: it was renewed before that */
export function expiredText(
  over: { readonly until: string; readonly ago: string } | undefined,
  isRenewed: boolean,
  isUnclear = false,
): string {
  const when =
    over === undefined
      ? 'This transaction was prepared here and is no longer offered.'
      : `The transaction could be sent until ${over.until}, which was ${over.ago} ago; the network would refuse it.`;
  const sent = isUnclear
    ? 'It was not sent from here. Whether a wallet sent it in time cannot be read from the network now.'
    : 'It was not sent.';
  return `${when} ${sent}${isRenewed ? ' A newer one was prepared for the same escrow.' : ''}`;
}

/** In the unit that a person would use. */
export const agoText = (count: number, unit: 'days' | 'hours' | 'minutes' | 's'): string => `${count} ${unit}`;

export const MAY_HAVE_SETTLED: string =
  'Look its hash up in an explorer before anything else: if it settled, a new one does the same a second time.';
export const PREPARED_ELSEWHERE: string = 'Prepare the escrow here, and sign that transaction in time.';
export const REQUEST_FORGOTTEN: string =
  'Its request is no longer kept: prepare it again with the whole request, and sign the new one in time.';

/** Limits on what may be prepared, for people who reach them. */
export function limitText({ code, params }: LimitBeyond): string {
  switch (code) {
    case 'until':
      return `The permission to prepare and send ended at ${params.at}.`;
    case 'tokens':
      return `The token ${params.token} is not allowed here.`;
    case 'counterparties':
      return `The address ${params.address} is not allowed here.`;
    case 'maxAmount':
      return `The amount is ${params.amount}; at most ${params.most} is allowed here at once.`;
    case 'maxPerDay':
      return `The amount is ${params.amount}, after ${params.spent} today; at most ${params.most} a day is allowed here.`;
  }
}

export const LIMIT_OF_PERSON: string = 'You set this limit, and only you can lift it. An assistant cannot.';
export const LIMIT_OF_OPERATOR: string =
  'The person who runs Countersign set this limit and can lift it. An assistant cannot.';

/** Of a settled page, for a step that is not prepared from it. */
export const PAGE_REFUSALS: Readonly<{
  notKnown: ErrorWords;
  nothingFollows: ErrorWords;
  nothingLacking: ErrorWords;
  notItsTurn: string;
  notTheirs: string;
  payerNotKnown: string;
}> = {
  notKnown: {
    message: 'The ledger does not show the state of this page’s escrow. Nothing was prepared.',
    remedy: 'Wait until this page shows that it settled, then try again in a minute.',
  },
  nothingFollows: {
    message: 'No other milestone of this request is left. Nothing was prepared.',
    remedy: 'Look at the state of the escrow now.',
  },
  nothingLacking: {
    message: 'No trustline is missing there. Nothing was prepared.',
    remedy: 'Look at this again: it may have been added since.',
  },
  notItsTurn: 'In the escrow’s present state on the ledger, it is not time for this. Nothing was prepared.',
  notTheirs: 'Another person has to sign this, and not the one who signed here. Nothing was prepared.',
  payerNotKnown:
    'The ledger’s history does not show who paid in, so somebody has to name who gets the money: have the dispute decided where you asked for this. Nothing was prepared.',
};

/** @param by how far, as `agoText` says it */
export const clockText = (by: string, isAhead: boolean): string =>
  `The clock of the computer on which Countersign runs is ${by} ${isAhead ? 'ahead of' : 'behind'} the network’s, so the time of a transaction cannot be compared. Nothing was handed out.`;

/** Of a transaction that Countersign built without a service. */
export const BUILT_MISMATCH: ErrorWords = {
  message:
    'The transaction that Countersign built does not match the request. It was not handed out and must not be signed.',
  remedy: 'Read the differences and tell the person who runs Countersign.',
};
