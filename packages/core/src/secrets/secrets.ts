/** Secret seeds, recovery phrases and our own credentials: they end a call, and are redacted from our output. */
import { CountersignError, type FieldProblem, fieldProblem } from '../errors/errors.ts';
import { isObject } from '../text/fields.ts';
import { INPUT_LIMITS, type InputText, textsOfInput } from './input-limits.ts';
import { findCredentials } from './own-credentials.ts';
import { findPhrases, isPhraseInParts } from './recovery-phrase.ts';
import { encodedParts, type View, viewsOf, withoutSpace } from './secret-views.ts';
import { findRawKeys, findSeeds, type Span } from './seed.ts';
import { findBrokenSeeds } from './seed-shape.ts';

/**
 * Finds secrets as they are and a little broken, in upper and lower case, divided by white space, signs and invisible
 * characters, percent-encoded or escaped, and in base64 and hex. Decision 26 says what it does not find.
 */
export type SecretScanner = {
  readonly finds: (text: string) => boolean;
  /** Whether neighbouring texts, none of which holds a secret, are the parts of one. */
  readonly findsAcross: (texts: readonly string[]) => boolean;
  /** The text with every secret replaced by its kind; cut at the length limit. */
  readonly redact: (text: string) => string;
};

type Secret = Span & { readonly kind: 'secret seed' | 'secret key' | 'recovery phrase' | 'credential' };

const FINDERS = [
  ['secret seed', findSeeds],
  ['secret seed', findBrokenSeeds],
  ['secret key', findRawKeys],
  ['recovery phrase', findPhrases],
] as const;

/**
 * A scanner for seeds, phrases and the given credentials (the sandbox's public defaults are not passed here).
 * @example
 * ```ts
 * import { createSecretScanner } from '@countersign/core/secrets';
 *
 * const scanner = createSecretScanner(['an-api-key-of-ours']);
 * console.log(scanner.finds('Logo and brand guide')); // → false
 * console.log(scanner.redact('Refused: an-api-key-of-ours')); // → Refused: [credential]
 * ```
 */
export function createSecretScanner(credentials: readonly string[] = []): SecretScanner {
  const own = findCredentials(credentials);
  const find = function* (text: string): Generator<Secret> {
    // Most encoded parts are the same in each view.
    const cleanParts = new Set<string>();
    for (const view of viewsOf(text)) {
      yield* inView(view);
      for (const part of encodedParts(view)) {
        if (cleanParts.has(part.text)) continue;
        const kinds = FINDERS.filter(([, finder]) => finder(part.text).length > 0);
        yield* kinds.map(([kind]) => ({ ...part.origin, kind }));
        if (kinds.length === 0) cleanParts.add(part.text);
      }
    }
  };
  const inView = function* (view: View): Generator<Secret> {
    const at = (kind: Secret['kind']) => (span: Span) => ({ ...view.origin(span), kind });
    yield* own.find(view.text).map(at('credential'));
    for (const [kind, finder] of FINDERS) yield* finder(view.text).map(at(kind));
    if (credentials.length > 0 && /\s/.test(view.text)) {
      const joined = withoutSpace(view);
      yield* own.find(joined.text).map((span) => ({ ...joined.origin(span), kind: 'credential' as const }));
    }
  };
  // The desk scans texts again that its adapter has scanned; remembered texts cost nothing.
  const clean = createMemory();
  // The same field names and addresses occur in one result after another.
  const printable = createMemory();
  return {
    finds: (text) => {
      if (clean.has(text)) return false;
      const found = find(text).next().done !== true;
      if (!found && text.length >= WORTH_REMEMBERING) clean.add(text);
      return found;
    },
    findsAcross: (texts) => {
      if (texts.length < 2) return false;
      const ends = texts.map(endsOf);
      const together = ends.join('\n');
      return (
        isPhraseInParts(ends) ||
        [findSeeds, findBrokenSeeds].some((finder) => finder(together).length > 0) ||
        own.find(together.replace(/\s/g, '')).length > 0
      );
    },
    redact: (text) => {
      if (printable.has(text)) return text;
      const read = text.length > INPUT_LIMITS.characters ? `${text.slice(0, INPUT_LIMITS.characters)}…` : text;
      const cut = own.findCut(read).map((span) => ({ ...span, kind: 'credential' as const }));
      const redacted = blackOut(read, [...find(read), ...cut]);
      if (redacted === text && text.length < WORTH_REMEMBERING) printable.add(text);
      return redacted;
    },
  };
}

/** Remembers the latest harmless texts, up to the size of the largest input. */
function createMemory(): Pick<Set<string>, 'has'> & { add(text: string): void } {
  const known = new Set<string>();
  let characters = 0;
  return {
    has: (text) => known.has(text),
    add: (text) => {
      if (characters + text.length > INPUT_LIMITS.characters) {
        known.clear();
        characters = 0;
      }
      known.add(text);
      characters += text.length;
    },
  };
}

/** In characters. Scanning a shorter text is as fast as looking it up. */
const WORTH_REMEMBERING = 200;
/** The longest part of a secret that is split over fields; the longest credential has 4,096 characters. */
const LONGEST_PART = 5_000;

/** The parts of a text that may belong to a secret split over its neighbours: not its middle, which was scanned. */
function endsOf(text: string): string {
  if (text.length <= 2 * LONGEST_PART) return text;
  // No seed, phrase or credential can continue across this separator.
  return `${text.slice(0, LONGEST_PART)}\n0 x\n${text.slice(-LONGEST_PART)}`;
}

function blackOut(text: string, secrets: readonly Secret[]): string {
  if (secrets.length === 0) return text;
  let line = '';
  let at = 0;
  // If two overlap, the first one's replacement covers both.
  for (const { start, end, kind } of secrets.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    if (start >= at) line += `${text.slice(at, start)}[${kind}]`;
    at = Math.max(at, end);
  }
  return line + text.slice(at);
}

/**
 * Refuses an input with a secret anywhere, including its keys.
 * @throws CountersignError INPUT_INVALID where it is larger than what is read (see `INPUT_LIMITS`); SECRET_REFUSED,
 *   naming the paths and none of the values
 */
export function refuseSecrets(input: unknown, scanner: SecretScanner): void {
  const texts = textsOfInput(input);
  const fields: FieldProblem[] = texts
    .filter(
      ({ text }, at) =>
        scanner.finds(text) || (isNamedSecret(texts, at) && scanner.finds(`${texts[at - 1]?.text} ${text}`)),
    )
    .map(({ path, text, isName }) =>
      fieldProblem(path, isName ? 'SECRET_NAME' : findPhrases(text).length > 0 ? 'PHRASE' : 'SECRET'),
    );
  const values = texts.filter(({ isName }) => !isName).map(({ text }) => text);
  if (fields.length === 0 && scanner.findsAcross(values)) {
    fields.push(fieldProblem('(several fields together)', isPhraseInParts(values) ? 'PHRASE' : 'SECRET_IN_PARTS'));
  }
  if (fields.length > 0) throw new CountersignError('SECRET_REFUSED', { fields });
}

/** Whether a field's name calls its value a secret, as words before a key in a text do. */
function isNamedSecret(texts: readonly InputText[], at: number): boolean {
  const before = texts[at - 1];
  return before?.isName === true && texts[at]?.isName === false && /secret|seed|priv|phrase|mnemo/i.test(before.text);
}

/** A copy in which every string has been through the redactor, keys included. */
export function redactStrings<T>(value: T, redact: (text: string) => string): T {
  return visit(value) as T;

  function visit(part: unknown): unknown {
    if (typeof part === 'string') return redact(part);
    if (Array.isArray(part)) return part.map(visit);
    if (!isObject(part)) return part;
    return Object.fromEntries(Object.entries(part).map(([key, item]) => [redact(key), visit(item)]));
  }
}
