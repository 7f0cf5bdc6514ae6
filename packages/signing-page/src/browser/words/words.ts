/** The words of the one language that a page speaks: chosen by the server from what the browser asks for, once. */
import { format } from '@countersign/core/text/message';
import { type Language, languageOf, type Words } from '@countersign/core/words';
import type { ReadingWords } from '../transaction/read-view.ts';
import type { PageJson, PageWords } from './catalogue.ts';
import { obstacleWords, speak, summaryWords } from './core-words.ts';

export type { PageWords } from './catalogue.ts';
export { language } from './core-words.ts';

let spoken: PageWords;

type Loaded = { readonly core: Words; readonly page: PageJson };
type Languages = Readonly<Record<Language, () => Promise<Loaded>>>;

/** Before anything is drawn. @param lang the document's. @param languages that the page has, each in a file of its own */
export async function loadWords(lang: string, languages: Languages): Promise<void> {
  const wanted = languageOf(lang);
  useWords(await languages[wanted](), wanted);
}

/** From now on the page speaks these. */
export function useWords({ core, page }: Loaded, language: Language): void {
  // `pnpm check` compares the parameters of every language with English.
  spoken = page as unknown as PageWords;
  speak(core, language);
}

export const words = (): PageWords => spoken;

/** Of the signing page: they need its part of the words. */
export const readingWords = (): ReadingWords => ({
  summaryWords,
  youDo: (what) => format(words().deal.youDo, { what }),
  obstacleText: (unmet) => obstacleWords(unmet).problem,
});
