/** Servers and bots of one version or another, each replaced by one of the next while the others go on. */
import { fileURLToPath } from 'node:url';
import { until } from '@countersign/testkit/discord/discord';
import { type HttpServer, startHttp } from '@countersign/testkit/mcp/http-host';
import { freePort } from '@countersign/testkit/processes/ports';
import { type Started, startProcess } from '@countersign/testkit/processes/start-process';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import type { Balancer } from './balancer.ts';

/** What its tables are: see `tables-hook.ts`. */
export type Version = 'today' | 'next' | 'later';

const BOT = fileURLToPath(new URL('../../../packages/discord-bot/src/cli.ts', import.meta.url));
const HOOK = new URL('tables-hook.ts', import.meta.url).href;
/** Far above what a start takes. */
const STARTED_MS = 60_000;

const versionEnv = (version: Version) => ({ NODE_OPTIONS: `--import=${HOOK}`, TABLES_OF: version });

export async function startServer(env: Readonly<Record<string, string>>, version: Version): Promise<HttpServer> {
  return await startHttp({ ...env, ...versionEnv(version), COUNTERSIGN_PAGE_PORT: String(await freePort()) });
}

export async function startBot(env: Readonly<Record<string, string>>, version: Version): Promise<Started> {
  const COUNTERSIGN_DATA_DIR = temporaryFolder();
  const bot = startProcess([BOT], { env: { ...env, ...versionEnv(version), COUNTERSIGN_DATA_DIR } });
  await until(() => bot.stderr().includes('"ready"') || bot.child.exitCode !== null, STARTED_MS);
  if (bot.child.exitCode !== null) throw new Error(bot.output());
  return bot;
}

/** Stops it as a service manager does. @throws Error if it does not end cleanly */
export async function endWell({ child, ended, output }: Started): Promise<void> {
  child.kill('SIGTERM');
  const code = await ended;
  if (code !== 0) throw new Error(`it ended with ${code}\n${output().slice(-3_000)}`);
}

export type Served = { readonly name: string; readonly server: HttpServer };

/** @param balancer gets no notice of the end: it sees that the server is not ready */
export async function replaceServer(
  served: Served[],
  at: number,
  balancer: Balancer,
  start: () => Promise<HttpServer>,
  version: Version,
): Promise<void> {
  const before = served[at] as Served;
  await endWell(before.server);
  balancer.remove(before.name);
  const server = await start();
  const name = `${version} ${at}`;
  served[at] = { name, server };
  balancer.add(name, server.port);
}
