/** A copy of the commit in a temporary folder, where sources are changed and tests run. The checkout stays as it is. */
import { execFileSync, type StdioOptions, spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { CountersignError } from '@countersign/core/errors';
import type { Resources } from '../command-line/resources.ts';
import { IN_BROWSER } from './reach.ts';
import { mutated, type Site } from './sites.ts';

/** A mutation that never ends counts as seen. The run of all tests may take longer. */
const LONGEST_MS = 15 * 60_000;
const LONGEST_OF_ALL_MS = 4 * 3_600_000;
const ONE_BY_ONE = ['--bail=1', '--maxWorkers=1', '--testTimeout=60000', '--hookTimeout=60000'];

export type TestRun = {
  readonly hasPassed: boolean;
  /** The first failed test of each file; none if the run ended before it reported any. */
  readonly failures: readonly { readonly file: string; readonly title: string }[];
};

export type Copy = {
  readonly root: string;
  readonly read: (file: string) => string;
  /** Calls `work` while the source holds this mutation. */
  readonly whileMutated: <T>(site: Site, work: () => Promise<T>) => Promise<T>;
  /** First in this file, which takes a second, and then in everything. */
  readonly hasTypeErrors: (file: string) => Promise<boolean>;
  /** Runs these files in their order, until a test fails. */
  readonly test: (lanes: readonly string[], files: readonly string[]) => Promise<TestRun>;
  /** Runs all files, and writes into `notes` which branches each of them reaches. */
  readonly testAll: (lanes: readonly string[], notes: string) => Promise<TestRun>;
};

/** It is removed with the resources, also after Ctrl-C. */
export async function openCopy(checkout: string, resources: Resources): Promise<Copy> {
  const root = join(await resources.folder(), 'copy');
  const report = join(dirname(root), 'report.json');
  const stop = new AbortController();
  const interrupt = () => stop.abort(new CountersignError('CANCELLED'));
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  resources.defer(() => process.off('SIGINT', interrupt).off('SIGTERM', interrupt));

  /** In a process group of its own, so that what a test starts ends with it. @returns Node's exit code */
  async function run(args: readonly string[], more = {}, longestMs = LONGEST_MS): Promise<unknown> {
    stop.signal.throwIfAborted();
    const { CI: _, ...inherited } = process.env;
    const env = { ...inherited, NO_COLOR: '1', ...more };
    const child = spawn('node', args, { cwd: root, env, detached: true, stdio: 'ignore' });
    const end = () => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    };
    const timer = setTimeout(end, longestMs);
    stop.signal.addEventListener('abort', end);
    try {
      const code = await new Promise((resolve, reject) => child.on('close', resolve).on('error', reject));
      stop.signal.throwIfAborted();
      return code;
    } finally {
      clearTimeout(timer);
      stop.signal.removeEventListener('abort', end);
    }
  }

  async function runTests(lanes: readonly string[], args: readonly string[], env: object, longestMs?: number) {
    rmSync(report, { force: true });
    const config = ['--config', 'tools/src/mutate/vitest.config.ts', ...lanes.map((lane) => `--project=${lane}`)];
    const reporter = ['--reporter=json', `--outputFile=${report}`];
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...config, ...reporter, ...args];
    const code = await run(vitest, env, longestMs);
    return { hasPassed: code === 0, failures: failuresIn(report, root) };
  }

  const stdio: StdioOptions = ['ignore', 'ignore', 'inherit'];
  execFileSync('git', ['clone', '--quiet', '--local', checkout, root], { stdio });
  execFileSync('pnpm', ['install', '--offline', '--frozen-lockfile', '--silent'], { cwd: root, stdio });
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  return {
    root,
    read,
    whileMutated: async (site, work) => {
      const text = read(site.file);
      writeFileSync(join(root, site.file), mutated(text, [site]));
      try {
        return await work();
      } finally {
        writeFileSync(join(root, site.file), text);
      }
    },
    hasTypeErrors: async (file) => {
      const browser = 'packages/signing-page/tsconfig.browser.json';
      const one = { extends: IN_BROWSER.test(file) ? `./${browser}` : './tsconfig.json', include: [], files: [file] };
      writeFileSync(join(root, 'tsconfig.one.json'), JSON.stringify(one));
      for (const project of ['tsconfig.one.json', 'tsconfig.json', browser]) {
        // A removed guard may leave an import without a use, which is no error of types.
        const unused = ['--noUnusedLocals', 'false', '--noUnusedParameters', 'false'];
        const incremental = ['--noEmit', '--incremental', '--tsBuildInfoFile', `${project}.tsbuildinfo`];
        const args = ['node_modules/typescript/bin/tsc', '-p', project, ...incremental, ...unused];
        if ((await run(args)) !== 0) return true;
      }
      return false;
    },
    test: (lanes, files) => runTests(lanes, [...ONE_BY_ONE, ...files], { MUTATE_ORDER: files.join(' ') }),
    testAll: (lanes, notes) => runTests(lanes, [], { MUTATE_REACH: notes }, LONGEST_OF_ALL_MS),
  };
}

type FileResult = {
  readonly name: string;
  readonly status: string;
  readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
};

function failuresIn(report: string, root: string): TestRun['failures'] {
  let testResults: readonly FileResult[] = [];
  try {
    ({ testResults } = JSON.parse(readFileSync(report, 'utf8')));
  } catch {
    // The run was ended before it wrote one.
  }
  const failed = testResults.filter(({ status }) => status === 'failed');
  const titleIn = ({ assertionResults }: FileResult) =>
    assertionResults.find(({ status }) => status === 'failed')?.fullName;
  // After a failed test the files that did not run any more count as failed, too.
  const ran = failed.some(titleIn) ? failed.filter(titleIn) : failed;
  return ran.map((each) => ({ file: relative(root, each.name), title: titleIn(each) ?? 'cannot be loaded' }));
}
