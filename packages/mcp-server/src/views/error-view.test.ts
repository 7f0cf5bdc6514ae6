import {
  CountersignError,
  ERROR_CATALOGUE,
  type ErrorCode,
  XDR_REASONS,
  type XdrReason,
} from '@countersign/core/errors';
import { redactStrings } from '@countersign/core/secrets';
import { expect, test } from 'vitest';
import { errorText } from './error-view.ts';

const same = (text: string) => text;
const view = (thrown: unknown, redact = same) => JSON.parse(errorText(thrown, redact)).error;

test.each([
  new Error('Authorization: Bearer very-secret-token'),
  new TypeError('x is not a function'),
  'a bare text',
  undefined,
  { code: 'INPUT_INVALID', message: 'looks like ours' },
])('hides the text of an error that is not ours (%s)', (thrown) => {
  const text = errorText(thrown, same);
  expect(JSON.parse(text).error.code).toBe('INTERNAL');
  expect(text).not.toMatch(/Bearer|function|bare|looks/);
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

test('the text stays shorter than where hosts cut it, whatever the lists hold', () => {
  const long = 'é"'.repeat(5_000);
  const differences = Array.from({ length: 300 }, () => ({ field: long, asked: long, found: long }));
  const text = errorText(new CountersignError('TRANSACTION_MISMATCH', { differences }), same);
  expect(text.length).toBeLessThanOrEqual(10_000);
  expect(JSON.parse(text).error.differences.length).toBeGreaterThan(1);
});

/** What a model does not have: a shell, a checkout, another surface's commands, an operator's settings. */
const ELSEWHERE = /pnpm|npx|\/escrow|Discord|terminal|\bchat\b.*command|(?:COUNTERSIGN|ESCROW|STELLAR)_/;

test('a remedy names nothing that a model does not have', () => {
  const codes = (Object.keys(ERROR_CATALOGUE) as ErrorCode[]).map((code) => new CountersignError(code));
  const reasons = (Object.keys(XDR_REASONS) as XdrReason[]).map(
    (reason) => new CountersignError('XDR_UNREADABLE', { reason }),
  );
  for (const error of [...codes, ...reasons]) {
    if (error.code === 'DISCORD_UNREACHABLE') continue;
    expect(view(error).remedy, error.code).not.toMatch(ELSEWHERE);
  }
});

test('an error’s own remedy is not replaced by the tools’ remedy for its code', () => {
  const remedy = 'Ask again after 2026-11-22T10:00:00.000Z, when its time is over.';
  expect(view(new CountersignError('OUTCOME_UNKNOWN', { remedy })).remedy).toBe(remedy);
  expect(view(new CountersignError('OUTCOME_UNKNOWN')).remedy).toContain('submit_signed_xdr');
  expect(view(new CountersignError('XDR_UNREADABLE', { reason: 'id' })).remedy).toContain('as id');
});
