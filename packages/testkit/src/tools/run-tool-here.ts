/** Runs a command of tools in this process, where the process is not the subject: that costs a tenth. */
import { Readable, Writable } from 'node:stream';
import { CLI } from '../mcp/serve-here.ts';
import { type Ran, type RunToolOptions, scriptOf } from './run-tool.ts';

let runs = 0;
let last: Promise<unknown> = Promise.resolve();

export const runToolHere = (tool: string, args: readonly string[], options: RunToolOptions = {}): Promise<Ran> =>
  runScriptHere(scriptOf(tool), args, options);

/** @param script of which the last top-level `await` is the command's end */
export const runScriptHere = (script: string, args: readonly string[], options: RunToolOptions = {}): Promise<Ran> => {
  runs += 1;
  // A script runs when it is loaded, so each run loads it again.
  const load = `${script}?run=${runs}`;
  return runHere([script, ...args], () => import(load), options);
};

export const runMcpHere = (args: readonly string[], options: RunToolOptions = {}): Promise<Ran> =>
  runHere(
    [CLI, ...args],
    async () => (await import('@countersign/mcp-server/internal/command-line/main')).main(args),
    options,
  );

export const runBotHere = (args: readonly string[], options: RunToolOptions = {}): Promise<Ran> =>
  runHere(['bot', ...args], async () => (await import('@countersign/discord-bot/internal/main')).main(args), options);

/**
 * The command gets its arguments, environment and standard streams in place of ours; so commands run one after another.
 * What only a process shows (that it ends by itself, signals, a terminal) needs a process.
 */
function runHere(argv: readonly string[], command: () => Promise<unknown>, options: RunToolOptions): Promise<Ran> {
  const run = last.then(() => runAlone(argv, command, options));
  last = run.catch(() => {});
  return run;
}

async function runAlone(
  argv: readonly string[],
  command: () => Promise<unknown>,
  { env = {}, input = '' }: RunToolOptions,
): Promise<Ran> {
  const [stdout, stderr] = [gather(), gather()];
  const { PATH = '' } = process.env;
  const putBack = replaced(process, {
    argv: [process.execPath, ...argv],
    env: { PATH, ...env },
    stdin: Readable.from([Buffer.from(input)]),
    stdout: stdout.stream,
    stderr: stderr.stream,
    exitCode: undefined,
  });
  try {
    await command();
    return { code: Number(process.exitCode ?? 0), stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    putBack();
  }
}

function gather() {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _, done) => {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString() };
}

/** @returns what puts the earlier properties back */
function replaced(target: object, values: Readonly<Record<string, unknown>>): () => void {
  const before = Object.keys(values).map((name) => [name, Object.getOwnPropertyDescriptor(target, name)] as const);
  for (const [name, value] of Object.entries(values)) {
    if (name === 'exitCode') Reflect.set(target, name, value);
    else Object.defineProperty(target, name, { value, configurable: true, writable: true, enumerable: true });
  }
  return () => {
    for (const [name, descriptor] of before) {
      if (name === 'exitCode') Reflect.set(target, name, undefined);
      else Object.defineProperty(target, name, descriptor ?? {});
    }
  };
}
