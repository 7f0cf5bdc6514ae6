/** The service as a child process, as a person starts it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { BARE_ENV } from '../processes/start-process.ts';
import type { Ran } from '../tools/run-tool.ts';
import { runScriptHere } from '../tools/run-tool-here.ts';

const CLI = fileURLToPath(new URL('../../../escrow-service/src/cli.ts', import.meta.url));
/** A child gets none of this machine's own settings. */
const ENV = { ...BARE_ENV, HOME: '/nonexistent' };

export const runCli = (args: readonly string[], env: Record<string, string> = {}): Promise<Ran> =>
  runScriptHere(CLI, args, { env: { ...ENV, ...env } });

/** Starts the service on free ports and waits for its ready line. */
export async function startCli(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [CLI, '--port', '0', '--rate-limit', '0', ...args], {
    env: { ...ENV, ...env },
  });
  const exited = ended(child);
  const line = await Promise.race([
    once(child.stdout, 'data').then(([chunk]) => String(chunk)),
    exited.then((exit) => Promise.reject(new Error(`it ended: ${exit.stderr}`))),
  ]);
  const [url, rpcUrl] = line.match(/http:\/\/[\w.:/]+/g) ?? [];
  return { process: child, url: url as string, rpcUrl: rpcUrl as string, exited };
}

async function ended(child: ChildProcess) {
  const text = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.on('data', (chunk) => {
      text[stream] += chunk;
    });
  }
  const [code] = await once(child, 'close');
  return { code: code as number | null, ...text };
}
