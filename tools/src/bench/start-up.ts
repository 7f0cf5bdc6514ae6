/** From spawn to the first answers, compared with a server that does nothing, bundled alike on the same SDK. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SIGNER } from '@countersign/testkit/fixtures/sandbox-request';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { CallToolResultSchema, ListToolsResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { build } from 'esbuild';
import { bundleServer } from '../build/bundle.ts';
import { writeBareServer } from './bare-server.ts';
import { atMost, type Bench, type Figure, inTurns, median, percentile, samplePair } from './figure.ts';

const STARTS = 25;
/** Warm-up starts, not counted. */
const WARM = 3;
const LISTS = 200;
/** A token is estimated as four characters. */
const TOKENS_PER_TOOL = 450;
const IDLE_MS = 2_000;
const IDLE_MB = 90;
/** Where no escrow is. */
const ESCROW = 'CADPQRXJIHBXH6OFEHVY3YLZNTNPEWSHVCSLZIX5JPJXQZSWV6VLKEOI';

export const startUpBench: Bench = {
  title: 'MCP server, bundled',
  run: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-'));
    try {
      const entry = join(folder, 'ours/cli.js');
      await bundleServer(join(folder, 'ours'));
      await bundleHello(join(folder, 'hello.js'));
      // As after the first conversation: compiled code is kept if the data folder exists.
      await mkdir(join(folder, 'data'));
      const data = { COUNTERSIGN_DATA_DIR: join(folder, 'data'), COUNTERSIGN_LOG: 'error' };
      const ours: Program = { entry, env: data, tool: 'get_balances', input: { signer: SIGNER, addresses: [ESCROW] } };
      const hello: Program = { entry: join(folder, 'hello.js'), env: {}, tool: 'hello', input: { name: 'x' } };
      return [
        ...(await startFigures(ours, hello)),
        ...(await listFigures(ours, folder)),
        await idleFigure(ours, hello),
        ...(await tokenFigures(ours)),
      ];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

type Program = {
  readonly entry: string;
  readonly env: Record<string, string>;
  readonly tool: string;
  readonly input: Record<string, unknown>;
};

/** Milliseconds from the spawn until the host has its answer. */
type Start = { readonly initialize: number; readonly list: number; readonly call: number };

async function startFigures(ours: Program, hello: Program): Promise<Figure[]> {
  const starts: Record<'ours' | 'hello', Start[]> = { ours: [], hello: [] };
  const measured = (program: Program, into: Start[]) => async () => {
    const start = await startOf(program);
    into.push(start);
    return start.initialize;
  };
  await inTurns(measured(ours, starts.ours), measured(hello, starts.hello), STARTS, WARM);
  const figure = (name: string, until: keyof Start) => ({
    name: `spawn to ${name}, p50`,
    value: median(starts.ours.slice(WARM).map((start) => start[until])),
    unit: 'ms' as const,
    against: {
      name: 'for a bundled hello world',
      value: median(starts.hello.slice(WARM).map((start) => start[until])),
    },
  });
  const initialize = figure('initialize', 'initialize');
  return [
    {
      ...initialize,
      aim: {
        text: 'at most 0.75 x, better 0.6 x',
        met: initialize.value <= 0.75 * initialize.against.value,
      },
    },
    figure('tools/list', 'list'),
    figure('the first balance, of an escrow that is not there', 'call'),
  ];
}

async function startOf({ entry, env, tool, input }: Program): Promise<Start> {
  const begin = performance.now();
  const since = () => performance.now() - begin;
  const client = await connect(entry, env);
  const initialize = since();
  await client.request({ method: 'tools/list' }, ListToolsResultSchema);
  const list = since();
  await client.request({ method: 'tools/call', params: { name: tool, arguments: input } }, CallToolResultSchema);
  const call = since();
  await client.close();
  return { initialize, list, call };
}

async function listFigures({ entry, env }: Program, folder: string): Promise<Figure[]> {
  const ours = await connect(entry, env);
  const tools = await ours.request({ method: 'tools/list' }, ListToolsResultSchema);
  const rival = await connect(await writeBareServer(folder, tools), {});
  const list = (client: Client) => () => client.request({ method: 'tools/list' }, ListToolsResultSchema);
  const [times, least] = await samplePair(list(ours), list(rival), LISTS, 20);
  await Promise.all([ours.close(), rival.close()]);
  return [
    {
      name: 'tools/list, p50',
      value: median(times),
      unit: 'ms',
      against: { name: 'for a server that writes the same bytes', value: median(least) },
      aim: { text: 'at most 1.2 x', met: median(times) <= 1.2 * median(least) },
    },
    {
      name: 'tools/list, p99',
      value: percentile(times, 0.99),
      unit: 'ms',
      against: { name: 'for a server that writes the same bytes', value: percentile(least, 0.99) },
    },
  ];
}

/** Memory some time after the handshake and the list, with nothing prepared. */
async function idleFigure(ours: Program, hello: Program): Promise<Figure> {
  const idle = async ({ entry, env }: Program) => {
    const client = await connect(entry, env);
    await client.listTools();
    await rest(IDLE_MS);
    const { pid } = client.transport as StdioClientTransport;
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
    await client.close();
    return Number(stdout) / 1_024;
  };
  const value = await idle(ours);
  return {
    name: 'memory until the first call',
    value,
    unit: 'MB',
    against: { name: 'for a bundled hello world', value: await idle(hello) },
    aim: atMost(value, IDLE_MB, 'MB'),
  };
}

async function tokenFigures({ entry, env }: Program): Promise<Figure[]> {
  const client = await connect(entry, env);
  const { tools } = await client.listTools();
  await client.close();
  const tokens = tools.map(({ name, description, inputSchema }) => {
    return Math.ceil(JSON.stringify({ name, description, inputSchema }).length / 4);
  });
  const largest = Math.max(...tokens);
  return [
    {
      name: 'largest tool (name, description, input)',
      value: largest,
      unit: 'tokens',
      aim: atMost(largest, TOKENS_PER_TOOL, 'tokens'),
    },
    { name: `all ${tools.length} tools`, value: tokens.reduce((sum, count) => sum + count, 0), unit: 'tokens' },
    { name: 'all, with output schemas', value: Math.ceil(JSON.stringify(tools).length / 4), unit: 'tokens' },
  ];
}

async function connect(entry: string, env: Record<string, string>): Promise<Client> {
  const client = new Client({ name: 'bench', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [entry], env, stderr: 'ignore' }));
  return client;
}

/** The SDK's own high-level server with one tool, as guides recommend. */
async function bundleHello(outfile: string): Promise<void> {
  const source = join(outfile, '../hello.ts');
  await writeFile(
    source,
    `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
     import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
     import { z } from 'zod';
     const server = new McpServer({ name: 'hello', version: '1.0.0' });
     server.registerTool('hello', { inputSchema: { name: z.string() } }, ({ name }) => ({
       content: [{ type: 'text', text: 'Hello ' + name }],
     }));
     await server.connect(new StdioServerTransport());`,
  );
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node22.18',
    minifyWhitespace: true,
    // Resolved as from the MCP server's own code.
    nodePaths: [fileURLToPath(new URL('../../../packages/mcp-server/node_modules', import.meta.url))],
    banner: {
      js: "import { createRequire as createRequireHere } from 'node:module'; const require = createRequireHere(import.meta.url);",
    },
    logLevel: 'warning',
  });
}
