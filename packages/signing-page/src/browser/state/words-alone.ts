/**
 * Recognises a recovery phrase in any language without its word list: here the scan has only the English list, and the
 * other nine would make the page half as large again.
 */
import { pageError } from '../words/core-words.ts';

/** The shortest phrase has 12 words, of which one may be missing. */
const FEWEST_WORDS = 11;
/** Letters of the lists' longest word, each with a mark of its own in some scripts. */
const LONGEST_WORD = 18;

/** @param message says so in the page's language. @throws CountersignError XDR_UNREADABLE where the text holds nothing as long as a transaction's base64 */
export function refuseWordsAlone(text: string, message: string): void {
  const words = text.match(/[\p{L}\p{M}\p{N}+/=]+/gu) ?? [];
  if (words.length < FEWEST_WORDS || words.some((word) => word.length > LONGEST_WORD)) return;
  throw pageError('XDR_UNREADABLE', { message });
}
