import { expect, test } from 'vitest';
import { damageIn, readIntact, recordDamaged } from './damage.ts';
import { CountersignError } from './errors.ts';
import { fieldProblem } from './problems.ts';

const DAMAGED = recordDamaged('a', 'times');

test.each([
  ['a damaged record', DAMAGED, { id: 'a', part: 'times' }],
  ['one with a message', recordDamaged('a', 'request', 'Gone.'), { id: 'a', part: 'request' }],
  ['no field', new CountersignError('RECORD_DAMAGED'), undefined],
  ['a text', new CountersignError('RECORD_DAMAGED', { fields: [{ path: 'record', problem: 'x' }] }), undefined],
  ['another problem', new CountersignError('RECORD_DAMAGED', { fields: [fieldProblem('a', 'MISSING')] }), undefined],
  ['another error', new CountersignError('INPUT_INVALID', { fields: DAMAGED.fields ?? [] }), undefined],
  ['an error that is not ours', new TypeError('x'), undefined],
])('finds the damage of %s', (_, error, damage) => expect(damageIn(error)).toEqual(damage));

test('reads the rows that can be read, and passes on any other error', () => {
  const read = (row: number) => {
    if (row === 2) throw DAMAGED;
    if (row > 3) throw new TypeError('too many');
    return row * 10;
  };
  expect(readIntact([1, 2, 3], read)).toEqual({ intact: [10, 30], damaged: [{ id: 'a', part: 'times' }] });
  expect(() => readIntact([1, 4], read)).toThrow('too many');
});
