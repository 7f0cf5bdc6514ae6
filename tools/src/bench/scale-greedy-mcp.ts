/** Tenants of an MCP server over HTTP, each with an access token; the greedy one is a separate process. */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openIssuer } from '@countersign/testkit/mcp/open-issuer';
import { callerOf, type LoadTask } from './mcp-caller.ts';
import { openLoop } from './open-loop.ts';
import { QUOTA, SHARE, TENANTS, type Tenants } from './tenants.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const fileOf = (name: string) => path.join(import.meta.dirname, name);

export async function openMcpTenants(serviceUrl: string): Promise<Tenants> {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-bench-'));
  const issuer = await openIssuer();
  const server = spawn(process.execPath, ['packages/mcp-server/src/cli.ts', 'http', '--port', '0'], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'] ?? '',
      COUNTERSIGN_DATA_DIR: folder,
      COUNTERSIGN_LOG: 'error',
      COUNTERSIGN_OAUTH_ISSUER: issuer.url,
      ESCROW_API_URL: serviceUrl,
      ESCROW_RATE_LIMIT: String(QUOTA),
      STELLAR_NETWORK: 'sandbox',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    server.stdout.on('data', (chunk: Buffer) => {
      said += chunk;
      const [, found] = /address\s+(\S+)\n/.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => reject(new Error('the MCP server did not start')));
  });
  const callers = await Promise.all(
    Array.from({ length: TENANTS }, async (_, tenant) => callerOf(url, await issuer.token(`tenant-${tenant}`, url))),
  );
  return {
    ordinary: (seconds) =>
      openLoop(SHARE * TENANTS, seconds, async (number) => {
        if (!(await callers[number % TENANTS]?.())) throw new Error('it was refused');
      }),
    greedy: async (perSecond, seconds) => {
      const task: LoadTask = { url, token: await issuer.token('greedy', url), perSecond, seconds };
      const child = fork(fileOf('scale-greedy-load.ts'), [JSON.stringify(task)]);
      const [told] = await once(child, 'message');
      return told as { asked: number; done: number };
    },
    close: async () => {
      server.kill('SIGINT');
      await ended;
      issuer.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
