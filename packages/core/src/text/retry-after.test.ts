import { describe, expect, test } from 'vitest';
import { parseRetryAfter } from './retry-after.ts';

const NOW = Date.parse('2026-11-21T10:00:00Z');

describe('Retry-After', () => {
  test.each([
    ['0', 0],
    ['7', 7_000],
    [' 7 ', 7_000],
    ['007', 7_000],
    ['599', 599_000],
    ['86400', 600_000],
    ['Sat, 21 Nov 2026 10:00:09 GMT', 9_000],
    ['Sat, 21 Nov 2026 09:59:00 GMT', 0],
    ['Mon, 21 Nov 2033 10:00:00 GMT', 600_000],
  ])('%j is %i ms', (header, ms) => {
    expect(parseRetryAfter(header, NOW)).toBe(ms);
  });

  test.each([
    null,
    '',
    '-1',
    '1.5',
    '+1',
    '1e3',
    '0x10',
    'soon',
    '7s',
    '7, 8',
    '9999999999',
    'NaN',
    '2026-11-21T10:00:09Z',
    'Sat, 21 Nov 2026 10:00:09',
    'Sat, 21 Nov 2026 10:00:09 CET',
    'Sat, 99 Nov 2026 10:00:09 GMT',
    '21 Nov 2026 10:00:09 GMT',
  ])('%j is none', (header) => {
    expect(parseRetryAfter(header, NOW)).toBeUndefined();
  });
});
