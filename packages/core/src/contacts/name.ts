/** Names of an address book: which are taken in, which are the same, and which only look the same. */
import { stacksMarks, withoutInvisible } from '../text/text.ts';

const MAX_NAME = 40;

/** Equal for the same name in other letters of case, width or composition. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').trim().replace(/\s+/gu, ' ').toUpperCase().toLowerCase().normalize('NFKC');
}

/** What is wrong with a name that a person gives, in plain words; nothing where it is taken in. */
export function nameProblem(name: string): string | undefined {
  const text = name.normalize('NFC').trim();
  if (text === '') return 'is empty';
  if ([...text].length > MAX_NAME) return `has more than ${MAX_NAME} characters`;
  if (text.normalize('NFKC') !== text) return 'holds characters that look like other ones; write plain letters';
  if (!/^\p{L}[\p{L}\p{M}\p{Nd} .'’_-]*$/u.test(text) || stacksMarks(text)) {
    return 'must begin with a letter, and hold letters, digits, single spaces and . - _ ’ alone';
  }
  if (withoutInvisible(text) !== text) return 'holds a character that cannot be seen; write it anew without';
  if (/ {2}/.test(text)) return 'holds several spaces in a row';
  if (!ALPHABETS.some((alphabet) => alphabet.test(text))) return 'mixes letters of several alphabets; write it in one';
  if (isLikeAddress(text)) return 'looks like a part of an address';
  return undefined;
}

/** Whether a text that is no address can have been meant as a name. */
export function canBeName(text: string): boolean {
  const isShort = text.length <= 4 * MAX_NAME && [...text].length <= MAX_NAME;
  return isShort && /\p{L}/u.test(text) && !isLikeAddress(text.trim());
}

/** Someone who reads a shortened address must not read a name. */
function isLikeAddress(text: string): boolean {
  return /^(?=[A-Z]*[2-7])[GCMS][A-Z2-7]{15,}$/i.test(text);
}

/** Letters of one alphabet; what all share (digits, marks, signs) fits to each. Japanese and Korean are written in several. */
const ALPHABETS: readonly RegExp[] = [
  /^[\p{scx=Latn}\p{scx=Zyyy}\p{scx=Zinh}]+$/u,
  /^[\p{scx=Grek}\p{scx=Zyyy}\p{scx=Zinh}]+$/u,
  /^[\p{scx=Cyrl}\p{scx=Zyyy}\p{scx=Zinh}]+$/u,
  /^[\p{scx=Armn}\p{scx=Zyyy}\p{scx=Zinh}]+$/u,
  /^[\p{scx=Geor}\p{scx=Zyyy}\p{scx=Zinh}]+$/u,
  /^[\p{scx=Hebr}\p{scx=Zyyy}\p{scx=Zinh}]+$/u,
  /^[\p{scx=Arab}\p{scx=Zyyy}\p{scx=Zinh}]+$/u,
  /^[\p{scx=Thaa}\p{scx=Zyyy}\p{scx=Zinh}]+$/u,
  /^[\p{scx=Ethi}\p{scx=Zyyy}\p{scx=Zinh}]+$/u,
  /^[\p{scx=Deva}\p{scx=Zyyy}\p{scx=Zinh}]+$/u,
  /^[\p{scx=Beng}\p{scx=Zyyy}\p{scx=Zinh}]+$/u,
  /^[\p{scx=Guru}\p{scx=Zyyy}\p{scx=Zinh}]+$/u,
  /^[\p{scx=Gujr}\p{scx=Zyyy}\p{scx=Zinh}]+$/u,
  /^[\p{scx=Orya}\p{scx=Zyyy}\p{scx=Zinh}]+$/u,
  /^[\p{scx=Taml}\p{scx=Zyyy}\p{scx=Zinh}]+$/u,
  /^[\p{scx=Telu}\p{scx=Zyyy}\p{scx=Zinh}]+$/u,
  /^[\p{scx=Knda}\p{scx=Zyyy}\p{scx=Zinh}]+$/u,
  /^[\p{scx=Mlym}\p{scx=Zyyy}\p{scx=Zinh}]+$/u,
  /^[\p{scx=Sinh}\p{scx=Zyyy}\p{scx=Zinh}]+$/u,
  /^[\p{scx=Thai}\p{scx=Zyyy}\p{scx=Zinh}]+$/u,
  /^[\p{scx=Laoo}\p{scx=Zyyy}\p{scx=Zinh}]+$/u,
  /^[\p{scx=Khmr}\p{scx=Zyyy}\p{scx=Zinh}]+$/u,
  /^[\p{scx=Mymr}\p{scx=Zyyy}\p{scx=Zinh}]+$/u,
  /^[\p{scx=Tibt}\p{scx=Zyyy}\p{scx=Zinh}]+$/u,
  /^[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Zyyy}\p{scx=Zinh}]+$/u,
  /^[\p{scx=Hani}\p{scx=Hang}\p{scx=Zyyy}\p{scx=Zinh}]+$/u,
  /^[\p{scx=Hani}\p{scx=Bopo}\p{scx=Zyyy}\p{scx=Zinh}]+$/u,
];

/**
 * Equal for names that a reader may take for each other: accents, spaces and signs left out, and letters of other
 * alphabets as the Latin ones that they look like. The usual ones, and not all of Unicode Technical Standard 39: a
 * name has one alphabet, so what is missing here can only be a whole name in look-alikes of another one.
 */
export function lookOf(name: string): string {
  const plain = nameKey(name)
    .normalize('NFD')
    .replace(/[\u0300-\u036f\p{Default_Ignorable_Code_Point}]/gu, '')
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
    'il 1l ıl łl 0o øo đd ħh ŧt',
    // Cyrillic
    'аa вb еe кk мm нh оo рp сc тt уy хx іl јj ѕs һh ԁd ԛq ԝw ӏl',
    // Greek
    'αa βb εe ζz ηh ιl κk μm νv οo ρp τt υy χx γy',
    // Armenian
    'օo սu հh ոn',
  ].flatMap((pairs) => pairs.split(' ').map((pair) => [...pair] as [string, string])),
);
