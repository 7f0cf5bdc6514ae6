/** The limits of one input, checked before anything is scanned or parsed, so that a huge input costs no time. */
import { CountersignError, createProblem, type Problem } from '../errors/errors.ts';
import { isObject } from '../text/fields.ts';
import { fieldName } from '../text/text.ts';

export const INPUT_LIMITS = {
  /** UTF-16 units over all texts and field names: the longest accepted paste, and some room for other fields. */
  characters: 220_000,
  /**
   * Of these, characters other than printable ASCII and line feeds, for which the secret scan takes ten times as long.
   * A request has half a kilobyte for each of fifty milestones at most, of which a network has room for some 8 kB in
   * all; an XDR has none.
   */
  special: 14_336,
  /** Values, objects and lists: five times the 200 addresses of the largest query. */
  fields: 1_000,
  /** Levels of nesting. */
  depth: 32,
} as const;

/** Fields that contain a transaction: if one is too large, a plainer error says so. */
const XDR_FIELDS = ['xdr', 'signedXdr'];

/** A text of an input. `path` as a person would write it: `milestones[1].amount`. */
export type InputText = {
  readonly path: string;
  readonly text: string;
  /** Whether it is the name of the field at `path`, and not its value. */
  readonly isName: boolean;
};

/**
 * Every text of an input, in order. Stops at the first limit that is exceeded.
 * @param input data as JSON has it
 * @throws CountersignError XDR_UNREADABLE where it is an XDR that is too large; INPUT_INVALID, naming the limit and the field that passed it, and repeating no text
 */
export function textsOfInput(input: unknown): readonly InputText[] {
  const texts: InputText[] = [];
  const sizes = { characters: 0, special: 0, fields: 0 };
  const add = (text: InputText): void => {
    sizes.characters += text.text.length;
    if (sizes.characters > INPUT_LIMITS.characters) {
      throw XDR_FIELDS.includes(text.path)
        ? new CountersignError('XDR_UNREADABLE', { reason: 'too-large' })
        : tooMuch(text.path, 'characters');
    }
    sizes.special += specialCharacters(text.text);
    if (sizes.special > INPUT_LIMITS.special) throw tooMuch(text.path, 'special');
    texts.push(text);
  };
  const walk = (value: unknown, path: string, depth: number): void => {
    if (depth > INPUT_LIMITS.depth) throw invalid(path, createProblem('TOO_DEEP'));
    sizes.fields += 1;
    if (sizes.fields > INPUT_LIMITS.fields) throw tooMuch(path, 'fields');
    if (typeof value === 'string') add({ path, text: value, isName: false });
    else if (Array.isArray(value)) {
      // By index, so that a list of millions is not copied before the limit stops the walk.
      for (let index = 0; index < value.length; index++) walk(value[index], `${path}[${index}]`, depth + 1);
    } else if (isObject(value)) {
      for (const [name, item] of Object.entries(value)) {
        // A field's name may itself be a secret, so an unusual name is never repeated.
        const inside = path === '' ? fieldName(name) : `${path}.${fieldName(name)}`;
        add({ path: inside, text: name, isName: true });
        walk(item, inside, depth + 1);
      }
    }
  };
  walk(input, '', 0);
  return texts;
}

/** The same test that the scan uses for characters that may hide something. */
const specialCharacters = (text: string): number => text.match(/[^\n -~]/g)?.length ?? 0;

function tooMuch(path: string, of: 'characters' | 'special' | 'fields'): CountersignError {
  return invalid(path, createProblem('TOO_MUCH', { most: INPUT_LIMITS[of], of }));
}

function invalid(path: string, problem: Problem): CountersignError {
  return new CountersignError('INPUT_INVALID', { fields: [{ path: path || '(the whole input)', problem }] });
}
