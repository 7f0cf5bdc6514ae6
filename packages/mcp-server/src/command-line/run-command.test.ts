import { CountersignError, createSide, fieldProblem } from '@countersign/core/errors';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { run as runHttp } from './http.ts';
import { nearest, readOptions, runCommand, UsageError, wrongCommand } from './run-command.ts';

const KEY = 'a-key-of-16-chars';

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

const wrongFlag = (name: string) =>
  Object.assign(new TypeError(`Unknown option '${name}'`), { code: 'ERR_PARSE_ARGS_X' });
const OPTIONS = { as: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;

/** What a command throws, and what its person reads. */
const THROWN: Readonly<Record<string, () => unknown>> = {
  'a wrong call': () => new UsageError('usage:\n\n  list'),
  'a flag that Node does not know': () => wrongFlag('--a\u202eb\n'),
  'another error with such a code': () => Object.assign(new Error('so'), { code: 'ERR_PARSE_ARGS_X' }),
  'another TypeError': () => new TypeError('x is not a function'),
  'something that is no error': () => 'a text',
  'an error of several lines': () => new Error('first\nsecond'),
  'our own internal error': () => new CountersignError('INTERNAL'),
  'an error with a reason': () => new CountersignError('XDR_UNREADABLE', { reason: 'not-text' }),
  'fields in our words, and in others': () =>
    new CountersignError('INPUT_INVALID', {
      fields: [
        fieldProblem('milestones.0.amount', 'EMPTY'),
        { path: '', problem: 'is wrong\nhere' },
        { path: '--as', problem: 'is' },
      ],
    }),
  differences: () =>
    new CountersignError('TRANSACTION_MISMATCH', {
      differences: [
        { field: 'roles.receiver', asked: createSide('NONE'), found: createSide('AT_MOST', { value: '7' }) },
      ],
    }),
  ...Object.fromEntries(
    (['DECLINED', 'RPC_BUSY', 'RPC_REFUSED', 'TRIAL_REFUSED', 'NETWORK_REFUSED', 'SERVICE_REFUSED'] as const).map(
      (code) => [`words of others, ${code}`, () => new CountersignError(code, { detail: 'Too dear' })],
    ),
  ),
  'a credential among the words of others': () => new CountersignError('SERVICE_REFUSED', { detail: `no ${KEY} here` }),
  'a long message': () => new CountersignError('INTERNAL', { message: 'y'.repeat(2_100) }),
  'a remedy for the operator': () =>
    new CountersignError('STORE_UNUSABLE', { remedy: 'For all.', operatorRemedy: 'For you.' }),
  'no command': () => wrongCommand(undefined, ['add', 'list'], 'usage'),
  'a command called wrongly': () => wrongCommand('add', ['add', 'list'], 'usage'),
  'an unknown command': () => wrongCommand('lst', ['add', 'list'], 'usage'),
  'unknown options': () => void readOptions(['x', '--as', '--none', '-h', '--colour=1', '--other'], OPTIONS),
  'known options': () => void readOptions(['x', '--as=y', '-h', '--help', '--', '--other'], OPTIONS),
};

test('prints one readable error for whatever a command throws, and ends with the right code', async () => {
  vi.stubEnv('ESCROW_API_KEY', KEY);
  const lines: string[] = [];
  for (const [title, thrown] of Object.entries(THROWN)) {
    process.exitCode = undefined;
    printed = [];
    await runCommand(async () => {
      const error = thrown();
      if (error !== undefined) throw error;
    });
    const text = printed.join('').replace(/y{99,}/, (long) => `${long.length} letters`);
    lines.push(`--- ${title}: ${process.exitCode ?? 0}\n${text}`);
  }
  await expect(lines.join('')).toMatchFileSnapshot('recorded/errors.txt');
});

test.each([
  ['EPIPE', undefined],
  ['EIO', 1],
])('ends with the code of the command when standard output fails with %s: %s', async (code, exitCode) => {
  await runCommand(async () => void process.stdout.emit('error', Object.assign(new Error(code), { code })));
  expect(process.exitCode).toBe(exitCode);
});

test('refuses a secret among the arguments before the command runs', async () => {
  const argv = vi.spyOn(process, 'argv', 'get').mockReturnValue(['node', 'cli', 'x', sandboxKeypair('x').secret()]);
  const main = vi.fn(async () => {});
  await runCommand(main);
  argv.mockRestore();
  expect([process.exitCode, main.mock.calls]).toEqual([1, []]);
  expect(printed.join('')).toMatch(/^SECRET_REFUSED: (?!.*\bS[A-Z2-7]{55}\b)/s);
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
