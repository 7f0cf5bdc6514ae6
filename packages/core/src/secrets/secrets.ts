/**
 * What must never be repeated: a Stellar secret seed, a recovery phrase, and this installation's own credentials.
 * Found in an input they end the call; found in a line that leaves the process they are blacked out.
 */
import { CountersignError, type FieldProblem } from '../errors/errors.ts';
import { INPUT_LIMITS, type InputText, textsOfInput } from './input-limits.ts';
import { findCredentials } from './own-credentials.ts';
import { findRawKeys } from './raw-key.ts';
import { findPhrases, isPhraseInParts } from './recovery-phrase.ts';
import { encodedParts, type View, viewsOf, withoutSpace } from './secret-views.ts';
import { findSeeds, type Span } from './seed.ts';
import { findBrokenSeeds } from './seed-shape.ts';

/**
 * Finds secrets as they are and a little broken, in upper and lower case, divided by white space, signs and invisible
 * characters, percent-encoded or escaped, and in base64 and hex. Decision 26 says what it does not find.
 */
export type SecretScanner = {
  readonly finds: (text: string) => boolean;
  /** Whether neighbouring texts, none of which holds a secret, are the parts of one. */
  readonly findsAcross: (texts: readonly string[]) => boolean;
  /** The text with every secret replaced by a word that says what stood there; cut at the limit of what is read. */
  readonly redact: (text: string) => string;
};

type Secret = Span & { readonly kind: 'secret seed' | 'secret key' | 'recovery phrase' | 'credential' };

/** What is a secret wherever it stands. */
const FINDERS = [
  ['secret seed', findSeeds],
  ['secret seed', findBrokenSeeds],
  ['secret key', findRawKeys],
  ['recovery phrase', findPhrases],
] as const;

/** A scanner for seeds, phrases and the given credentials (the sandbox's public defaults are not passed here). */
export function createSecretScanner(credentials: readonly string[] = []): SecretScanner {
  const own = findCredentials(credentials);
  const find = function* (text: string): Generator<Secret> {
    // Most of what is encoded is the same in each view.
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
  // The desk scans again what its adapter has scanned: of the same texts that costs nothing.
  const clean = createMemory();
  // The names of fields, and the addresses that people use, stand in one result after another.
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

/** Texts that were found to be harmless: the latest ones, in as much room as an input may take. */
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

/** In characters. A shorter text is scanned as soon as it is looked up. */
const WORTH_REMEMBERING = 200;
/** Of a secret that is cut into fields, each part is no longer than this; the longest credential has 4,096 characters. */
const LONGEST_PART = 5_000;

/** What of a text may be part of a secret that its neighbours hold the rest of: not its middle, which was scanned. */
function endsOf(text: string): string {
  if (text.length <= 2 * LONGEST_PART) return text;
  // Neither a seed, a phrase nor a credential goes on over this.
  return `${text.slice(0, LONGEST_PART)}\n0 x\n${text.slice(-LONGEST_PART)}`;
}

function blackOut(text: string, secrets: readonly Secret[]): string {
  if (secrets.length === 0) return text;
  let line = '';
  let at = 0;
  // Of two that overlap the words of the first stand for both.
  for (const { start, end, kind } of secrets.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    if (start >= at) line += `${text.slice(at, start)}[${kind}]`;
    at = Math.max(at, end);
  }
  return line + text.slice(at);
}

/**
 * Ends a call whose input holds a secret anywhere, keys of objects included.
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
    .map(({ path, isName }) => ({ path, problem: isName ? 'has a secret for its name' : 'holds a secret' }));
  const values = texts.filter(({ isName }) => !isName).map(({ text }) => text);
  if (fields.length === 0 && scanner.findsAcross(values)) {
    fields.push({ path: '(several fields together)', problem: 'hold a secret, cut into parts' });
  }
  if (fields.length > 0) throw new CountersignError('SECRET_REFUSED', { fields });
}

/** Whether a field is called a secret, as the words before a key in a text may call it. */
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
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, item]) => [redact(key), visit(item)]));
  }
}
