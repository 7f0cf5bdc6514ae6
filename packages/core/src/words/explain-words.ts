/** The words of explanations in each language. Kept apart, since no page needs them. */
import { wordsOf } from './all.ts';
import * as en from './en/explain/index.ts';
import * as es from './es/explain/index.ts';
import type { Language } from './language.ts';
import type { Words } from './words-of-language.ts';

type OwnWords = typeof en;
export type ExplainWords = OwnWords & { readonly core: Words };

const WORDS: Readonly<Record<Language, ExplainWords>> = {
  en: { ...en, core: wordsOf('en') },
  es: { ...es, core: wordsOf('es') },
};

export const explainWordsOf = (language: Language): ExplainWords => WORDS[language];
