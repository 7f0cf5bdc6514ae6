/** From spawn to the first answers, beside a server that does nothing, bundled alike on the same SDK. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ListToolsResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { build } from 'esbuild';
import { bundleServer } from '../build/bundle.ts';
import { atMost, type Bench, type Figure } from './figure.ts';
import { inTurns, median, percentile, sample } from './sample.ts';

const STARTS = 25;
const LISTS = 200;
/** A tool's tokens are taken as a quarter of its characters. */
const TOKENS_PER_TOOL = 450;

export const startUpBench: Bench = {
  title: 'MCP server, bundled',
  run: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-'));
    try {
      await bundleServer(join(folder, 'ours'));
      await bundleHello(join(folder, 'hello.js'));
      // As after the first conversation: compiled code is kept where the data folder stands.
      await mkdir(join(folder, 'data'));
      const data = { COUNTERSIGN_DATA_DIR: join(folder, 'data'), COUNTERSIGN_LOG: 'error' };
      const [ours, hello] = await inTurns(
        () => startTime(join(folder, 'ours/cli.js'), data),
        () => startTime(join(folder, 'hello.js'), {}),
        STARTS,
        3,
      );
      return [
        {
          name: 'spawn to initialize, p50',
          value: median(ours),
          unit: 'ms',
          against: { name: 'for a bundled hello world', value: median(hello) },
          aim: { text: 'at most 1.25 x, better 0.8 x', met: median(ours) <= 1.25 * median(hello) },
        },
        ...(await listFigures(join(folder, 'ours/cli.js'), data)),
      ];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function listFigures(entry: string, environment: Record<string, string>): Promise<Figure[]> {
  const client = await connect(entry, environment);
  const lists = await sample(() => client.request({ method: 'tools/list' }, ListToolsResultSchema), LISTS, 20);
  const pings = await sample(() => client.ping(), LISTS, 20);
  const { tools } = await client.listTools();
  await client.close();
  const tokens = tools.map(({ name, description, inputSchema }) => {
    return Math.ceil(JSON.stringify({ name, description, inputSchema }).length / 4);
  });
  const largest = Math.max(...tokens);
  return [
    {
      name: 'tools/list, p50',
      value: median(lists),
      unit: 'ms',
      against: { name: 'for a ping', value: median(pings) },
    },
    { name: 'tools/list, p99', value: percentile(lists, 0.99), unit: 'ms' },
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

/** Milliseconds from the spawn until the host has its answer to `initialize`. */
async function startTime(entry: string, environment: Record<string, string>): Promise<number> {
  const begin = performance.now();
  const client = await connect(entry, environment);
  const time = performance.now() - begin;
  await client.close();
  return time;
}

async function connect(entry: string, env: Record<string, string>): Promise<Client> {
  const client = new Client({ name: 'bench', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [entry], env, stderr: 'ignore' }));
  return client;
}

/** The SDK's own high-level server with one tool: what a guide tells everybody to write. */
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
    // Found as the MCP server's own code finds them.
    nodePaths: [fileURLToPath(new URL('../../../packages/mcp-server/node_modules', import.meta.url))],
    banner: {
      js: "import { createRequire as createRequireHere } from 'node:module'; const require = createRequireHere(import.meta.url);",
    },
    logLevel: 'warning',
  });
}
