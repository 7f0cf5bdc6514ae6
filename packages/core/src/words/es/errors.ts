/** An error in words, and where two transactions differ: what was asked for, and what was found. */
import { ERROR_CATALOGUE, XDR_REASONS } from '../../errors/errors.ts';
import { ERRORS_ES, XDR_REASONS_ES } from '../../errors/es.ts';
import { inLanguage } from '../../text/message.ts';
import { quoted } from '../../text/text.ts';
import { errorMessages } from '../catalogue.ts';
import { differenceText as difference, type ErrorWords, type SpokenError } from '../errors.ts';
import json from '../messages/errors.es.json' with { type: 'json' };
import { actions } from './core.ts';

/** Words that differ from the catalogue's say more than it does, and are quoted in English. */
export function errorWords({ code, reason, message, remedy, language }: SpokenError): ErrorWords {
  // A view may come from a server of another version, with other reasons.
  const own = reason !== undefined && Object.hasOwn(XDR_REASONS, reason) ? reason : undefined;
  const english = own === undefined ? ERROR_CATALOGUE[code] : XDR_REASONS[own];
  const spanish = own === undefined ? ERRORS_ES[code] : XDR_REASONS_ES[own];
  const worded = (text: string, usual: string, words: string): string => {
    if (text === usual) return words;
    return language === 'es' ? text : `${words} Texto original: ${quoted(text)}`;
  };
  return {
    message: worded(message, english.message, spanish.message),
    remedy: worded(remedy, english.remedy, spanish.remedy),
  };
}

export const { differenceText } = inLanguage(
  { ...errorMessages(json), actions, errorWords },
  { differenceText: difference },
);
