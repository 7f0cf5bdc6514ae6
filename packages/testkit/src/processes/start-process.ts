/** A program of ours as a process: with nothing of this machine's settings, its output gathered, gone with the test. */
import { spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';

const { PATH = '', NODE_COMPILE_CACHE } = process.env;
/** Most of a start is compiling, and all processes of a run of the tests compile the same files. */
export const BARE_ENV: Readonly<Record<string, string>> = {
  PATH,
  ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }),
};

export type Started = ReturnType<typeof startProcess>;

type ProcessOptions = {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly command?: string;
};

/** @param args a script and what it is given, where `command` is Node */
export function startProcess(args: readonly string[], options: ProcessOptions = {}) {
  const { env = {}, cwd, command = process.execPath } = options;
  const child = spawn(command, args, { env: { ...BARE_ENV, ...env }, ...(cwd === undefined ? {} : { cwd }) });
  onTestFinished(() => void child.kill('SIGKILL'));
  const text = { stdout: '', stderr: '', output: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk: Buffer) => {
      text[name] += chunk;
      text.output += chunk;
    });
  }
  // One that ends before it reads is none the worse.
  child.stdin.on('error', () => {});
  /** Its exit code, once it is over and all that it wrote was read. */
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  // A test that only kills it need not wait for it.
  ended.catch(() => {});
  return { child, stdout: () => text.stdout, stderr: () => text.stderr, output: () => text.output, ended };
}
