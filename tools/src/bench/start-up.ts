/** From spawn to the first answers, compared with a server that does nothing, bundled alike on the same SDK. */
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SIGNER } from '@countersign/testkit/fixtures/sandbox-request';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { CallToolResultSchema, ListToolsResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { build } from 'esbuild';
import { bundleServer, REQUIRE } from '../build/bundle.ts';
import { withResources } from '../command-line/resources.ts';
import { type Bench, type Figure, figure, inTurns, p50 } from './figure.ts';

const STARTS = { count: 25, warm: 3 };
const IDLE_MS = 2_000;
const IDLE_MB = 90;
const CALLS = 10_000;
/** As compose.yaml starts it. */
const FLAGS = ['--max-semi-space-size=4', '--heap-growing-percent=100'];
const BUSY_MB = 200;
/** Where no escrow is. */
const ESCROW = 'CADPQRXJIHBXH6OFEHVY3YLZNTNPEWSHVCSLZIX5JPJXQZSWV6VLKEOI';
/** How many times hello world. */
const [INITIALIZE_AIM, CALL_AIM] = [0.75, 1.8];
const HELLO = 'for a bundled hello world';

export const startUpBench: Bench = {
  title: 'MCP server, bundled',
  measure: () =>
    withResources(async (resources) => {
      const folder = await resources.folder();
      await bundleServer(join(folder, 'ours'));
      await bundleHello(join(folder, 'hello.js'));
      // As after the first conversation: compiled code is kept if the data folder exists.
      await mkdir(join(folder, 'data'));
      const env = { COUNTERSIGN_DATA_DIR: join(folder, 'data'), COUNTERSIGN_LOG: 'error' };
      const balances = { name: 'get_balances', arguments: { signer: SIGNER, addresses: [ESCROW] } };
      const ours: Program = { entry: join(folder, 'ours/cli.js'), env, call: balances };
      const hello: Program = { entry: join(folder, 'hello.js'), call: { name: 'hello', arguments: { name: 'x' } } };
      const starts = await startFigures(ours, hello);
      const against = [HELLO, await memoryOf(hello)] as const;
      const idle = figure('memory until the first call', await memoryOf(ours), 'MB', { against, atMost: IDLE_MB });
      const busy = await memoryOf({ ...ours, flags: FLAGS }, CALLS);
      return [...starts, idle, figure(`memory after ${CALLS} balances`, busy, 'MB', { atMost: BUSY_MB })];
    }),
};

type Program = {
  readonly entry: string;
  /** Of Node. */
  readonly flags?: readonly string[];
  readonly env?: Record<string, string>;
  /** Its first call of a tool. */
  readonly call?: { readonly name: string; readonly arguments: Record<string, unknown> };
};

/** Milliseconds from the spawn until the host has its answer. */
type Start = { readonly initialize: number; readonly call: number };

async function startFigures(ours: Program, hello: Program): Promise<Figure[]> {
  const starts: [Start[], Start[]] = [[], []];
  const measure = (program: Program, into: Start[]) => async () => {
    const start = await startOf(program);
    into.push(start);
    return start.initialize;
  };
  await inTurns(measure(ours, starts[0]), measure(hello, starts[1]), STARTS);
  const until = (event: keyof Start, name: string, atMostTimes: number) => {
    const [own, rivals] = starts.map((each) => each.slice(STARTS.warm).map((start) => start[event]));
    return p50([own ?? [], rivals ?? []], `spawn to ${name}`, HELLO, { atMostTimes });
  };
  return [until('initialize', 'initialize', INITIALIZE_AIM), until('call', 'the first balance', CALL_AIM)];
}

async function startOf(program: Program): Promise<Start> {
  const begin = performance.now();
  const client = await connect(program);
  const initialize = performance.now() - begin;
  await listTools(client);
  await client.request({ method: 'tools/call', params: program.call }, CallToolResultSchema);
  const call = performance.now() - begin;
  await client.close();
  return { initialize, call };
}

/** In MB, some time after the handshake, the list and so many calls, with nothing prepared. */
async function memoryOf(program: Program, calls = 0): Promise<number> {
  const client = await connect(program);
  await listTools(client);
  for (let call = 0; call < calls; call++) {
    await client.request({ method: 'tools/call', params: program.call }, CallToolResultSchema);
  }
  await rest(IDLE_MS);
  const { pid } = client.transport as StdioClientTransport;
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  await client.close();
  return Number(stdout) / 1_024;
}

const listTools = (client: Client) => client.request({ method: 'tools/list' }, ListToolsResultSchema);

async function connect({ entry, flags = [], env = {} }: Program): Promise<Client> {
  const client = new Client({ name: 'bench', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [...flags, entry], env, stderr: 'ignore' }),
  );
  return client;
}

async function bundleHello(outfile: string): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(new URL('hello-server.ts', import.meta.url))],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node22.18',
    minifyWhitespace: true,
    banner: { js: REQUIRE },
    logLevel: 'warning',
  });
}
