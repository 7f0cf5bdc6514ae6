import { expect, test } from 'vitest';
import { keepLoopbackDirect } from './loopback.ts';

const LOOPBACK = 'localhost,.localhost,127.0.0.1,[::1]';

test.each<[string, NodeJS.ProcessEnv, string]>([
  ['adds loopback', {}, LOOPBACK],
  ['keeps what is set', { NO_PROXY: 'internal.example' }, `internal.example,${LOOPBACK}`],
  ['keeps what is set in lower case', { no_proxy: 'internal.example', NO_PROXY: '' }, `internal.example,${LOOPBACK}`],
  [
    'adds another loopback address of the settings',
    { ESCROW_API_URL: 'http://127.0.0.5:4010' },
    `${LOOPBACK},127.0.0.5`,
  ],
])('%s', (_, env, expected) => {
  keepLoopbackDirect(env);
  expect(env).toMatchObject({ NO_PROXY: expected, no_proxy: expected });
});

test('leaves a star alone, which excludes every host', () => {
  const env = { NO_PROXY: '*' };
  keepLoopbackDirect(env);
  expect(env).toEqual({ NO_PROXY: '*' });
});
