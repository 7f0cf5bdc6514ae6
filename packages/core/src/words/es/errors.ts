/** An error in Spanish, for whoever meets it. */
import { ERROR_CATALOGUE, XDR_REASONS } from '../../errors/errors.ts';
import { ERRORS_ES, XDR_REASONS_ES } from '../../errors/es.ts';
import { quoted } from '../../text/text.ts';
import type { ErrorWords, SpokenError } from '../errors.ts';

/** Where it was thrown with words of its own, which say more than the catalogue's, these are quoted as they are. */
export function errorWords({ code, reason, message, remedy, language }: SpokenError): ErrorWords {
  const english = reason === undefined ? ERROR_CATALOGUE[code] : XDR_REASONS[reason];
  const spanish = reason === undefined ? ERRORS_ES[code] : XDR_REASONS_ES[reason];
  const said = (own: string, usual: string, words: string): string => {
    if (own === usual) return words;
    return language === 'es' ? own : `${words} Texto original: ${quoted(own)}.`;
  };
  return {
    message: said(message, english.message, spanish.message),
    remedy: said(remedy, english.remedy, spanish.remedy),
  };
}
