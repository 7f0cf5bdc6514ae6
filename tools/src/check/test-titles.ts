/** Titles of tests that a program can find to be no sentence of the kind “does X when Y”. */
import { type Expression, parseSync, Visitor } from 'oxc-parser';

/** Bad titles from before this check, one a line; `pnpm fix` takes out those that no test has any more. */
export const OLD_TITLES = 'tools/src/check/test-titles.txt';

/** The rest of such a title depends on a noun or a verb that it leaves out. */
const BEGINS_BADLY = /^\W*(?:of|if|that|by|whatever|what)\b/i;
const RUNNERS = ['test', 'it', 'describe'];

export type Sources = { readonly files: readonly string[]; readonly read: (file: string) => string };

/** @returns `path: title` of each in the order of the alphabet, with `…` for values in a template */
export function badTitles({ files, read }: Sources): readonly string[] {
  const found: string[] = [];
  for (const file of files.filter((name) => /\.test\.tsx?$/.test(name))) {
    new Visitor({
      CallExpression: ({ callee, arguments: [title] }) => {
        const text = RUNNERS.includes(rootOf(callee)) ? textOf(title as Expression | undefined) : undefined;
        if (text !== undefined && BEGINS_BADLY.test(text)) found.push(`${file}: ${text.replaceAll('\n', ' ')}`);
      },
    }).visit(parseSync(file, read(file)).program);
  }
  return found.toSorted();
}

/** `test` of `test('…')`, of `test.each([…])('…')` and of `describe.runIf(…)('…')`. */
function rootOf(callee: Expression): string {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'CallExpression') return rootOf(callee.callee);
  return callee.type === 'MemberExpression' ? rootOf(callee.object) : '';
}

function textOf(title: Expression | undefined): string | undefined {
  if (title?.type === 'Literal' && typeof title.value === 'string') return title.value;
  return title?.type === 'TemplateLiteral' ? title.quasis.map(({ value }) => value.cooked).join('…') : undefined;
}

/** @returns the titles that are not in `others` as well, each as often as it is missing there */
export function titlesWithout(titles: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return titles.filter((title) => {
    const at = left.indexOf(title);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

/** The old titles that tests still have. */
export function remainingTitles(old: readonly string[], exists: (file: string) => boolean, read: Sources['read']) {
  const files = [...new Set(old.map((each) => each.slice(0, each.indexOf(': '))))].filter(exists);
  return titlesWithout(old, titlesWithout(old, badTitles({ files, read })));
}
