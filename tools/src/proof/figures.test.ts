import { expect, test } from 'vitest';
import { areWhole, contradictions, figuresTable, withFigures } from './figures.ts';

const page = (inside: string) =>
  `# Security\n<!-- figures: written by \`pnpm proof --write\` -->${inside}<!-- end of figures -->\nThe end.\n`;

test('the tests of one proof share one table, with readable numbers', () => {
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

test('figures replace the earlier ones, and nothing else on the page', () => {
  const first = withFigures(page('\n'), '| a | |');
  expect(first).toBe(page('\n| a | |\n'));
  expect(withFigures(first, '| b | |')).toBe(page('\n| b | |\n'));
  expect(withFigures(first, '| a | |')).toBe(first);
});

test('a sample is checked for what it knows: the rows, and the number of cases', () => {
  const whole = [{ proof: 'Mutation', rows: { made: 1_200, caught: 1_180, wrong: 0 } }];
  const sample = [{ proof: 'Mutation', rows: { made: 1_200, caught: null, wrong: 0 } }];
  expect([areWhole(whole), areWhole(sample)]).toEqual([true, false]);
  const stated = withFigures(page('\n'), figuresTable(whole));
  expect(contradictions(stated, whole)).toEqual([]);
  expect(contradictions(stated, sample)).toEqual([]);
  for (const rows of [
    { made: 1_201, caught: null, wrong: 0 },
    { made: 1_200, refused: null, wrong: 0 },
    { made: 1_200, caught: null, wrong: 1 },
    { made: 1_200, caught: null },
    { made: 1_200, caught: null, wrong: 0, more: null },
    { made: 1_200, caught: 1_181, wrong: 0 },
  ])
    expect(contradictions(stated, [{ proof: 'Mutation', rows }]), JSON.stringify(rows)).not.toEqual([]);
});

test('the order of the tables and of their rows, which the names of test files give, counts for nothing', () => {
  const mutation = { proof: 'Mutation', rows: { made: 1_200 } };
  const fuzz = { proof: 'Fuzz', rows: { inputs: 7, crashes: 0 } };
  const stated = withFigures(page('\n'), figuresTable([mutation, fuzz]));
  expect(contradictions(stated, [{ proof: 'Fuzz', rows: { crashes: 0, inputs: null } }, mutation])).toEqual([]);
  expect(
    contradictions(stated, [
      { ...fuzz, proof: 'Mutation' },
      { ...mutation, proof: 'Fuzz' },
    ]),
  ).not.toEqual([]);
});

test('a page without its marks is an error rather than a page without figures', () => {
  expect(() => withFigures('# Security\n', '| a | |')).toThrow('marks');
});
