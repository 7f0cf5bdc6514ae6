/**
 * What must never be repeated: a Stellar secret seed, a recovery phrase, and this installation's own credentials.
 * Found in an input they end the call; found in a line that leaves the process they are blacked out.
 */
import { CountersignError, type FieldProblem } from './errors.ts';
import { findSeeds, type Span } from './escrow/seed.ts';
import { findCredentials } from './own-credentials.ts';
import { findPhrases, isPhraseInParts } from './recovery-phrase.ts';
import { encodedParts, type View, viewsOf, withoutSpace } from './secret-views.ts';
import { fieldName } from './text.ts';

/** Deeper than any input of ours; a hostile one may be nested without end. */
const DEEPEST = 32;

/**
 * Finds secrets as they are, in upper and lower case, broken up by white space, signs and invisible characters,
 * percent-encoded or escaped, and in base64 and hex. What it does not find stands in docs/decisions.
 */
export type SecretScanner = {
  readonly finds: (text: string) => boolean;
  /** Whether neighbouring texts, none of which holds a secret, are the parts of one. */
  readonly findsAcross: (texts: readonly string[]) => boolean;
  /** The text with every secret replaced by a word that says what stood there. */
  readonly redact: (text: string) => string;
};

type Secret = Span & { readonly kind: 'secret seed' | 'recovery phrase' | 'credential' };

/** A scanner for seeds, phrases and the given credentials (the sandbox's public defaults are not passed here). */
export function createSecretScanner(credentials: readonly string[] = []): SecretScanner {
  const own = findCredentials(credentials);
  const find = function* (text: string): Generator<Secret> {
    for (const view of viewsOf(text)) {
      yield* inView(view);
      for (const part of encodedParts(view)) {
        if (findSeeds(part.text).length > 0) yield { ...part.origin, kind: 'secret seed' };
        if (findPhrases(part.text).length > 0) yield { ...part.origin, kind: 'recovery phrase' };
      }
    }
  };
  const inView = function* (view: View): Generator<Secret> {
    const at = (kind: Secret['kind']) => (span: Span) => ({ ...view.origin(span), kind });
    yield* findSeeds(view.text).map(at('secret seed'));
    yield* own.find(view.text).map(at('credential'));
    yield* findPhrases(view.text).map(at('recovery phrase'));
    if (credentials.length > 0 && /\s/.test(view.text)) {
      const joined = withoutSpace(view);
      yield* own.find(joined.text).map((span) => ({ ...joined.origin(span), kind: 'credential' as const }));
    }
  };
  return {
    finds: (text) => find(text).next().done !== true,
    findsAcross: (texts) => {
      if (texts.length < 2) return false;
      const together = texts.join('\n');
      return (
        isPhraseInParts(texts) || findSeeds(together).length > 0 || own.find(together.replace(/\s/g, '')).length > 0
      );
    },
    redact: (text) =>
      blackOut(text, [...find(text), ...own.findCut(text).map((span) => ({ ...span, kind: 'credential' as const }))]),
  };
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
 * @throws CountersignError SECRET_REFUSED, naming the paths and none of the values; INPUT_INVALID if it is nested
 *   deeper than anything that this is for
 */
export function refuseSecrets(input: unknown, scanner: SecretScanner): void {
  const fields: FieldProblem[] = [];
  const texts: string[] = [];
  const walk = (value: unknown, path: string, depth: number): void => {
    if (depth > DEEPEST) {
      throw new CountersignError('INPUT_INVALID', { fields: [{ path, problem: 'is nested too deeply' }] });
    }
    if (typeof value === 'string') {
      texts.push(value);
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
  if (fields.length === 0 && scanner.findsAcross(texts)) {
    fields.push({ path: '(several fields together)', problem: 'hold a secret, cut into parts' });
  }
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
