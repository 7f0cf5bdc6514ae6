/** The words of the one language that a page speaks: chosen by the server from what the browser asks for, once. */
import { type Language, languageOf, type Words } from '@countersign/core/words';
import { en, type PageWords } from './en.ts';
import { speak } from './said.ts';

export type { PageWords } from './en.ts';

let spoken: { readonly language: Language; readonly words: PageWords } = { language: 'en', words: en };

/** Before anything is drawn. English is at hand; another language is a file of its own. @param lang the document's */
export async function loadWords(lang: string): Promise<void> {
  const language = languageOf(lang);
  if (language === 'en') return;
  const { page, core } = await LANGUAGES[language]();
  spoken = { language, words: page };
  speak(core);
}

type Loaded = { readonly page: PageWords; readonly core: Words };

/** Each with a file of its own. */
const LANGUAGES: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Loaded>>> = {
  es: () => import('./spanish.ts'),
};

export const words = (): PageWords => spoken.words;

/** For `Intl`. */
export const language = (): Language => spoken.language;
