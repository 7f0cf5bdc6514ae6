/** A copy of the commit in a temporary folder, where sources are changed and tests run. The checkout stays as it is. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { CountersignError } from '@countersign/core/errors';
import { mutated, type Site } from './sites.ts';

/** A mutation that never ends counts as seen. The first run, of all tests, may take longer. */
const LONGEST_MS = 15 * 60_000;
const LONGEST_FIRST_MS = 4 * 3_600_000;

export type TestRun = {
  readonly hasPassed: boolean;
  /** The first test that failed; none if the run ended before it reported any. */
  readonly failed?: string;
  readonly failedFiles: readonly string[];
};

export class Copy {
  readonly root: string;
  readonly #signal: AbortSignal;

  private constructor(root: string, signal: AbortSignal) {
    this.root = root;
    this.#signal = signal;
  }

  /** Calls `work` with a copy of the last commit, and removes the copy, also after Ctrl-C. */
  static async with(checkout: string, work: (copy: Copy) => Promise<void>): Promise<void> {
    const stop = new AbortController();
    const interrupt = () => stop.abort(new CountersignError('CANCELLED'));
    process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
    const folder = await mkdtemp(join(tmpdir(), 'mutate-'));
    const copy = new Copy(join(folder, 'copy'), stop.signal);
    try {
      await copy.#succeed('git', ['clone', '--quiet', '--local', checkout, copy.root], checkout);
      await copy.#succeed('pnpm', ['install', '--offline', '--frozen-lockfile', '--silent'], copy.root);
      await work(copy);
    } finally {
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  }

  read(file: string): Promise<string> {
    return readFile(join(this.root, file), 'utf8');
  }

  /** Calls `work` while the sources hold these mutations. */
  async whileMutated<T>(sites: readonly Site[], work: () => Promise<T>): Promise<T> {
    const files = Map.groupBy(sites, ({ file }) => file);
    const originals = await Promise.all([...files.keys()].map(async (file) => [file, await this.read(file)] as const));
    try {
      for (const [file, text] of originals)
        await writeFile(join(this.root, file), mutated(text, files.get(file) ?? []));
      return await work();
    } finally {
      for (const [file, text] of originals) await writeFile(join(this.root, file), text);
    }
  }

  /** Without files it runs all test files of the lanes, and notes what each reaches in the file of MUTATE_REACH. */
  async test(lanes: readonly string[], files: readonly string[], environment: NodeJS.ProcessEnv): Promise<TestRun> {
    const report = join(dirname(this.root), 'report.json');
    await rm(report, { force: true });
    const args = ['--config', 'tools/src/mutate/vitest.config.ts', ...lanes.map((lane) => `--project=${lane}`)];
    const ends =
      files.length === 0 ? [] : ['--bail=1', '--maxWorkers=1', '--testTimeout=150000', '--hookTimeout=150000'];
    const reporter = ['--reporter=json', `--outputFile=${report}`];
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...args, ...ends, ...reporter, ...files];
    const { code } = await this.#run('node', vitest, this.root, environment);
    return { hasPassed: code === 0, ...(await this.#failuresIn(report)) };
  }

  async #failuresIn(report: string): Promise<Pick<TestRun, 'failed' | 'failedFiles'>> {
    const text = await readFile(report, 'utf8').catch(() => '{"testResults":[]}');
    const { testResults } = JSON.parse(text) as { testResults: FileResult[] };
    const failed = testResults.filter(({ status }) => status === 'failed');
    const [first] = failed.map(({ name, assertionResults }) => {
      const title = assertionResults.find(({ status }) => status === 'failed')?.fullName ?? 'cannot be loaded';
      return `${relative(this.root, name)}: ${title}`;
    });
    return {
      failedFiles: failed.map(({ name }) => relative(this.root, name)),
      ...(first === undefined ? {} : { failed: first }),
    };
  }

  /** Where the type check finds errors: file and line. */
  async typeErrors(): Promise<{ readonly file: string; readonly line: number }[]> {
    const errors: { file: string; line: number }[] = [];
    for (const project of ['tsconfig.json', 'packages/signing-page/tsconfig.browser.json']) {
      // A removed guard may leave an import without a use, which is no error of types.
      const args = ['--noEmit', '--noUnusedLocals', 'false', '--noUnusedParameters', 'false', '--pretty', 'false'];
      const { output } = await this.#run(
        'node',
        ['node_modules/typescript/bin/tsc', ...args, '-p', project],
        this.root,
      );
      for (const [, file = '', line] of output.matchAll(/^(\S+?)\((\d+),\d+\): error/gm)) {
        errors.push({ file: file.replaceAll('\\', '/'), line: Number(line) });
      }
    }
    return errors;
  }

  async #succeed(program: string, args: readonly string[], folder: string): Promise<void> {
    const { code, output } = await this.#run(program, args, folder);
    if (code !== 0) throw new Error(`${program} ${args[0]} failed: ${output.slice(-2_000)}`);
  }

  /** In a process group of its own, so that what a test starts ends with it. */
  async #run(program: string, args: readonly string[], folder: string, environment: NodeJS.ProcessEnv = {}) {
    this.#signal.throwIfAborted();
    const { CI: _, ...inherited } = process.env;
    const env = { ...inherited, NO_COLOR: '1', ...environment };
    const child = spawn(program, args, { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
    const end = () => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    };
    const timer = setTimeout(end, environment['MUTATE_REACH'] === undefined ? LONGEST_MS : LONGEST_FIRST_MS);
    this.#signal.addEventListener('abort', end);
    try {
      const code = await new Promise<number | null>((resolve, reject) =>
        child.on('close', resolve).on('error', reject),
      );
      this.#signal.throwIfAborted();
      return { code, output };
    } finally {
      clearTimeout(timer);
      this.#signal.removeEventListener('abort', end);
    }
  }
}

type FileResult = {
  readonly name: string;
  readonly status: string;
  readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
};
