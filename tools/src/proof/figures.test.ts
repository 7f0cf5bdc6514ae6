import { expect, test } from 'vitest';
import { figuresTable, withFigures } from './figures.ts';

const page = (inside: string) =>
  `# Security\n<!-- figures: written by \`pnpm proof --write\` -->${inside}<!-- end of figures -->\nThe end.\n`;

test('the tests of one proof make one table, with numbers as people write them', () => {
  const table = figuresTable([
    { proof: 'Mutation', rows: { made: 12_345, caught: '12,000' } },
    { proof: 'Fuzz', rows: { inputs: 7 } },
    { proof: 'Mutation', rows: { bounded: 345 } },
  ]);
  expect(table).toBe(
    [
      '| Mutation | |',
      '| --- | ---: |',
      '| made | 12,345 |',
      '| caught | 12,000 |',
      '| bounded | 345 |',
      '',
      '| Fuzz | |',
      '| --- | ---: |',
      '| inputs | 7 |',
    ].join('\n'),
  );
});

test('what a reader asks first comes first', () => {
  const table = figuresTable([
    { proof: 'Fuzz', rows: { inputs: 7 } },
    { proof: 'Mutation proof', rows: { made: 1 } },
  ]);
  expect(table.indexOf('Mutation proof')).toBeLessThan(table.indexOf('Fuzz'));
});

test('figures replace those of before, and nothing else of the page', () => {
  const first = withFigures(page('\n'), '| a | |');
  expect(first).toBe(page('\n| a | |\n'));
  expect(withFigures(first, '| b | |')).toBe(page('\n| b | |\n'));
  expect(withFigures(first, '| a | |')).toBe(first);
});

test('a page without its marks is an error rather than a page without figures', () => {
  expect(() => withFigures('# Security\n', '| a | |')).toThrow('marks');
});
