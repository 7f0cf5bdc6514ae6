/** The outcome of a sent transaction, and the next step. */
import { isStepName } from '../../escrow/steps.ts';
import { format } from '../../text/message.ts';
import { formatEach } from '../../text/sentences.ts';
import type { ErrorWords } from '../errors.ts';
import type { Acted, Because, Outcome, OutcomeName, SignersWords, StatusText } from '../life.ts';
import type { DeskLanguage } from './language.ts';
import { TOOLS } from './tools.ts';

export function outcomeWords(language: DeskLanguage, { code, params }: Outcome): StatusText {
  const { outcomes, prepareAgain, public: seen } = language.messages;
  switch (code) {
    case 'settled': {
      const message = params.byAnother ? outcomes.settled.byAnother : seen.settled.message;
      return params.isChanged
        ? { message: `${message} ${outcomes.settled.isChanged}`, next: outcomes.settled.next }
        : { message, next: nextAfter(language, params.action, params.contractId) };
    }
    case 'taken':
      return outcomes.taken;
    case 'rejected': {
      const { result, action } = params;
      return { message: format(outcomes.rejected.message, { result }), next: prepareAgain[TOOLS[action]].andSign };
    }
    case 'expired':
    case 'displaced':
      return { message: seen[code].message, next: prepareAgain[TOOLS[params.action]].andSign };
    case 'accepted': {
      const { message, next } = params.hasLedger ? seen.accepted : outcomes.accepted;
      const notes = [
        ...(params.namesAnother ? [outcomes.accepted.namesAnother] : []),
        ...(params.differing.length === 0
          ? []
          : [format(outcomes.accepted.differing, { fields: params.differing.join(', ') })]),
      ];
      return { message: [message, ...notes].join(' '), next };
    }
    case 'unknown': {
      const { because } = params;
      const isSeeming = typeof because === 'string' && because.startsWith('seems-');
      return { message: becauseText(language, because), next: outcomes.unknown[isSeeming ? 'seems' : 'other'] };
    }
  }
}

export function becauseText({ messages: { because: texts }, core }: DeskLanguage, because: Because): string {
  if (typeof because === 'string') return texts[because];
  return format(texts.error, { message: core.errorWords(because).message });
}

/** @param expiresAt ISO 8601; @param seconds until then */
export function partlySignedWords(
  language: DeskLanguage,
  signers: SignersWords,
  account: string,
  expiresAt: string,
  seconds: number,
): StatusText {
  return formatEach(language.messages.signers.partlySigned, {
    ...{ account, seconds, time: expiresAt },
    weight: weightText(language, signers),
    missing: missingText(language, signers),
  });
}

export function weightText({ messages }: DeskLanguage, { needed, have, signers }: SignersWords): string {
  const { none, some } = messages.signers.weight;
  const by = signers.filter(({ signed }) => signed).map(({ address }) => address);
  return by.length === 0 ? format(none, { needed, have }) : format(some, { needed, have, signers: by.join(', ') });
}

export function missingText({ messages }: DeskLanguage, { needed, have, signers }: SignersWords): string {
  const { missing, signer } = messages.signers;
  const left = signers.filter(({ signed }) => !signed).map((each) => format(signer, each));
  return format(missing, { weight: needed - have, signers: left.join(', ') });
}

/** What any holder of the signed transaction may see. */
export const publicWords = ({ messages }: DeskLanguage, status: OutcomeName): StatusText => messages.public[status];

/** What to do once it has settled. @param escrow its address */
export function nextAfter({ messages: { afterwards } }: DeskLanguage, action: Acted, escrow?: string): string {
  if (isStepName(action)) return afterwards.step.next;
  if (action !== 'fund') return afterwards[action].next;
  const { known, unknown } = afterwards.fund.next;
  return escrow === undefined ? unknown : format(known, { escrow });
}

/** Why it is not prepared again. */
export const settledAlready = (
  { messages: { afterwards } }: DeskLanguage,
  action: Acted,
  escrow: string,
  hash: string,
): Partial<ErrorWords> => formatEach(afterwards[isStepName(action) ? 'step' : action].already, { escrow, hash });
