import { CountersignError } from '@countersign/core/errors';
import { redactStrings } from '@countersign/core/secrets';
import { expect, test } from 'vitest';
import { errorText } from './error-view.ts';

const same = (text: string) => text;
const view = (thrown: unknown, redact = same) => JSON.parse(errorText(thrown, redact)).error;

test('one of ours keeps everything that the catalogue and the thrower said', () => {
  const error = new CountersignError('RATE_LIMITED', { retryAfterMs: 1200, detail: 'too many' });
  expect(view(error)).toEqual({
    code: 'RATE_LIMITED',
    message: error.message,
    remedy: error.remedy,
    retryable: true,
    retryAfterMs: 1200,
    detail: 'too many',
  });
});

test.each([
  new Error('Authorization: Bearer very-secret-token'),
  new TypeError('x is not a function'),
  'a bare text',
  undefined,
  { code: 'INPUT_INVALID', message: 'looks like ours' },
])('what is not ours says nothing of its own (%s)', (thrown) => {
  const text = errorText(thrown, same);
  expect(JSON.parse(text).error.code).toBe('INTERNAL');
  expect(text).not.toMatch(/Bearer|function|bare|looks/);
});

test('a cause never comes along', () => {
  const text = errorText(new CountersignError('SERVICE_FAILED', { cause: new Error('stack and token') }), same);
  expect(text).not.toContain('stack and token');
});

test('every string is redacted, keys and lists included', () => {
  const redact = (text: string) => text.replaceAll('hunter2hunter2hunter2', '[credential]');
  const error = new CountersignError('SERVICE_REFUSED', {
    detail: 'got hunter2hunter2hunter2',
    fields: [{ path: 'hunter2hunter2hunter2', problem: 'x hunter2hunter2hunter2' }],
    differences: [{ field: 'f', asked: 'hunter2hunter2hunter2', found: '' }],
  });
  expect(errorText(error, redact)).not.toContain('hunter2');
  expect(redactStrings({ 'a hunter2hunter2hunter2': [1, null, true] }, redact)).toEqual({
    'a [credential]': [1, null, true],
  });
});

test('a long list is cut, and says how many are left', () => {
  const fields = Array.from({ length: 500 }, (_, index) => ({ path: `milestones[${index}]`, problem: 'is wrong' }));
  const cut = view(new CountersignError('INPUT_INVALID', { fields })).fields;
  expect(cut).toHaveLength(41);
  expect(cut[0]).toEqual(fields[0]);
  expect(cut[40]).toEqual({ path: '…', problem: 'and 460 more' });
});

test('the text stays below what hosts cut, whatever the lists hold', () => {
  const long = 'é"'.repeat(5_000);
  const differences = Array.from({ length: 300 }, () => ({ field: long, asked: long, found: long }));
  const text = errorText(new CountersignError('TRANSACTION_MISMATCH', { differences }), same);
  expect(text.length).toBeLessThanOrEqual(10_000);
  expect(JSON.parse(text).error.differences.length).toBeGreaterThan(1);
});

test('a short list is left alone', () => {
  const fields = [{ path: 'signer', problem: 'is missing' }];
  expect(view(new CountersignError('INPUT_INVALID', { fields })).fields).toEqual(fields);
});
