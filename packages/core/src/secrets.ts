/**
 * What must never be repeated: a Stellar secret seed, and this installation's own credentials. Found in an
 * input they end the call; found in a line that leaves the process they are blacked out.
 */
import { CountersignError, type FieldProblem } from './errors.ts';
import { decodeStrKey } from './escrow/strkey.ts';

/** `S` and 55 of base32, in either case, not inside a longer run of the same alphabet. */
const SEED_SHAPE = /(?<![A-Za-z0-9])[Ss][A-Za-z2-7]{55}(?![A-Za-z0-9])/g;

/** Credentials shorter than this are too common as ordinary words to search for. */
const SHORTEST_CREDENTIAL = 16;

export type SecretScanner = {
  /** Whether the text holds a secret. */
  readonly finds: (text: string) => boolean;
  /** The text with every secret replaced by a word that says what stood there. */
  readonly redact: (text: string) => string;
};

/** A scanner for seeds and for the given credentials (the sandbox's public defaults are not passed here). */
export function createSecretScanner(credentials: readonly string[] = []): SecretScanner {
  const own = credentials.filter((credential) => credential.length >= SHORTEST_CREDENTIAL);
  const ownToken = own.map((credential) => new RegExp(`(?<![A-Za-z0-9])${literal(credential)}(?![A-Za-z0-9])`, 'g'));
  return {
    finds: (text) =>
      (text.match(SEED_SHAPE) ?? []).some(isSeed) || ownToken.some((pattern) => text.search(pattern) !== -1),
    redact: (text) =>
      ownToken.reduce(
        (line, pattern) => line.replace(pattern, '[credential]'),
        text.replace(SEED_SHAPE, (token) => (isSeed(token) ? '[secret seed]' : token)),
      ),
  };
}

/**
 * Ends a call whose input holds a secret anywhere, keys of objects included.
 * @throws CountersignError SECRET_REFUSED, naming the paths and none of the values
 */
export function refuseSecrets(input: unknown, scanner: SecretScanner): void {
  const fields: FieldProblem[] = [];
  walk(input, '', (path, text) => {
    if (scanner.finds(text)) fields.push({ path, problem: 'holds a secret' });
  });
  if (fields.length > 0) throw new CountersignError('SECRET_REFUSED', { fields });
}

function walk(value: unknown, path: string, visit: (path: string, text: string) => void): void {
  if (typeof value === 'string') visit(path, value);
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) walk(item, `${path}[${index}]`, visit);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      // A key may itself be the secret, so then only its place is named.
      visit(path === '' ? '(a field’s name)' : path, key);
      walk(item, path === '' ? key : `${path}.${key}`, visit);
    }
  }
}

function isSeed(token: string): boolean {
  return decodeStrKey(token.toUpperCase())?.kind === 'secretSeed';
}

/** `RegExp.escape` is not in Node 22. */
function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
