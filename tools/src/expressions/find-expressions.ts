/** Every regular expression of the product: literals, and those built at run time. */
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FOREIGN } from '@countersign/core/internal/actions/text-warnings';
import { HIDING, HIDING_HERE } from '@countersign/core/internal/secrets/hiding';
import { credentialPattern } from '@countersign/core/internal/secrets/own-credentials';
import { FLAG_OR_INVISIBLE } from '@countersign/core/text';
import { type CallExpression, type NewExpression, parseSync, Visitor } from 'oxc-parser';

export type FoundExpression = {
  /** `packages/core/src/text/text.ts:13`, from the root. */
  readonly place: string;
  /** As JavaScript writes it, with its flags. */
  readonly expression: RegExp;
};

/** Tests, what tests share, and what reads only the sources of pinned packages when the product is built. */
const NOT_FOR_STRANGERS =
  /\.test\.ts$|^packages\/testkit\/|^packages\/signing-page\/src\/assets\/(?:build-|sdk-parts|sentences-)|^tools\/src\/mutate\//;
const SOURCES = ['packages/*/src/**/*.ts', 'tools/src/**/*.ts'];

/** @throws Error for an unlisted file with `new RegExp`, or a needless entry in `BUILT_EXPRESSIONS` */
export async function findExpressions(root: string): Promise<FoundExpression[]> {
  const found: FoundExpression[] = [];
  const unused = new Set(BUILT_EXPRESSIONS.keys());
  for await (const file of glob(SOURCES, { cwd: root })) {
    const path = file.replaceAll('\\', '/');
    if (NOT_FOR_STRANGERS.test(path)) continue;
    const { literals, built } = expressionsIn(path, await readFile(join(root, path), 'utf8'));
    found.push(...literals);
    if (built.length === 0) continue;
    const listed = BUILT_EXPRESSIONS.get(path);
    if (listed?.length !== built.length) {
      throw new Error(`${built.join(', ')}: an expression is put together here; list it in find-expressions.ts.`);
    }
    unused.delete(path);
    found.push(...listed.map((expression, index) => ({ place: built[index] as string, expression })));
  }
  if (unused.size > 0) throw new Error(`${[...unused].join(', ')}: nothing is put together here any more.`);
  return found.sort((one, other) => one.place.localeCompare(other.place, 'en', { numeric: true }));
}

/** @returns the literals of a source text, and the places where an expression is made by `RegExp` */
export function expressionsIn(path: string, source: string) {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const literals: FoundExpression[] = [];
  const built: string[] = [];
  const placeOf = (offset: number) => `${path}:${source.slice(0, offset).split('\n').length}`;
  const addBuilt = ({ callee, start }: NewExpression | CallExpression) => {
    if (callee.type === 'Identifier' && callee.name === 'RegExp') built.push(placeOf(start));
  };
  new Visitor({
    Literal: (node) => {
      if (node.value instanceof RegExp) literals.push({ place: placeOf(node.start), expression: node.value });
    },
    NewExpression: addBuilt,
    CallExpression: addBuilt,
  }).visit(program);
  return { literals, built };
}

/** In the order of the file. */
const BUILT_EXPRESSIONS: ReadonlyMap<string, readonly RegExp[]> = new Map([
  [
    'packages/core/src/secrets/own-credentials.ts',
    [credentialPattern(['some+credential/of*(this)'], ['some%2Bcredential'])],
  ],
  ['packages/core/src/secrets/hiding.ts', [HIDING, HIDING_HERE]],
  ['packages/core/src/text/text.ts', [FLAG_OR_INVISIBLE]],
  ['packages/core/src/actions/text-warnings.ts', [FOREIGN]],
]);
