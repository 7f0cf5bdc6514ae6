/** What the conversations cost a model, as a table in README.md. */
import type { Tokens } from './tokens.ts';

export type Row = { readonly name: string; readonly about: string; readonly tokens: Tokens };

const BEGIN = '<!-- figures: written by `pnpm evals --write` -->';
const END = '<!-- end of figures -->';

export function figuresTable(rows: readonly Row[]): string {
  const line = (...cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en') : cell)).join(' | ')} |`;
  return [
    line('conversation', 'calls', 'results', 'all'),
    line('---', '---:', '---:', '---:'),
    ...rows.map(({ name, tokens: { calls, results, conversation } }) => line(name, calls, results, conversation)),
    '',
    `The tool list alone: ${Math.max(0, ...rows.map(({ tokens }) => tokens.tools)).toLocaleString('en')} tokens.`,
  ].join('\n');
}

/** @throws Error where the page has lost its marks */
export function withFigures(page: string, table: string): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin === -1 || end < begin)
    throw new Error('evals/README.md has lost the marks between which its figures stand.');
  return `${page.slice(0, begin + BEGIN.length)}\n${table}\n${page.slice(end)}`;
}
