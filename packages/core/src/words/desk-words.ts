/** The desk's words in each language. English is always loaded; other languages on first use. */
import * as en from './en/desk/index.ts';
import type { Language } from './language.ts';

/** The exports that every language has. */
export type DeskWords = typeof import('./en/desk/index.ts');

export const ENGLISH: DeskWords = en;

const LOADERS: Readonly<Record<Language, () => DeskWords | Promise<DeskWords>>> = {
  en: () => en,
  es: () => import('./es/desk/index.ts'),
};

export async function deskWordsOf(language: Language): Promise<DeskWords> {
  return await LOADERS[language]();
}
