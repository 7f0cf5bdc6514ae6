import { expect, test } from 'vitest';
import { figuresTable, staleFigures, withBlock } from './table.ts';

const page = (inside: string) =>
  `# Evals\n<!-- figures: written by \`pnpm evals --write\` -->${inside}<!-- end of figures -->\nThe end.\n`;
const row = (name: string, conversation: number, calls = 2) => ({
  name,
  tokens: { tools: 1_678, results: 805, conversation, calls },
});

test('figures replace those of before, in tens, and nothing else of the page', () => {
  const table = figuresTable([row('01-first', 3_827)]);
  expect(table).toContain('| 01-first | 2 | 810 | 3,830 |');
  expect(table).toContain('The tool list alone: 1,680 tokens.');
  const written = withBlock(page('\n'), 'figures', table);
  expect(written).toBe(page(`\n${table}\n`));
  expect(withBlock(written, 'figures', table)).toBe(written);
});

test('reports figures as stale when they are missing, new or differ by more than chance', () => {
  const stated = withBlock(page('\n'), 'figures', figuresTable([row('01-first', 3_827), row('02-second', 900)]));
  const stale = (...rows: Parameters<typeof figuresTable>[0]) => staleFigures(stated, figuresTable(rows)).length > 0;
  expect(stale(row('01-first', 3_780), row('02-second', 905))).toBe(false);
  expect(stale(row('01-first', 4_300), row('02-second', 900))).toBe(true);
  expect(stale(row('01-first', 3_827), row('02-other', 900))).toBe(true);
  expect(stale(row('01-first', 3_827, 3), row('02-second', 900))).toBe(true);
  expect(stale(row('01-first', 3_827))).toBe(true);
  expect(stale(row('01-first', 3_827), row('02-second', 900), row('03-third', 900))).toBe(true);
});

test('a page without its marks is an error rather than a page without figures', () => {
  expect(() => withBlock('# Evals\n', 'figures', '')).toThrow('marks');
  expect(() => staleFigures('# Evals\n', '')).toThrow('marks');
});
