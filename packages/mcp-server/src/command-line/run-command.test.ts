import { CountersignError } from '@countersign/core/errors';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { run as runHttp } from './http.ts';
import { nearest, runCommand, UsageError } from './run-command.ts';

let printed: string[];
beforeEach(() => {
  printed = [];
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  process.exitCode = undefined;
});

test.each([
  ['DECLINED', 'The reason given: “Too dear”'],
  ['SERVICE_REFUSED', 'The service said: “Too dear”'],
] as const)('%s names the source of the words that it quotes', async (code, answer) => {
  await runCommand(() => Promise.reject(new CountersignError(code, { detail: 'Too dear' })));
  expect([process.exitCode, printed]).toEqual([1, [expect.stringContaining(answer)]]);
});

test('prints how a command is called in its own lines', async () => {
  await runCommand(() => Promise.reject(new UsageError('usage:\n\n  list')));
  expect([process.exitCode, printed]).toEqual([2, ['usage:\n\n  list\n']]);
});

test.each(['--port', '--metrics-port'])('takes a %s up to 65535, and no higher one', async (option) => {
  // Nothing is served with such a setting.
  vi.stubEnv('STELLAR_NETWORK', 'nowhere');
  await runHttp([option, '65535']);
  await expect(runHttp([option, '65536'])).rejects.toThrow(UsageError);
});

test.each([
  ['lst', 'list', true],
  ['lxx', 'lis', false],
  ['lixx', 'list', true],
  ['lxxx', 'list', false],
  ['lis', 'listing', true],
  ['li', 'listing', false],
  ['tsil', 'list', true],
])('suggests for %s the command %s, if it is near: %s', (name, known, isNear) => {
  expect(nearest(name, ['forget-everything', known])).toBe(isNear ? known : undefined);
});
