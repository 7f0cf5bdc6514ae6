/** Whose turn it is, and what to do with a prepared transaction. */
import type { DamagedRecord } from '../../errors/damage.ts';
import { format, pluralForm } from '../../text/message.ts';
import type { DeskLanguage } from '../core.ts';
import type { EndingPlan } from '../data/ending.ts';
import { firstOf } from '../naming.ts';

/** @param missing amount and token; @param isReaders whether the reader may be the payer */
export const fundText = ({ messages }: DeskLanguage, missing: string, isReaders: boolean): string =>
  format(messages.next.fund[isReaders ? 'reader' : 'other'], { missing });

/** What happens to the money if the work never comes. @param held amount and token that the escrow holds */
export function notDeliveredText(language: DeskLanguage, plan: EndingPlan, held: string): string {
  const { now, because, stages, pays, unit } = plan;
  const { nothingInIt, over, noDeadline, resolver, share } = language.messages.next.notDelivered;
  if (now === 'not-signed' || now === 'no-money') return nothingInIt;
  if (now === 'over') return over;
  if (now === 'cannot') {
    return [noDeadline, ...new Set(because.map((each) => language.core.obstacleWords(each).problem))].join(' ');
  }
  const dispute = stages.find(({ act, isDone }) => act === 'dispute' && !isDone);
  const [paid] = pays.filter(({ as }) => as === 'share');
  return [
    noDeadline,
    ...(dispute === undefined ? [] : [disputeText(language, dispute)]),
    format(resolver, { held }),
    ...(paid === undefined ? [] : [format(share[paid.about ? 'about' : 'exact'], { amount: paid.amount, unit })]),
  ].join(' ');
}

function disputeText({ messages, core }: DeskLanguage, { left, signers }: EndingPlan['stages'][number]): string {
  const { dispute, theEscrow } = messages.next.notDelivered;
  const names: Readonly<Record<string, string>> = core.ROLE_WORDS;
  return format(dispute, {
    what: left.length === 0 ? theEscrow : core.milestonesText(left),
    who: signers.map(({ role }) => names[role]).join(', '),
  });
}

/** @param previous the addresses that it had before, newest first */
export function renewedText({ messages }: DeskLanguage, contract: string, previous: readonly string[]): string {
  const { all, some, or } = messages.next.renewed;
  const { shown, left } = firstOf(previous, MOST_ADDRESSES);
  const addresses = shown.join(` ${or} `);
  return left === 0 ? format(all, { contract, addresses }) : format(some, { contract, addresses, count: left });
}

const MOST_ADDRESSES = 3;

/** After a search. @param notAsked how many possible matches the ledger was not asked about */
export function foundNextText({ messages }: DeskLanguage, shown: number, more: number, notAsked: number): string {
  const { found } = messages.next;
  const others = more > 0 ? [format(found.more[pluralForm(messages.language, more)], { count: more })] : [];
  if (notAsked > 0) return [...others, format(found.notAsked, { count: notAsked })].join(' ');
  if (more > 0) return [...others, found.narrow].join(' ');
  return shown === 0 ? found.nothing : found.all;
}

/** Stored records that a list leaves out. */
export function damagedText({ messages }: DeskLanguage, records: readonly DamagedRecord[]): string {
  const each = records.map(({ id, part }) => `${id} (${messages.damagedParts[part]})`);
  return format(messages.next.damaged[records.length === 1 ? 'one' : 'other'], { records: each.join(', ') });
}

/** @param signers who signed an earlier transaction of it */
export const signAgainText = ({ messages: { next } }: DeskLanguage, signers: readonly string[]): string =>
  format(next.signAgain, { signers: signers.join(` ${next.and} `) });

/** @param onPage whether it is confirmed and signed on a page, else where it was prepared */
export const toConfirmNext = ({ messages }: DeskLanguage, onPage: boolean): string =>
  messages.next.toConfirm[onPage ? 'onPage' : 'elsewhere'];

export const preparedNext = (
  { messages }: DeskLanguage,
  prepared: { readonly signer: string; readonly network: string; readonly expiresAt: string },
  onPage: boolean,
): string => format(messages.next.prepared[onPage ? 'onPage' : 'byHand'], prepared);
