/** The words of the one language that a page speaks: chosen by the server from what the browser asks for, once. */
import { type Language, languageOf, type Words } from '@countersign/core/words';
import { en, type PageWords } from './en.ts';
import { speak } from './said.ts';

export type { PageWords } from './en.ts';
export { language } from './said.ts';

let spoken: PageWords = en;

/** Before anything is drawn. English is at hand; another language is a file of its own. @param lang the document's */
export async function loadWords(lang: string): Promise<void> {
  const language = languageOf(lang);
  if (language === 'en') return;
  const { page, core } = await LANGUAGES[language]();
  spoken = page;
  speak(core, language);
}

type Loaded = { readonly page: PageWords; readonly core: Words };

/** Each with a file of its own. */
const LANGUAGES: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Loaded>>> = {
  es: () => import('./spanish.ts'),
};

export const words = (): PageWords => spoken;
