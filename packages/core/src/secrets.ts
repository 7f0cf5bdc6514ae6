/**
 * What must never be repeated: a Stellar secret seed, a recovery phrase, and this installation's own credentials.
 * Found in an input they end the call; found in a line that leaves the process they are blacked out.
 */
import { CountersignError, type FieldProblem } from './errors.ts';
import { findSeeds } from './escrow/seed.ts';
import { blackOutPhrases, holdsPhrase } from './recovery-phrase.ts';
import { fieldName, withoutInvisible } from './text.ts';

/** Credentials shorter than this are too common as ordinary words to search for. */
const SHORTEST_CREDENTIAL = 16;
/** Deeper than any input of ours; a hostile one may be nested without end. */
const DEEPEST = 32;

export type SecretScanner = {
  /** Whether the text holds a secret, also percent-encoded or broken up by spaces and invisible characters. */
  readonly finds: (text: string) => boolean;
  /** The text with every secret replaced by a word that says what stood there. */
  readonly redact: (text: string) => string;
};

/** A scanner for seeds, phrases and the given credentials (the sandbox's public defaults are not passed here). */
export function createSecretScanner(credentials: readonly string[] = []): SecretScanner {
  const own = credentials
    .filter((credential) => credential.length >= SHORTEST_CREDENTIAL)
    .map((credential) => new RegExp(`(?<![A-Za-z0-9])${literal(credential)}(?![A-Za-z0-9])`, 'g'));
  const holds = (text: string) => findSeeds(text).length > 0 || own.some((pattern) => text.search(pattern) !== -1);
  return {
    finds: (text) => [text, ...disguises(text)].some(holds) || holdsPhrase(text),
    redact: (text) => {
      const seedless = findSeeds(text).reduce((line, seed) => line.replaceAll(seed, '[secret seed]'), text);
      return blackOutPhrases(own.reduce((line, pattern) => line.replace(pattern, '[credential]'), seedless));
    },
  };
}

/**
 * Ends a call whose input holds a secret anywhere, keys of objects included.
 * @throws CountersignError SECRET_REFUSED, naming the paths and none of the values; INPUT_INVALID if it is nested
 *   deeper than anything that this is for
 */
export function refuseSecrets(input: unknown, scanner: SecretScanner): void {
  const fields: FieldProblem[] = [];
  const walk = (value: unknown, path: string, depth: number): void => {
    if (depth > DEEPEST) {
      throw new CountersignError('INPUT_INVALID', { fields: [{ path, problem: 'is nested too deeply' }] });
    }
    if (typeof value === 'string') {
      if (scanner.finds(value)) fields.push({ path, problem: 'holds a secret' });
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) walk(item, `${path}[${index}]`, depth + 1);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        // A name may itself be the secret, so what is odd is never repeated.
        const name = fieldName(key);
        const inside = path === '' ? name : `${path}.${name}`;
        if (scanner.finds(key)) fields.push({ path: inside, problem: 'has a secret for its name' });
        walk(item, inside, depth + 1);
      }
    }
  };
  walk(input, '', 0);
  if (fields.length > 0) throw new CountersignError('SECRET_REFUSED', { fields });
}

/** A copy in which every string has been through the redactor, keys included. */
export function redactStrings<T>(value: T, redact: (text: string) => string): T {
  return visit(value) as T;

  function visit(part: unknown): unknown {
    if (typeof part === 'string') return redact(part);
    if (Array.isArray(part)) return part.map(visit);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, item]) => [redact(key), visit(item)]));
  }
}

/** The text as it reads without what may have been put into it to break a secret up. */
function disguises(text: string): string[] {
  const joined = withoutInvisible(text).replace(/\s+/g, '');
  const decoded = text.includes('%')
    ? text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
  return [joined, decoded].filter((disguise) => disguise !== text);
}

/** `RegExp.escape` is not in Node 22. */
function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
