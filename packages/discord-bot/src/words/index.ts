/** What the bot says in each language: a person's own, or for what is posted in a server, the server's. */
import type { Words as CoreWords, Language } from '@countersign/core/words';
import { wordsOf as coreWordsOf } from '@countersign/core/words/all';
import * as en from './en/index.ts';
import * as es from './es/index.ts';

/** What every language says. A sentence that is missing is a type error. */
type OwnWords = typeof en;

export type Words = OwnWords & { readonly language: Language; readonly core: CoreWords };

const WORDS: Readonly<Record<Language, Words>> = {
  en: { ...en, language: 'en', core: coreWordsOf('en') },
  es: { ...es, language: 'es', core: coreWordsOf('es') },
};

/** @example wordsOf('es').core.ROLE_WORDS.disputeResolver // Árbitro */
export const wordsOf = (language: Language): Words => WORDS[language];
