/** Each of our own commands in package.json, with a secret among its arguments. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startProcess } from '@countersign/testkit/processes/start-process';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { sampled } from '@countersign/testkit/proof/share';
import { expect, test } from 'vitest';
import { CANARIES, CREDENTIAL, expectNoCanary } from './canaries.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
/** These pass their arguments to third-party programs, or take none. */
const FOREIGN = ['check', 'fix', 'image'];
const AT_LEAST = 9;

const scripts = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')).scripts as Record<string, string>;
const commands = Object.entries(scripts).filter(([name]) => !FOREIGN.includes(name));

test('each command refuses a secret in its arguments before it does anything, and does not repeat it', async ({
  task,
}) => {
  expect(commands.length).toBeGreaterThanOrEqual(AT_LEAST);
  const { seed, phrase } = CANARIES;
  const arguments_ = [[`/tmp/${seed.toLowerCase()}.xdr`], [`--as=${seed}`], phrase.split(' '), ['--port', CREDENTIAL]];
  const runs = commands.flatMap(([name, script]) => arguments_.map((given) => ({ name, script, given })));
  await allRefused(sampled(runs));
  task.meta.figures = {
    proof: 'Secrets in every field',
    rows: { commands: commands.length, 'commands run with a secret in their arguments, all refused': runs.length },
  };
});

/** How each command that reads a person's input takes the file. */
const READERS: Readonly<Record<string, readonly string[]>> = {
  explain: [],
  mcp: ['sandbox', 'sign'],
  wallet: ['sign'],
};

test('each command that reads a file or standard input refuses a secret in it, and does not repeat it', async ({
  task,
}) => {
  const readers = commands.filter(([, script]) => readsInput(script));
  expect(readers.map(([name]) => name).sort()).toEqual(Object.keys(READERS).sort());
  const folder = temporaryFolder();
  const runs: Run[] = readers.flatMap(([name, script]) =>
    Object.entries(CANARIES).flatMap(([kind, secret]) => {
      const file = path.join(folder, `${kind}.txt`);
      writeFileSync(file, JSON.stringify({ signedXdr: `AAAA ${secret}` }));
      const words = READERS[name] as string[];
      return [
        { name, script, given: [...words, file] },
        { name, script, given: [...words, '-'], input: `mine: ${secret}\n` },
      ];
    }),
  );
  await allRefused(sampled(runs));
  task.meta.figures = {
    proof: 'Secrets in every field',
    rows: { 'files and inputs of commands with a secret, all refused': runs.length },
  };
});

/** Whether the command takes in a person's file: in its own folder, or in a part of the server's command line. */
function readsInput(script: string): boolean {
  const entry = path.join(ROOT, script.split(' ').find((word) => word.endsWith('.ts')) ?? '');
  const own = sourcesIn(path.dirname(entry));
  const parts = [...own.join('\n').matchAll(/mcp-server\/command-line\/([\w/-]+)'/g)].map(([, part]) => `${part}.ts`);
  const shared = parts.map((part) => readFileSync(path.join(COMMAND_LINE, part), 'utf8'));
  const isServer = entry === path.resolve(COMMAND_LINE, '../cli.ts');
  const commands = isServer ? sourcesIn(path.join(COMMAND_LINE, 'sandbox')) : [];
  return [...own, ...shared, ...commands].some((source) => /\breadInput\b/.test(source));
}

const COMMAND_LINE = path.join(ROOT, 'packages/mcp-server/src/command-line');

function sourcesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'));
}

type Run = { readonly name: string; readonly script: string; readonly given: string[]; readonly input?: string };

/** Two at a time: each is a separate process. */
async function allRefused(runs: readonly Run[]) {
  for (let at = 0; at < runs.length; at += 2) await Promise.all(runs.slice(at, at + 2).map(expectRefused));
}

async function expectRefused({ name, script, given, input = '' }: Run) {
  const [node, ...words] = script.split(' ');
  expect(node, `${name} is not started in a way that this test knows`).toBe('node');
  const { child, output, ended } = startProcess([...words, ...given], {
    cwd: ROOT,
    env: {
      COUNTERSIGN_DATA_DIR: temporaryFolder(),
      ESCROW_API_KEY: CREDENTIAL,
      DISCORD_TOKEN: 'MTA4NTU2NzIzNDU2Nzg5MDEyMw.GAbcDE.abcdefghijklmnopqrstuvwxyz0123456789AB',
      DISCORD_APPLICATION_ID: '1085567234567890123',
    },
  });
  child.stdin.end(input);
  expect(await ended, name).not.toBe(0);
  expect(output(), name).toContain('SECRET_REFUSED');
  expectNoCanary(name, output());
}
