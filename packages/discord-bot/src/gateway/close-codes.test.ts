import { expect, test } from 'vitest';
import { closingError, closingFields } from './client.ts';

test.each([4_000, 4_004, 4_010, 4_011, 4_012, 4_013, 4_014, 4_999])('%i has a meaning and a remedy', (code) => {
  const { meaning, remedy } = closingFields(code);
  expect(meaning).not.toBe('');
  expect(remedy).toMatch(/\.$/);
  expect(closingError(code).message).toContain(`(close code ${code})`);
});

test('a token that is refused is a setting', () => {
  expect(closingError(4_004)).toMatchObject({
    code: 'SETTING_INVALID',
    message: expect.stringContaining('DISCORD_TOKEN'),
  });
  expect(closingError(4_014)).toMatchObject({ code: 'DISCORD_UNREACHABLE' });
});
