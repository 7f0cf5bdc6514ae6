/** Folds texts for searching: case, accents and width make no difference. Never shown. */
import { withoutInvisible } from './text.ts';

/** Accents, and the points of Hebrew and Arabic. Marks that make a different letter, as in Japanese or Hindi, stay. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u0652\u0670]/g;

/** Letters that Unicode does not decompose, with what people type instead. */
const LETTERS: Readonly<Record<string, string>> = {
  æ: 'ae',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  œ: 'oe',
  þ: 'th',
  ŧ: 't',
  ς: 'σ',
};
const OWN_LETTERS = /[æđðħıłøœþŧς]/g;

export function fold(text: string): string {
  return (
    withoutInvisible(text)
      .normalize('NFKD')
      .replace(ACCENTS, '')
      // `toLowerCase` keeps ß; `toUpperCase` turns it into SS.
      .toUpperCase()
      .toLowerCase()
      .replace(OWN_LETTERS, (letter) => LETTERS[letter] ?? letter)
  );
}
