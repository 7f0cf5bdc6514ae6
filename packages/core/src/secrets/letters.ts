/** Tables of the role of each letter in a word. Only letters of Unicode's first plane: no list has others. */

export const LETTER = 1;
export const SMALL = 2;
export const CASED = 4;
/** A letter of the kind that BIP-39's lists are written in, or a mark on one. */
export const LISTED = 8;
/** A Chinese character, which alone is a word. */
export const HAN = 16;

/** A table of a property of UTF-16 units, filled on first use: regular expressions would take ten times as long. */
export function tableOf(numberOf: (character: string) => number): (code: number) => number {
  const values = new Uint16Array(0x10000);
  const known = new Uint8Array(0x100);
  const learn = (page: number): void => {
    known[page >> 8] = 1;
    for (let code = page; code < page + 0x100; code++) values[code] = numberOf(String.fromCharCode(code));
  };
  return (code) => {
    if (known[code >> 8] === 0) learn(code & 0xff00);
    return values[code] as number;
  };
}

const kindOfAny = tableOf((character) => {
  if (!/[\p{L}\p{M}]/u.test(character)) return 0;
  if (/\p{Script=Han}/u.test(character)) return LETTER | LISTED | HAN;
  const isListed = /[\p{M}\p{Script=Latin}\p{Script=Hiragana}\p{Script=Hangul}]/u.test(character);
  const isSmall = /[\p{Ll}\p{M}]/u.test(character);
  const isCased = /[\p{Lu}\p{Ll}]/u.test(character);
  return LETTER | (isListed ? LISTED : 0) | (isSmall ? SMALL : 0) | (isCased ? CASED : 0);
});

const IN_ASCII = Uint8Array.from({ length: 128 }, (_, code) => kindOfAny(code));

export function kindOf(code: number): number {
  return code < 128 ? (IN_ASCII[code] as number) : kindOfAny(code);
}

/** Dropped: an accent that distinguishes no two words of a list. */
const NOTHING = 0;
/** Depends on its neighbours, or becomes several characters. */
const UNKNOWN = 0xffff;
/** Parts of Korean syllables and marks of Japanese ones, which combine with the character before. */
const COMPOSING = /[\u1100-\u11ff\u3099\u309a\ua960-\ua97f\ud7b0-\ud7ff]/;

const plainUnit = tableOf((character) => {
  const plain = plainText(character);
  return plain.length > 1 || COMPOSING.test(plain) ? UNKNOWN : plain.charCodeAt(0) || NOTHING;
});

/** A word as in the lexicon: in lower case, without accents that distinguish no two words. */
export function plainWord(word: string): string {
  // Most words are plain already.
  let plain: string | undefined;
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at);
    const unit = plainUnit(code);
    if (unit === UNKNOWN) return plainText(word);
    if (unit === code && plain === undefined) continue;
    plain ??= word.slice(0, at);
    if (unit !== NOTHING) plain += String.fromCharCode(unit);
  }
  return plain ?? word;
}

/** As `plainWord`, for any text. Composition and width make no difference. */
export function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase();
}
