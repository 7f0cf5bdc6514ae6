/** Texts for whatever reads YAML: a good file with a few places changed, and pieces of the notation in any order. */
import fc from 'fast-check';
import { oddJson, oddText } from './texts.ts';

/** What YAML gives a meaning to. */
const PIECES = [
  ': ',
  '- ',
  '? ',
  '\n',
  '\n  ',
  '\t',
  '#',
  '&a ',
  '*a',
  '!!',
  '!!binary ',
  '!<tag:x> ',
  '|',
  '>-',
  '"',
  "'",
  '{',
  '}',
  '[',
  ']',
  ',',
  '---\n',
  '...\n',
  '%YAML 1.1\n',
  '<<: ',
  '~',
  'null',
  '.inf',
  '.nan',
  '0x1f',
  '0o17',
  '1e999',
  '12345678901234567890.5',
  'yes',
  '2026-01-01',
  '\\u0000',
  '\\x1b',
  '\ufeff',
  '\u2028',
  '__proto__: ',
  'constructor: ',
  'title: ',
  'milestones:\n',
];
const piece = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...PIECES) }, { weight: 1, arbitrary: oddText });
const edited = (template: string) =>
  fc.array(fc.tuple(fc.nat(), fc.nat(30), piece), { minLength: 1, maxLength: 6 }).map((edits) =>
    edits.reduce((text, [place, length, put]) => {
      const at = place % (text.length + 1);
      return text.slice(0, at) + put + text.slice(at + length);
    }, template),
  );
/** YAML and JSON, and what is neither, around a file that is good. */
export const yamlTexts = (template: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: edited(template) },
    { weight: 3, arbitrary: fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('')) },
    { weight: 2, arbitrary: oddJson.map((value) => JSON.stringify(value) ?? '') },
    { weight: 1, arbitrary: oddText },
  );
