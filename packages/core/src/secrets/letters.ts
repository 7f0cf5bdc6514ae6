/**
 * What each UTF-16 unit is in a word, in tables: asked of expressions and of `normalize`, hostile texts would take ten
 * times as long. A page of 256 is filled in when a text first has one of its characters. Letters beyond the first
 * plane are none here: no list has any.
 */

export const LETTER = 1;
export const SMALL = 2;
export const CASED = 4;
/** A letter of the kind that BIP-39's lists are written in, or a mark on one. */
export const LISTED = 8;
/** Chinese, of which one is a word. */
export const HAN = 16;

const kinds = new Uint8Array(0x10000);
/** As the lists have it: in lower case and without accents. */
const plain = new Uint16Array(0x10000);
const known = new Uint8Array(0x100);

/** Left out: an accent that no list tells words apart by. */
const NOTHING = 0;
/** What its neighbours decide about, or what becomes several characters. */
const UNKNOWN = 0xffff;

export function kindOf(code: number): number {
  if (known[code >> 8] === 0) learn(code & 0xff00);
  return kinds[code] as number;
}

/**
 * As the lexicon has it: in lower case, and without the accents that no list tells words apart by.
 * @param word of which `kindOf` was asked, letter by letter
 */
export function plainWord(word: string): string {
  let plainOne = '';
  for (let at = 0; at < word.length; at++) {
    const letter = plain[word.charCodeAt(at)] as number;
    if (letter === UNKNOWN) return plainText(word);
    if (letter !== NOTHING) plainOne += String.fromCharCode(letter);
  }
  return plainOne;
}

/** As `plainWord`, of anything. Composed or not, in full width or not: it comes to the same. */
export function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase();
}

/** The parts of Korean syllables and the marks of Japanese ones, which make one character with what stands before. */
const COMPOSING = /[\u1100-\u11ff\u3099\u309a\ua960-\ua97f\ud7b0-\ud7ff]/;
/** No character at all, so nothing that `normalize` changes. */
const BETWEEN = '\uffff';

function learn(page: number): void {
  known[page >> 8] = 1;
  const characters = Array.from({ length: 0x100 }, (_, at) => String.fromCharCode(page + at));
  const plainOnes = plainText(characters.join(BETWEEN)).split(BETWEEN);
  for (const [at, character] of characters.entries()) {
    const plainOne = plainOnes[at] ?? '';
    plain[page + at] = plainOne.length > 1 || COMPOSING.test(plainOne) ? UNKNOWN : plainOne.charCodeAt(0) || NOTHING;
    kinds[page + at] = kindOfCharacter(character);
  }
}

function kindOfCharacter(character: string): number {
  if (!/[\p{L}\p{M}]/u.test(character)) return 0;
  if (/\p{Script=Han}/u.test(character)) return LETTER | LISTED | HAN;
  const isListed = /[\p{M}\p{Script=Latin}\p{Script=Hiragana}\p{Script=Hangul}]/u.test(character);
  const isSmall = /[\p{Ll}\p{M}]/u.test(character);
  const isCased = /[\p{Lu}\p{Ll}]/u.test(character);
  return LETTER | (isListed ? LISTED : 0) | (isSmall ? SMALL : 0) | (isCased ? CASED : 0);
}
