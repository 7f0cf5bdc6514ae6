/** Which spellings are one name, and which only look alike. */

/** Equal for the same name in other letters of case, width or composition. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').trim().replace(/\s+/gu, ' ').toUpperCase().toLowerCase().normalize('NFKC');
}

/**
 * Equal for names that a reader may take for each other: accents, spaces and signs left out, and letters of other
 * alphabets as the Latin ones that they look like. The usual ones, and not all of Unicode Technical Standard 39: a
 * name has one alphabet, so what is missing here can only be a whole name in look-alikes of another one.
 */
export function lookOf(name: string): string {
  const plain = nameKey(name)
    .normalize('NFD')
    .replace(/[\u0300-\u036f]|\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[ .'’_-]/gu, '');
  return [...plain]
    .map((letter) => LOOKS.get(letter) ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}

/** In pairs: a letter, and what it looks like in its small or its capital form. */
const LOOKS: ReadonlyMap<string, string> = new Map(
  [
    // Latin and digits
    'il 1l ıl łl 0o øo đd ðd ɖd ħh ŧt ɩl ɵo ƿp ȷj ǝə',
    // Cyrillic
    'аa вb еe кk мm нh оo рp сc тt уy хx іl јj ѕs һh ԁd ԛq ԝw ӏl',
    // Greek
    'αa βb εe ζz ηh ιl κk μm νv οo ρp τt υy χx γy',
    // Armenian
    'օo սu հh ոn',
    // Kana, and Chinese characters
    'ー一 エ工 カ力 タ夕 ト卜 ニ二 ハ八 ロ口 へヘ',
  ].flatMap((pairs) => pairs.split(' ').map((pair) => [...pair] as [string, string])),
);
