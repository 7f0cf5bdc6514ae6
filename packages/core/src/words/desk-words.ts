/** What a desk says in each language. English is there from the start; another one is read when it is first spoken. */
import * as en from './en/desk/index.ts';
import type { Language } from './language.ts';

/** What every language says. */
export type DeskWords = typeof import('./en/desk/index.ts');

export const ENGLISH: DeskWords = en;

export async function deskWordsOf(language: Language): Promise<DeskWords> {
  return language === 'es' ? await import('./es/desk/index.ts') : en;
}
