import { expect, test } from 'vitest';
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
