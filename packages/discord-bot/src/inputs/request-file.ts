/** A deploy request as a YAML file (JSON is YAML too), with the line of each field. */

import { format } from '@countersign/core/text/message';
import { type Document, isMap, isNode, isPair, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml';
import { invalid, type Words } from '../words/index.ts';

/** More than any request needs: fifty milestones with plain texts of 500 characters are some 30 kB, and far too many. */
export const MAX_REQUEST_BYTES = 64 * 1_024;

/**
 * Characters with a meaning in YAML. A request has some hundreds; tens of thousands would make the parser slow, since
 * it compares every key of a map with all others.
 */
const MARKS = /[-[\]{},:?&*!|>'"#%@`\n\t]/g;
const MOST_MARKS = 4_000;

/**
 * @returns `lineOf`: the line of a field's value, or of its parent if it is missing; counted from 1
 * @throws CountersignError INPUT_INVALID with the syntax errors, each with its line
 */
export function readRequestFile(text: string, words: Words) {
  if ((text.match(MARKS)?.length ?? 0) > MOST_MARKS) throw wholeFile('tooManyMarks', words);
  const lines = new LineCounter();
  const document = parse(text, lines, words);
  const syntax: Readonly<Record<string, string>> = words.problems.syntax;
  const problems = document.errors.slice(0, MOST_PROBLEMS).map(({ pos, code }) => ({
    path: format(words.problems.atLine, { line: lines.linePos(pos[0]).line }),
    problem: syntax[code] ?? words.problems.unreadable,
  }));
  if (problems.length > 0) throw invalid(words, { fields: problems });
  keepDigits(document);
  let input: unknown;
  try {
    // Aliases are refused: a few of them can stand for gigabytes.
    input = document.toJS({ maxAliasCount: 0 });
  } catch (cause) {
    throw wholeFile('hasAlias', words, cause);
  }
  return { input, lineOf: (path: string) => lineOf(document, lines, path) };
}

/** More than a person corrects at once; a file of brackets would have one error for each. */
const MOST_PROBLEMS = 20;

const OPTIONS = {
  schema: 'core',
  version: '1.2',
  prettyErrors: false,
  // Its warnings quote the file on stderr.
  logLevel: 'error',
  // No tags for bytes, dates or sets: a request needs none, and their values would differ from the file's text.
  resolveKnownTags: false,
} as const;

function parse(text: string, lineCounter: LineCounter, words: Words): Document {
  try {
    return parseDocument(text, { ...OPTIONS, lineCounter });
  } catch (cause) {
    // Nested too deeply to parse.
    throw wholeFile('unreadable', words, cause);
  }
}

/** A number with more digits than a float holds is kept as its text from the file. */
function keepDigits(document: Document): void {
  visit(document, {
    Scalar: (_, scalar) => {
      const { source, value } = scalar;
      if (typeof value !== 'number' || source === undefined || !/^-?\d+(\.\d+)?$/.test(source)) return;
      if (source.replace(/\D/g, '').length > 15) scalar.value = source;
    },
  });
}

function lineOf(document: Document, lines: LineCounter, path: string): number | undefined {
  let at: unknown = document.contents;
  let offset = isNode(at) ? at.range?.[0] : undefined;
  for (const [, key, index] of path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)) {
    if (index !== undefined && isSeq(at)) at = at.items[Number(index)];
    else if (key !== undefined && isMap(at)) {
      const pair = at.items.find((item) => isScalar(item.key) && String(item.key.value) === key);
      if (!isPair(pair)) break;
      offset = (isNode(pair.key) ? pair.key.range?.[0] : undefined) ?? offset;
      at = pair.value;
      continue;
    } else break;
    offset = (isNode(at) ? at.range?.[0] : undefined) ?? offset;
  }
  return offset === undefined ? undefined : lines.linePos(offset).line;
}

const wholeFile = (name: 'tooManyMarks' | 'hasAlias' | 'unreadable', words: Words, cause?: unknown) =>
  invalid(words, { fields: [{ path: 'file', problem: words.problems[name] }], cause });

export class FileError extends Error {
  override readonly name = 'FileError';
  readonly lineOf: (path: string) => number | undefined;

  constructor(cause: unknown, lineOf: (path: string) => number | undefined) {
    super('a problem of the attached file', { cause });
    this.lineOf = lineOf;
  }
}
