/** The words of the one language that a page speaks: chosen by the server from what the browser asks for, once. */
import type { Language, Words } from '@countersign/core/words';
import type { PageJson, PageWords } from './catalogue.ts';
import { speak } from './core-words.ts';

export type { PageWords } from './catalogue.ts';
export { language } from './core-words.ts';

let spoken: PageWords;

/** From now on the page speaks these. */
export function useWords({ core, page }: { readonly core: Words; readonly page: PageJson }, language: Language): void {
  // `pnpm check` compares the parameters of every language with English.
  spoken = page as unknown as PageWords;
  speak(core, language);
}

export const words = (): PageWords => spoken;
