/**
 * The words of the one language that a page speaks: chosen by the server from what the browser asks for, once. They are
 * read when they are used, so no constant of a module may keep one.
 */
import { CountersignError, type ErrorCode, type ErrorOptions } from '@countersign/core/errors';
import type { NetworkName } from '@countersign/core/network';
import type { Catalogue } from '@countersign/core/text/message';
import type { Language, Words } from '@countersign/core/words';
import type { PageParameters } from '../../messages/page.parameters.ts';

export type PageJson = typeof import('../../messages/page.en.json', { with: { type: 'json' }});
/** The sentences of the pages. A page carries those of its own (assets/sentences-of-page.ts). */
export type PageWords = Catalogue<PageJson, PageParameters>;

let spoken: { readonly page: PageWords; readonly language: Language };

/** Core's words. Write its name and a dot: the build reads what follows (assets/sentences-of-page.ts). */
export let core: Words;

/** From now on the page speaks these. */
export function useWords(next: { readonly core: Words; readonly page: PageJson }, language: Language): void {
  // `pnpm check` compares the parameters of every language with English.
  spoken = { page: next.page as unknown as PageWords, language };
  core = next.core;
}

export const words = (): PageWords => spoken.page;

/** For `Intl`. */
export const language = (): Language => spoken.language;

/** An error of the page's own: its words are in the reader's language already. */
export const pageError = (code: ErrorCode, options: ErrorOptions): CountersignError =>
  new CountersignError(code, { ...options, language: language() });

/** "Sandbox: simulated, worth nothing" */
export function networkText(network: NetworkName): string {
  const { name, means } = core.NETWORK_WORDS[network];
  return `${name}: ${means}`;
}
