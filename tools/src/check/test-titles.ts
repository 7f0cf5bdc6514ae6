/** Titles of tests that a program can find to be no sentence of the kind “does X when Y”. */
import { type Expression, parseSync, Visitor } from 'oxc-parser';

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
