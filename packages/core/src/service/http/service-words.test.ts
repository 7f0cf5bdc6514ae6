import { expect, test } from 'vitest';
import { isSuccess, serviceWords } from './read-reply.ts';

test.each<[string, unknown, string]>([
  ['a message next to its status', { message: 'title is odd', error: 'Bad Request', statusCode: 400 }, 'title is odd'],
  ['a list of messages', { message: ['one', 'two', 'one'], error: 'Bad Request' }, 'one; two'],
  ['nothing but the status', { statusCode: 401, message: 'Unauthorized', error: 'Unauthorized' }, 'Unauthorized'],
  ['a failure', { status: 'FAILED', message: 'Escrow not found' }, 'Escrow not found'],
  ['an error alone', { error: 'Escrow not found' }, 'Escrow not found'],
  ['an error as an object', { error: { message: 'deep', code: 7 } }, 'deep'],
  [
    'Horizon',
    { title: 'Transaction Failed', extras: { result_codes: { transaction: 'tx_failed', operations: ['op_x'] } } },
    'Transaction Failed; tx_failed; op_x',
  ],
  ['a string', 'plain', 'plain'],
  ['a number', 7, ''],
  ['null', null, ''],
  ['unused fields', { stack: 'at x', path: '/x' }, ''],
  ['no more than it must', { message: 'x'.repeat(10_000) }, 'x'.repeat(2_000)],
])('%s', (_, body, words) => {
  expect(serviceWords(body)).toBe(words);
});

test('reads twenty texts in five levels, and no more', () => {
  const nested = (levels: number): unknown => (levels === 0 ? 'deep' : { message: nested(levels - 1) });
  expect([nested(4), nested(5)].map(serviceWords)).toEqual(['deep', '']);
  const texts = Array.from({ length: 30 }, (_, at) => `t${at}`);
  expect(serviceWords({ message: texts })).toBe(texts.slice(0, 20).join('; '));
  expect(serviceWords({ message: texts.slice(0, 19), error: ['x', 'y'] })).toBe(
    [...texts.slice(0, 19), 'x'].join('; '),
  );
});

test('counts the statuses from 200 to 299 as success', () => {
  const isOne = (status: number) => isSuccess({ status } as Parameters<typeof isSuccess>[0]);
  expect([199, 200, 299, 300].map(isOne)).toEqual([false, true, true, false]);
});
