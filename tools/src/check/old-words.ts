/** Names that the glossary replaced, and words that plain English does without: how often they are still used. */
import { parseSync, Visitor } from 'oxc-parser';
import type { Sources } from './test-titles.ts';

/** A `PreparedRequest` is `prepared`, a `PreparedTransaction` is `transaction`, an `EscrowState` is `state`. */
const OLD_NAMES = new Set(['handle', 'handles', 'offer', 'offers', 'standing', 'sight', 'stops', 'obstacles', 'asked']);
const ODD_WORDS = /\b(?:told|said|nobody|stands|beside|whoever|whose word|anew|once more)\b/gi;

/** How often each may be used at most. Lower a number when the count gets lower; never raise it. */
const MOST = { names: 150, words: 600 };

/** Each was the name of more than ten types. */
const VAGUE_TYPES = /^\s*(?:export )?(?:type|interface) (?:Parts|Scene|Options)\b/m;

const isProduct = (file: string) => /^packages\/(?!testkit\/)[\w-]+\/src\/.*(?<!\.test)\.tsx?$/.test(file);

/** @returns a problem for each count that is too high */
export function oldWordProblems({ files, read }: Sources): readonly string[] {
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  const counts = {
    names: sum(files.filter(isProduct).map((file) => oldNamesIn(file, read(file)))),
    words: sum(
      files
        .filter((file) => /\.(?:tsx?|md)$|\/messages\/\w+\.en\.json$/.test(file))
        .map((file) => read(file).match(ODD_WORDS)?.length ?? 0),
    ),
  };
  const problems = {
    names: `Names of the product are ${[...OLD_NAMES].join(', ')}`,
    words: 'Code, tests and documents use told, said, nobody, stands, beside, whoever, whose word, anew or once more',
  };
  const vague = files.filter((file) => /\.tsx?$/.test(file) && VAGUE_TYPES.test(read(file)));
  return [
    ...(['names', 'words'] as const)
      .filter((each) => counts[each] > MOST[each])
      .map((each) => `${problems[each]} ${counts[each]} times; at most ${MOST[each]} are allowed.`),
    ...vague.map((file) => `${file}: a type is named Parts, Scene or Options. Add what it belongs to.`),
  ];
}

/** Variables, parameters and functions. Fields have the names of the wire and the database. */
export function oldNamesIn(file: string, text: string): number {
  const fields = new Set<number>();
  const found: number[] = [];
  new Visitor({
    MemberExpression: ({ property }) => void fields.add(property.start),
    Property: ({ key }) => void fields.add(key.start),
    TSPropertySignature: ({ key }) => void fields.add(key.start),
    Identifier: ({ name, start }) => void (OLD_NAMES.has(name) && found.push(start)),
  }).visit(parseSync(file, text).program);
  return found.filter((start) => !fields.has(start)).length;
}
