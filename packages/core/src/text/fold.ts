/** Texts as they are compared in a search: case, accents and width make no difference. Never shown to anybody. */
import { withoutInvisible } from './text.ts';

/** Accents, and the points of Hebrew and Arabic. Marks that make another letter, as in Japanese or Hindi, stay. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u0652\u0670]/g;

/** Letters that Unicode does not take apart, with what people type in their place. */
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
      // ß has no other lower case, but an upper one of two letters.
      .toUpperCase()
      .toLowerCase()
      .replace(OWN_LETTERS, (letter) => LETTERS[letter] ?? letter)
  );
}
