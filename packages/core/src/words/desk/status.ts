/** A request's status where the ledger has not shown more, escrows from elsewhere, and balances that were not read. */
import type { UnreadBalance } from '../../errors/errors.ts';
import { isStepName } from '../../escrow/steps.ts';
import { format, type Message } from '../../text/message.ts';
import { formatEach } from '../../text/sentences.ts';
import type { DeskLanguage } from '../core.ts';
import type {
  Acted,
  CodeName,
  DisplacedByWords,
  OutcomeName,
  StandingName,
  StatusName,
  StatusText,
} from '../data/life.ts';

export function statusWords(language: DeskLanguage, status: StatusName, action: Acted): StatusText {
  const { prepareAgain, status: texts } = language.messages;
  const { message, next }: { readonly message: string; readonly next?: string | Message<'means'> } =
    texts.words[status];
  if (status === 'settled') return { message, next: nextAfter(language, action) };
  // An escrow's expired deploy is renewed by its page, too.
  const isToRenew = next === undefined || (status === 'expired' && action !== 'deploy');
  if (isToRenew) return { message, next: prepareAgain.byId };
  return { message, next: format(next, { means: language.core.meansText(action, status) }) };
}

/** What any holder of the signed transaction may see. */
export function publicWords(language: DeskLanguage, status: OutcomeName, action: Acted): StatusText {
  const { settled, prepareAgain } = language.messages.public;
  const words = statusWords(language, status, action);
  if (status === 'settled') return { ...words, next: settled };
  return ['rejected', 'expired', 'displaced'].includes(status) ? { ...words, next: prepareAgain } : words;
}

/** What to do once it has settled. @param escrow its address */
export function nextAfter({ messages: { afterwards }, core }: DeskLanguage, action: Acted, escrow?: string): string {
  if (isStepName(action)) return afterwards.step.next;
  if (action === 'trust') return core.meansText(action, 'settled');
  if (action === 'deploy') return afterwards.deploy.next;
  const { known, unknown } = afterwards.fund.next;
  return escrow === undefined ? unknown : format(known, { escrow });
}

/** @param by the transaction that took its place; absent where this person did not prepare it here */
export function displacedWords(language: DeskLanguage, action: Acted, by: DisplacedByWords | undefined): StatusText {
  const { displaced } = language.messages.status;
  const { next } = statusWords(language, 'displaced', action);
  if (by?.earlierVersion) return formatEach(displaced.earlierVersion, { contract: String(by.contractId) });
  const transaction = by === undefined ? displaced.notPrepared : nameOf(language, by);
  return { message: format(displaced.by, { transaction }), next };
}

function nameOf({ messages, core }: DeskLanguage, { action, status }: DisplacedByWords): string {
  const { transaction } = core.actions[action ?? 'deploy'];
  return status === 'rejected' ? format(messages.status.displaced.failed, { transaction }) : transaction;
}

/** Of an escrow that the caller did not prepare here. */
export function elsewhereText(
  { messages: { elsewhere }, core }: DeskLanguage,
  codeIs: CodeName,
  codeOwner?: string,
): string {
  return format(elsewhere.notPrepared, {
    code: codeOwner === undefined ? elsewhere.code[codeIs] : core.codeOfAnother(codeOwner),
  });
}

/** @param because what is at the address, or why it is not known; @param isListed whether the service lists one */
export function notFoundText(
  { messages }: DeskLanguage,
  because: StandingName | 'no-ledger' | 'no-answer',
  isListed = false,
): string {
  const { notFound } = messages.elsewhere;
  const text = format(notFound.text, { why: notFound.because[because] });
  return isListed ? `${text} ${notFound.isListed}` : text;
}

/** Why a service’s answer gives no balance. */
export function unreadText({ messages, core }: DeskLanguage, { code, params }: UnreadBalance): string {
  const { unreadBalance } = messages.elsewhere;
  if (code === 'REFUSED') return format(unreadBalance.REFUSED, params);
  if (code !== 'FAILED') return unreadBalance[code];
  return format(unreadBalance.FAILED, { message: core.errorWords(params.error).message });
}

export const notReadText = ({ messages }: DeskLanguage, why: string): string =>
  format(messages.elsewhere.unreadBalance.FAILED, { message: why });
