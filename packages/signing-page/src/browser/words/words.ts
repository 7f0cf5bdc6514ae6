/** The words of the one language that a page speaks: chosen by the server from what the browser asks for, once. */
import { format } from '@countersign/core/text/message';
import { type Language, languageOf, type Words } from '@countersign/core/words';
import english from '../messages/page.en.json' with { type: 'json' };
import type { ReadingWords } from '../transaction/read-view.ts';
import type { Afterwards, Escrow, Escrows, PageWords, Sign, Wallet } from './catalogue.ts';
import { language, obstacleWords, speak, summaryWords } from './core-words.ts';

export type { PageWords } from './catalogue.ts';
export { language } from './core-words.ts';

// What is missing is added before anything of it is drawn.
let spoken = english as unknown as PageWords;

/** Before anything is drawn. English is at hand; another language is a file of its own. @param lang the document's */
export async function loadWords(lang: string): Promise<void> {
  const wanted = languageOf(lang);
  if (wanted === 'en') return;
  const { page, core } = await LANGUAGES[wanted]();
  spoken = page;
  speak(core, wanted);
}

type Loaded = { readonly page: PageWords; readonly core: Words };

/** Each with a file of its own. */
const LANGUAGES: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Loaded>>> = {
  es: async () => {
    const { es, core } = await import('./es.ts');
    return { page: es, core };
  },
};

/** The catalogue of a part of the pages that not every page has, before that part is drawn. */
export function addEnglish(part: Sign | Escrows | Escrow | Afterwards | Wallet): void {
  if (language() === 'en') spoken = { ...spoken, ...(part as unknown as Partial<PageWords>) };
}

export const words = (): PageWords => spoken;

/** Of the signing page: they need its part of the words. */
export const readingWords = (): ReadingWords => ({
  summaryWords,
  youDo: (what) => format(words().deal.youDo, { what }),
  obstacleText: (unmet) => obstacleWords(unmet).problem,
});
