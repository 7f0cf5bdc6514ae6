/** Which test files run which part of the product: every branch of it reports that it ran. */
import { globSync } from 'node:fs';
import { basename, dirname } from 'node:path/posix';
import { type Node, parseSync } from 'oxc-parser';
import { isFunction, mutated, type Site, walk } from './sites.ts';

/** What the product's branches call while `reach-setup.ts` listens. */
export const REACHED = '__reached';

/** One test file, and the branches that ran in it: the number of the product's file, and where the branch begins. */
export type Reach = { readonly test: string; readonly branches: readonly string[] };

/** Every source of the packages but tests and the testkit, in the order that numbers them. */
export function productFiles(root: string): string[] {
  return globSync('packages/*/src/**/*.{ts,tsx}', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.test\.tsx?$|^packages\/testkit\//.test(file))
    .sort();
}

type Branch = { readonly start: number; readonly end: number; readonly opens: string; readonly closes: string };

/** What runs in a browser reports nothing, so these tests try every mutation in it. */
export const IN_BROWSER = /^packages\/signing-page\/src\/browser\//;
const OPENS_PAGES = /^packages\/signing-page\/test\/.*\.(?:smoke|states)\.test\.ts$/;

/** What is declared outside all functions. */
type Declaration = {
  readonly name: string;
  readonly isExported: boolean;
  readonly start: number;
  readonly end: number;
};

/** @param number the file's, which its branches report */
export function instrumented(file: string, text: string, number: number): string {
  const edits = outlineOf(file, text).branches.flatMap(({ start, end, opens, closes }) => {
    const call = `globalThis.${REACHED}?.add('${number}:${start}')`;
    const at = opens === '' ? start + 1 : start;
    return [
      { start: at, end: at, replacement: opens === '(' ? `(${call}, ` : `${opens}${call};` },
      { start: end, end, replacement: closes },
    ];
  });
  return mutated(text, edits);
}

/** Bodies of functions and both sides of each decision; and what is declared outside all functions. */
function outlineOf(file: string, text: string) {
  const branches: Branch[] = [];
  const declarations: Declaration[] = [];
  const add = (node: Node | null | undefined, isStatement: boolean) => {
    if (!node) return;
    const { type, start, end } = node;
    if (type === 'BlockStatement') branches.push({ start, end, opens: '', closes: '' });
    else branches.push({ start, end, opens: isStatement ? '{' : '(', closes: isStatement ? '}' : ')' });
  };
  walk(parseSync(file, text).program, (node, parents) => {
    if (isFunction(node) && 'body' in node) add(node.body as Node | null, false);
    if (node.type === 'IfStatement') for (const side of [node.consequent, node.alternate]) add(side, true);
    if (node.type === 'ConditionalExpression') for (const side of [node.consequent, node.alternate]) add(side, false);
    if (node.type === 'LogicalExpression') add(node.right, false);
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && !parents.some(isFunction)) {
      const isExported = parents.some(({ type }) => type === 'ExportNamedDeclaration');
      declarations.push({ name: node.id.name, isExported, start: node.start, end: node.end });
    }
  });
  return { branches, declarations };
}

/** Finds the test files that run a site, those first that are nearest to it and run little else. */
export function testFinder(
  sources: ReadonlyMap<string, string>,
  reaches: readonly Reach[],
  textOf: (test: string) => string,
): (site: Site) => string[] {
  const files = [...sources].map(([file, text], number) => ({ text, number, file, ...outlineOf(file, text) }));
  const branchAt = ({ branches, number }: (typeof files)[number], at: number) => {
    const inner = innermost(branches, at);
    return inner && `${number}:${inner.start}`;
  };
  /** The branches that mention a declaration, or another declaration that does. */
  const branchesWith = (declaration: Declaration, home: (typeof files)[number]) => {
    const found = new Set<string>();
    const homes = new Map([[declaration, home]]);
    for (const [{ name, isExported }, own] of homes) {
      for (const file of isExported ? files : [own]) {
        for (const index of mentionsOf(name, file.text)) {
          const [branch, other] = [branchAt(file, index), innermost(file.declarations, index)];
          if (branch !== undefined) found.add(branch);
          else if (other !== undefined) homes.set(other, file);
        }
      }
    }
    return found;
  };
  return ({ file, start }) => {
    const own = files.find((each) => each.file === file);
    const branch = own && branchAt(own, start);
    const declaration = branch === undefined ? own && innermost(own.declarations, start) : undefined;
    const branches = own && declaration ? branchesWith(declaration, own) : new Set([branch]);
    const name = declaration?.isExported ? declaration.name : undefined;
    return reaches
      .filter(
        ({ test, branches: ran }) =>
          ran.some((each) => branches.has(each)) ||
          (name && mentionsOf(name, textOf(test)).length > 0) ||
          (IN_BROWSER.test(file) && OPENS_PAGES.test(test)),
      )
      .sort((one, other) => {
        const nearer = nearness(other.test, file) - nearness(one.test, file);
        return nearer || one.branches.length - other.branches.length || one.test.localeCompare(other.test);
      })
      .map(({ test }) => test);
  };
}

function mentionsOf(name: string, text: string): number[] {
  return [...text.matchAll(/[\w$]+/g)].filter(([word]) => word === name).map(({ index }) => index);
}

function innermost<T extends { start: number; end: number }>(parts: readonly T[], at: number): T | undefined {
  return parts.filter(({ start, end }) => start <= at && at < end).sort((one, other) => other.start - one.start)[0];
}

function nearness(test: string, file: string): number {
  if (test === file.replace(/\.tsx?$/, '.test.ts')) return 100;
  const [one, other] = [dirname(test).split('/'), dirname(file).split('/')];
  const shared = one.findIndex((part, at) => part !== other[at]);
  const isKin = basename(test).startsWith(basename(file).replace(/\.tsx?$/, ''));
  // `escrows.states.test.ts` opens the page of `browser/escrows`.
  const isOfFolder = other.includes(basename(test).split(/[.-]/)[0] ?? '');
  return (shared === -1 ? one.length : shared) + (isKin || isOfFolder ? 0.5 : 0);
}
