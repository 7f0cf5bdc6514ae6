/** What the conversations cost a model, as a table in README.md. */
import type { Tokens } from './tokens.ts';

export type Row = { readonly name: string; readonly tokens: Tokens };

type Block = 'figures' | 'questions';
/** Transactions are new in each run and take a few tokens more or fewer, and so do words of a service that is late. */
const TOLERANCE = 0.05;

export function figuresTable(rows: readonly Row[]): string {
  return [
    '| conversation | calls | results | all |',
    '| --- | ---: | ---: | ---: |',
    ...rows.map(({ name, tokens: { calls, results, conversation } }) =>
      [`| ${name}`, calls, inTens(results), `${inTens(conversation)} |`].join(' | '),
    ),
    '',
    `The tool list alone: ${inTens(Math.max(0, ...rows.map(({ tokens }) => tokens.tools)))} tokens.`,
  ].join('\n');
}

/** `page` with one of its generated blocks replaced. @throws Error where it has no such block */
export function withBlock(page: string, block: Block, table: string): string {
  const { begin, end } = blockIn(page, block);
  return `${page.slice(0, begin)}\n${table}\n${page.slice(end)}`;
}

/** Lines in which `page` says otherwise than `table`, by more than one run differs from another. */
export function staleFigures(page: string, table: string): string[] {
  const { begin, end } = blockIn(page, 'figures');
  const stated = page.slice(begin, end).trim().split('\n');
  const found = table.split('\n');
  return [...found.filter((line, at) => !agree(stated[at] ?? '', line)), ...stated.slice(found.length)];
}

function agree(stated: string, found: string): boolean {
  if (stated.replace(NUMBERS, '#') !== found.replace(NUMBERS, '#')) return false;
  const before = numbersIn(stated);
  return numbersIn(found).every((number, at) => Math.abs(number - (before[at] ?? 0)) <= number * TOLERANCE);
}

/** Of a cell or a sentence; the number of a conversation is a part of its name. */
const NUMBERS = /(?<= )[\d,]+(?= )/g;

const numbersIn = (line: string): number[] =>
  [...line.matchAll(NUMBERS)].map(([text]) => Number(text.replaceAll(',', '')));

function inTens(number: number): string {
  return (Math.round(number / 10) * 10).toLocaleString('en');
}

function blockIn(page: string, block: Block): { readonly begin: number; readonly end: number } {
  const mark = `<!-- ${block}: written by \`pnpm evals --write\` -->`;
  const begin = page.indexOf(mark) + mark.length;
  const end = page.indexOf(`<!-- end of ${block} -->`);
  if (begin < mark.length || end < begin) {
    throw new Error(`evals/README.md has lost the marks of its generated block “${block}”.`);
  }
  return { begin, end };
}
