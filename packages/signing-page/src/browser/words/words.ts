/** The words of the one language that a page speaks: chosen by the server from what the browser asks for, once. */
import { type Language, languageOf, type Words } from '@countersign/core/words';
import type { PageJson, PageWords } from './catalogue.ts';
import { speak } from './core-words.ts';

export type { PageWords } from './catalogue.ts';
export { language } from './core-words.ts';

let spoken: PageWords;

type Loaded = { readonly core: Words; readonly page: PageJson };
const LANGUAGES: Readonly<Record<Language, () => Promise<Loaded>>> = {
  en: () => import('./en.ts'),
  es: () => import('./es.ts'),
};

/** Before anything is drawn. @param lang the document's */
export async function loadWords(lang: string): Promise<void> {
  const wanted = languageOf(lang);
  useWords(await LANGUAGES[wanted](), wanted);
}

/** From now on the page speaks these. */
export function useWords({ core, page }: Loaded, language: Language): void {
  // `pnpm check` compares the parameters of every language with English.
  spoken = page as unknown as PageWords;
  speak(core, language);
}

export const words = (): PageWords => spoken;
