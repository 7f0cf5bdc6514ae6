/** Whose turn it is, and what to do with a prepared transaction. */
import type { DamagedRecord } from '../../../errors/damage.ts';
import type { EndingPlan } from '../../ending.ts';
import type { StandingName, StatusName } from '../../life.ts';
import { firstOf } from '../../naming.ts';
import { obstacleWords } from '../obstacles.ts';
import { DAMAGED_PARTS } from '../problems.ts';
import { milestonesText, ROLE_WORDS } from '../words.ts';

const PREPARE_AGAIN = 'deploy_escrow with the id prepares it again; then the signer signs.';

export const CONFIRM_AGAIN: string =
  'deploy_escrow with the id prepares it again; the signer confirms each stop, then signs.';

/** While the escrow is not on the ledger, or cannot be read there. */
export const NEXT_STEPS: Readonly<Record<StatusName, string>> = {
  prepared: 'The signer signs it.',
  'to-confirm': 'The signer confirms each stop, then signs.',
  expired: PREPARE_AGAIN,
  rejected: PREPARE_AGAIN,
  displaced: PREPARE_AGAIN,
  sending: 'Ask again in a few seconds.',
  accepted: 'Wait until the ledger confirms it; do not fund it yet.',
  unknown: 'get_transaction tells what became of it.',
  settled: 'get_escrow tells how it stands.',
  taken: 'Do not fund it.',
  superseded: 'Go on with the newer version.',
  declined: 'Nothing, unless the person asks for it again.',
  discarded: 'Nothing, unless the person asks for it again.',
};

/** Archived entries: the RPC does not list them, but nothing is lost. */
export const ARCHIVED: string =
  'Its entries are archived on the ledger: nothing is lost. Any call that writes it restores it first, for a fee of about 0.1 XLM; do not take it for missing.';

/** The service's own list has not caught up. */
export const SERVICE_LACKS: string = 'The ledger has it, the service has not noticed yet.';

/** The ledger did not answer. */
export const NOT_ASKED: string = 'The ledger could not be asked just now: ask again before anything is paid.';

/** The escrow's terms cannot be read on the ledger. */
export const UNREAD: Readonly<Record<StandingName, string>> = {
  standing: 'Its terms cannot be read on the ledger now. Pay nothing before they can.',
  archived: ARCHIVED,
  absent: 'There is no contract at its address now; a test network may have been reset. Do not fund it.',
  'not-listed': 'The ledger does not list it now; it may be archived. Do not fund it.',
};

/** A step would be due, and the contract's code takes it otherwise than we know. */
export const UNKNOWN_INTERFACE: string =
  'The next step is not offered: the contract’s own code describes it differently than Countersign knows it. Ask the person who runs Countersign.';

/** @param left amount and token that no one is owed */
export const allPaidText = (left: string): string =>
  `All of it was paid out, and ${left} is left in it: only the dispute resolver can withdraw that, where its contract lets them.`;

export const overText = (over: string): string => `It holds more than it needs: ${over} over.`;

export const NOTHING_LEFT: string = 'Nothing: all of it was paid out.';
export const IS_FUNDED: string = 'get_balances tells whether it is funded.';

/** @param missing amount and token; @param isReaders whether the reader may be the payer */
export const fundText = (missing: string, isReaders: boolean): string =>
  isReaders ? `Fund it: ${missing} is missing.` : `It waits for money: ${missing} is missing.`;
export const notPinnedText = (missing: string): string =>
  `${missing} is missing, but its code is not what this service’s escrows run. Pay nothing into it before you know why.`;

/** What happens to the money if the work never comes. @param held amount and token that the escrow holds */
export function notDeliveredText({ now, because, stages, pays, unit }: EndingPlan, held: string): string {
  if (now === 'not-signed' || now === 'no-money') return 'Nothing is lost: no money is in it.';
  if (now === 'over') return 'Nothing: no money is left in it.';
  const begin = 'The contract has no deadline, and no money comes back automatically.';
  if (now === 'cannot') return [begin, ...new Set(because.map((each) => obstacleWords(each).problem))].join(' ');
  const dispute = stages.find(({ act, isDone }) => act === 'dispute' && !isDone);
  const [share] = pays.filter(({ as }) => as === 'share');
  return [
    begin,
    ...(dispute === undefined ? [] : [disputeText(dispute.left, dispute.signers)]),
    `The dispute resolver alone decides who gets the ${held} in it.`,
    ...(share === undefined
      ? []
      : [`If all of it is returned, ${share.about ? 'about ' : ''}${share.amount} ${unit} arrive after fees.`]),
  ].join(' ');
}

function disputeText(milestones: readonly number[], signers: EndingPlan['stages'][number]['signers']): string {
  const what = milestones.length === 0 ? 'the escrow' : milestonesText(milestones);
  const who = signers.map(({ role }) => ROLE_WORDS[role as keyof typeof ROLE_WORDS]).join(', ');
  return `Any one of these can open a dispute over ${what}: ${who}.`;
}

/** The events of its payments are too old for the RPC, or were not read. */
export const PAID_NOT_AVAILABLE: string =
  'What was paid out is not known here: the ledger’s RPC no longer has these events, or did not answer. Ask again, or look at the contract in an explorer.';
export const PAID_IN_PART: string =
  'Earlier payments may be missing: the ledger’s RPC no longer has all events. An explorer shows them.';

/** The service lists it, but it was not prepared here. */
export const NOT_CONFIRMED: string = 'Only the service says that it exists: pay nothing to it.';
export const UNKNOWN_CODE: string = 'Its code is unknown here: pay nothing into it.';
export const NO_ROLE_THERE: string =
  'The ledger has it, but gives this wallet no role in it: get_escrow tells whose it is.';
export const COMPARE_ROLES: string = 'First compare every role with get_escrow.';

export const CHANGED_SINCE_SETTLED: string =
  'It was changed since it settled: get_escrow tells what. Pay nothing before you know.';
export const TO_SIGN: string = 'Payments and steps wait for a signature (toSign): give the signer of each its signUrl.';
export const TO_SIGN_ELSEWHERE: string =
  'Payments and steps wait for a signature (toSign): the signer of each signs it where it was prepared.';
export const TELL_CHANGES: string =
  'Tell the person what was changed since it settled (changedSince) before anything is paid.';

/** @param previous the addresses that it had before, newest first */
export function renewedText(contractId: string, previous: readonly string[]): string {
  const { shown, left } = firstOf(previous, MOST_ADDRESSES);
  const others = left === 0 ? '' : `, nor to its ${left} earlier addresses`;
  return `This escrow was renewed; its address is now ${contractId}. Pay nothing to ${shown.join(' or ')}${others}.`;
}

const MOST_ADDRESSES = 3;

/** After a search. @param notAsked how many possible matches the ledger was not asked about */
export function foundNextText(shown: number, more: number, notAsked: number): string {
  if (notAsked > 0) {
    const others = more > 0 ? `${more} more match. ` : '';
    return `${others}The ledger was not asked about ${notAsked} others yet, which may match by now. Narrow it (more words, a wallet, since), or ask again.`;
  }
  if (more > 0) return `${more} more match. Narrow it: more words, a wallet, a status, or since.`;
  return shown === 0
    ? 'Nothing that was prepared here by this person matches. Try fewer words or another spelling; get_escrow finds one by its contractId or transactionHash.'
    : 'get_escrow with an id shows all of it.';
}

/** Stored records that a list leaves out. */
export function damagedText(records: readonly DamagedRecord[]): string {
  const each = records.map(({ id, part }) => `${id} (${DAMAGED_PARTS[part]})`).join(', ');
  const what =
    records.length === 1 ? 'A stored record is damaged and not listed' : 'Stored records are damaged and not listed';
  return `${what}: ${each}. The others are complete. The person who runs Countersign can restore a backup.`;
}

/** Of a wallet's escrows, where there is no service that lists them. */
export const NOT_LISTED_HERE: string =
  'Escrows of this wallet that were not prepared here are missing: no escrow service is used, and the ledger has no list of them. get_escrow reads one by its contractId.';

/** @param signers who signed an earlier transaction of it */
export const signAgainText = (signers: readonly string[]): string =>
  `The transaction that ${signers.join(' and ')} signed is no longer offered, and was not sent. Everybody signs this one again.`;

/** @param onPage whether it is confirmed and signed on a page, else where it was prepared */
export function toConfirmNext(onPage: boolean): string {
  const where = onPage ? 'on signUrl' : 'where they prepared it';
  return `Nothing to sign is given yet. Tell the person each stop; if it is what they want all the same, they confirm it themselves ${where}, by typing the amount. No argument can.`;
}

export function preparedNext(
  { signer, network, expiresAt }: { readonly signer: string; readonly network: string; readonly expiresAt: string },
  onPage: boolean,
): string {
  const byHand = `they sign unsignedXdr in the wallet of ${signer} on ${network} before ${expiresAt}, and the signed XDR goes to submit_signed_xdr with this id`;
  return onPage
    ? `Give signUrl to the person: the page shows what they sign and sends it. Then get_transaction with this id tells the outcome. Or ${byHand}.`
    : `Show the summary to the person. If it is what they want, ${byHand}. After that time, prepare it again with the id.`;
}
