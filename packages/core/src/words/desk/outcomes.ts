/** The outcome of a sent transaction, and the next step. */
import { isStepName } from '../../escrow/steps.ts';
import { format } from '../../text/message.ts';
import { formatEach } from '../../text/sentences.ts';
import type { DeskLanguage } from '../core.ts';
import type { Acted, Because, Outcome, SignersWords, StatusText } from '../data/life.ts';
import type { ErrorWords } from '../errors.ts';
import { nextAfter, statusWords } from './status.ts';

/** @param action of its transaction */
export function outcomeWords(language: DeskLanguage, { code, params }: Outcome, action: Acted): StatusText {
  const { outcomes, prepareAgain } = language.messages;
  const { message, next } = statusWords(language, code, action);
  const means = language.core.meansText(action, code);
  switch (code) {
    case 'settled': {
      const text = params.byAnother ? outcomes.settled.byAnother : message;
      return params.isChanged
        ? { message: `${text} ${outcomes.settled.isChanged}`, next: outcomes.settled.next }
        : { message: text, next: nextAfter(language, action, params.contractId) };
    }
    case 'taken':
      return { message, next };
    case 'rejected': {
      const { result } = params;
      return { message: format(outcomes.rejected.message, { result }), next: prepareAgain.andSign };
    }
    case 'expired':
    case 'displaced':
      return { message, next: prepareAgain.andSign };
    case 'accepted': {
      const notes = [
        ...(params.namesAnother ? [outcomes.accepted.namesAnother] : []),
        ...(params.differing.length === 0
          ? []
          : [format(outcomes.accepted.differing, { fields: params.differing.join(', ') })]),
      ];
      const text = params.hasLedger ? message : outcomes.accepted.message;
      return {
        message: [text, ...notes].join(' '),
        next: params.hasLedger ? next : format(outcomes.accepted.next, { means }),
      };
    }
    case 'unknown': {
      const { because } = params;
      const isSeeming = typeof because === 'string' && because.startsWith('seems-');
      return { message: becauseText(language, because), next: isSeeming ? outcomes.unknown.seems : next };
    }
  }
}

export function becauseText({ messages: { because: texts }, core }: DeskLanguage, because: Because): string {
  if (typeof because === 'string') return texts[because];
  // Elsewhere that error says that nothing was sent.
  if (because.code === 'SERVICE_UNREACHABLE') return texts['broke-off'];
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

/** Why it is not prepared again. */
export const settledAlready = (
  { messages: { afterwards } }: DeskLanguage,
  action: Acted,
  escrow: string,
  hash: string,
): Partial<ErrorWords> => formatEach(afterwards[isStepName(action) ? 'step' : action].already, { escrow, hash });
