/** What an operator reads when something of ours fails: one line, without secrets or control characters. */
import { encodeStrKey } from '@countersign/core/escrow';
import { afterEach, expect, test, vi } from 'vitest';
import { reportTrouble } from './log.ts';

afterEach(() => vi.restoreAllMocks());

test('logs where it failed and why, in one line of at most 500 characters of the cause', () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  reportTrouble('deploy', new TypeError('first\nsecond'));
  reportTrouble('deploy', 'a text');
  const seed = encodeStrKey('secretSeed', new Uint8Array(32).fill(5));
  reportTrouble('send', new Error(seed));
  reportTrouble('send', new Error('x'.repeat(600)));
  const lines = written.mock.calls.map(([line]) => String(line));
  expect(lines.slice(0, 2)).toEqual([
    'deploy: internal error: TypeError: first second\n',
    'deploy: internal error: something that is no error was thrown\n',
  ]);
  expect(lines[2]).not.toContain(seed);
  expect(lines[2]).toMatch(/^send: internal error: Error: [^\n]+\n$/);
  expect(lines[3]?.length).toBe('send: internal error: \n'.length + 500);
});
