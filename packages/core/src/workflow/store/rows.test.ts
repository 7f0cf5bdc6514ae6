import { expect, test } from 'vitest';
import { damageIn } from '../../errors/damage.ts';
import { preparedRequestOf } from './rows.ts';

test('leaves out stops and warnings of earlier versions, which have no words any more', () => {
  const kept = { code: 'FEE_ABOVE_STOP', params: { percent: '25', stop: '20' } };
  const risk = {
    stops: [{ code: 'ONE_STRANGER_IN_ALL_ROLES', params: {} }, { code: 'NOTHING_NEEDED', params: {} }, kept],
    warnings: [{ code: 'MORE_THAN_NEEDED', params: {} }],
    facts: [],
  };
  const row = { action: 'deploy', request: '{}', names: '[]', replaces: null, madeAt: 1, openedAt: null, end: null };
  const prepared = preparedRequestOf({ ...row, risk: JSON.stringify(risk) }, [], []);
  expect(prepared.risk).toEqual({ stops: [kept], warnings: [], facts: [] });
});

const LAST_MS = 8.64e15;
const EMPTY = { stops: [], warnings: [], facts: [] };
test.each([
  ['a list of no objects', { risk: JSON.stringify({ ...EMPTY, stops: ['x'] }) }, 'warnings'],
  ['a warning without a code', { risk: JSON.stringify({ ...EMPTY, warnings: [{ params: {} }] }) }, 'warnings'],
  ['no JSON', { risk: '{' }, 'warnings'],
  ['a time after the last one', { madeAt: LAST_MS + 2 }, 'times'],
  ['a time before the first one', { openedAt: -LAST_MS - 2 }, 'times'],
  ['a text as a time', { madeAt: '1' }, 'times'],
  ['nothing wrong', { madeAt: LAST_MS, openedAt: -LAST_MS }, undefined],
])('names the part of a row that is damaged by %s', (_, changes, part) => {
  const sound = { action: 'deploy', request: '{}', names: '[]', replaces: null, madeAt: 1, openedAt: null, end: null };
  const read = () => preparedRequestOf({ id: 'a', risk: JSON.stringify(EMPTY), ...sound, ...changes }, [], []);
  const tried = () => {
    try {
      return void read();
    } catch (error) {
      return damageIn(error);
    }
  };
  expect(tried()).toEqual(part === undefined ? undefined : { id: 'a', part });
});
