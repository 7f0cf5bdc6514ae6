/** An entry of an address book, and its name: which names are accepted, which are equal, and which only look alike. */
import { createProblem, type Problem } from '../errors/problems.ts';
import { stacksMarks, withoutInvisible } from '../text/text.ts';
import type { SetBy } from '../words/names.ts';
import { lookOf, nameKey } from './look.ts';

export type Contact = {
  /** Equal for the same name, however it is written. One person has one entry for it on a network. */
  readonly key: string;
  /** Equal for names that look alike. */
  readonly look: string;
  /** As the person wrote it. */
  readonly name: string;
  /** Whole, G… or C…. */
  readonly address: string;
  readonly setBy: SetBy;
  /** When it got this address, in epoch milliseconds. */
  readonly setAt: number;
  /** The previous address; kept when the entry is removed and added again. */
  readonly before?: string;
  /** When it was removed. The entry is remembered a while, so that removing and re-adding hides no change. */
  readonly removedAt?: number;
};

export const LATELY_MS = 7 * 24 * 3_600_000;

export const MAX_CONTACTS = 500;

/** @param earlier the contact that has the name, or had it until recently */
export function contactFor(
  name: string,
  address: string,
  { by, at, earlier }: { readonly by: SetBy; readonly at: number; readonly earlier: Contact | undefined },
): Contact {
  const before = earlier === undefined || earlier.address === address ? earlier?.before : earlier.address;
  const normalised = name.normalize('NFC').trim();
  return {
    key: nameKey(normalised),
    look: lookOf(normalised),
    name: normalised,
    address,
    setBy: by,
    setAt: at,
    ...(before === undefined ? {} : { before }),
  };
}

const MAX_NAME = 40;

export function nameProblem(name: string): Problem | undefined {
  const text = name.normalize('NFC').trim();
  if (text === '') return createProblem('EMPTY');
  if ([...text].length > MAX_NAME) return createProblem('LONGER_THAN', { most: MAX_NAME });
  if (text.normalize('NFKC') !== text) return createProblem('NAME_LOOK_ALIKES');
  if (!/^\p{L}[\p{L}\p{M}\p{Nd} .'’_-]*$/u.test(text) || stacksMarks(text)) {
    return createProblem('NAME_LETTERS');
  }
  if (OTHER_SIGNS.test(text)) return createProblem('NAME_OTHER_SIGN');
  if (withoutInvisible(text) !== text) return createProblem('NAME_INVISIBLE');
  if (/ {2}/.test(text)) return createProblem('NAME_SPACES');
  const letters = text.replace(SHARED, '');
  if (!ALPHABETS.some((alphabet) => alphabet.test(letters))) return createProblem('NAME_ALPHABETS');
  if (readsLikeAddress(text)) return createProblem('NAME_LIKE_ADDRESS');
  return isOwnWord(text) ? createProblem('NAME_IS_OURS') : undefined;
}

export function canBeName(text: string): boolean {
  const isShort = text.length <= 4 * MAX_NAME && [...text].length <= MAX_NAME;
  // A piece of an address that was cut or typed wrongly.
  const isLikeAddress = /^(?=[A-Z]*[2-7])[GCMS][A-Z2-7]{15,}$/i.test(text.trim());
  return isShort && /\p{L}/u.test(text) && !isLikeAddress;
}

/** A name must not look like a shortened or grouped address. Most names have small letters, which addresses lack. */
function readsLikeAddress(text: string): boolean {
  const whole = text.replace(/[ .'’_-]/gu, '');
  const isOfItsLetters = /^[GCMS][A-Z2-7]{15,}$/i.test(whole);
  const isShortened = /^[GCMS][A-Z\d]{2,}[._]{2,}[A-Z\d]+$/i.test(text.replaceAll(' ', ''));
  return isShortened || (isOfItsLetters && (whole === whole.toUpperCase() || /[A-Z][2-7]|[2-7][A-Z]/i.test(text)));
}

/** Modifier letters, tatweel among them (but not what names in Japanese, Thai and Lao repeat or lengthen with). */
const OTHER_SIGNS = /(?![々ゝゞーヽヾๆໆ])\p{Lm}|\p{Me}|[\u20d0-\u20ff]/u;

/** What every alphabet has: digits, signs and the usual accents. */
const SHARED = /[\d .'’_-]|[\u0300-\u036f]/gu;

/**
 * Letters of one alphabet. Japanese and Korean are written in several. Of Latin, Greek and Cyrillic the letters of
 * living languages alone: without those of phonetics and of old books, many of which look like another one.
 */
const ALPHABETS: readonly RegExp[] = [
  /^[A-Za-z\u00c0-\u01bf\u01c4-\u024f\u1e00-\u1eff]+$/u,
  /^[\u0370-\u03e1\u1f00-\u1fff]+$/u,
  /^[\u0400-\u0481\u048a-\u052f]+$/u,
  /^\p{scx=Armn}+$/u,
  /^\p{scx=Geor}+$/u,
  /^\p{scx=Hebr}+$/u,
  /^\p{scx=Arab}+$/u,
  /^\p{scx=Thaa}+$/u,
  /^\p{scx=Ethi}+$/u,
  /^\p{scx=Deva}+$/u,
  /^\p{scx=Beng}+$/u,
  /^\p{scx=Guru}+$/u,
  /^\p{scx=Gujr}+$/u,
  /^\p{scx=Orya}+$/u,
  /^\p{scx=Taml}+$/u,
  /^\p{scx=Telu}+$/u,
  /^\p{scx=Knda}+$/u,
  /^\p{scx=Mlym}+$/u,
  /^\p{scx=Sinh}+$/u,
  /^\p{scx=Thai}+$/u,
  /^\p{scx=Laoo}+$/u,
  /^\p{scx=Khmr}+$/u,
  /^\p{scx=Mymr}+$/u,
  /^\p{scx=Tibt}+$/u,
  /^[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}]+$/u,
  /^[\p{scx=Hani}\p{scx=Hang}]+$/u,
  /^[\p{scx=Hani}\p{scx=Bopo}]+$/u,
];

/**
 * What our own sentences call people and things, in every language. A person with such a name would make them say
 * something else: “You pay out”, “Approver approves”.
 */
const WHO =
  'you, your, yours, yourself, anyone, anybody, someone, somebody, everyone, everybody, no one, none, nobody, nothing, ' +
  'another, another person, other, others, the other side, stranger, unknown, the person, people, them, ' +
  'usted, ustedes, tú, tuyo, suyo, alguien, cualquiera, todos, nadie, ninguno, otro, otra persona, otros, ' +
  'desconocido, la persona, me, myself, yo, ' +
  'address below, this address, address, dirección más abajo, esta dirección, dirección, ' +
  'the one who approves, the one who does the work, the one who releases it, the one who decides disputes, ' +
  'the one who is paid, quien libera el dinero';
const ROLES =
  'approver, service provider, provider of the service, worker, platform, platform address, release signer, ' +
  'dispute resolver, resolver, arbiter, receiver, recipient, payee, payer, signer, owner, admin, administrator, ' +
  'observer, operator, fee account, the service’s fee account, ' +
  'aprobador, aprobadora, quien aprueba, proveedor del servicio, quien hace el trabajo, plataforma, ' +
  'firmante, quien firma, firmante de liberación, quien libera los fondos, árbitro, árbitra, resolutor, ' +
  'receptor, receptora, destinatario, beneficiario, quien cobra, quien paga, pagador, dueño, administrador, ' +
  'observador, operador, cuenta de comisiones, la cuenta de comisiones del servicio';
const THINGS =
  'escrow, contract, milestone, service, ledger, wallet, your wallet, your own wallet, ' +
  'Countersign, Stellar, Trustless Work, sandbox, testnet, ' +
  'depósito, depósito en garantía, contrato, servicio, libro mayor, billetera, su billetera';

/** With an article, and in the plural, they are the same words. */
const ARTICLES = ['', 'the ', 'a ', 'an ', 'el ', 'la ', 'los ', 'las ', 'un ', 'una ', 'al ', 'del '];
const ENDINGS = ['', 's', 'es'];

let ownLooks: ReadonlySet<string> | undefined;

/** Made for the first name that is saved: a process that saves none starts without these 4,000 texts. */
const looksOfOwnWords = (): ReadonlySet<string> =>
  new Set(
    [WHO, ROLES, THINGS]
      .flatMap((words) => words.split(', '))
      .flatMap((word) => ARTICLES.flatMap((article) => ENDINGS.map((ending) => lookOf(`${article}${word}${ending}`)))),
  );

/** Also as “Approver 2”, and in letters that look like ours. */
function isOwnWord(name: string): boolean {
  const characters = [...name];
  const last = characters.findLastIndex((character) => !/[\p{Nd} .'’_-]/u.test(character));
  ownLooks ??= looksOfOwnWords();
  return ownLooks.has(lookOf(characters.slice(0, last + 1).join('')));
}
