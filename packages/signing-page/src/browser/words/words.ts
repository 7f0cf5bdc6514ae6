/** The words of the one language that a page speaks: chosen by the server from what the browser asks for, once. */
import { type Language, languageOf } from '@countersign/core/words';
import { en, type PageWords } from './en.ts';

export type { PageWords } from './en.ts';

let spoken: { readonly language: Language; readonly words: PageWords } = { language: 'en', words: en };

/** Before anything is drawn. English is at hand; another language is a file of its own. */
export async function loadWords(): Promise<void> {
  const language = languageOf(document.documentElement.lang);
  if (language === 'es') spoken = { language, words: (await import('./es.ts')).es };
}

export const words = (): PageWords => spoken.words;

/** For `Intl`. */
export const language = (): Language => spoken.language;
