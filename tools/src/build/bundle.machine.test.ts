/** The bundle as a host uses it: copied out of the repository, started from anywhere. */

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { deployAnEscrow } from '@countersign/testkit/mcp/flow';
import { startHostProcess } from '@countersign/testkit/mcp/host';
import { connectHost, startHttp } from '@countersign/testkit/mcp/http-host';
import { BARE_ENV, startProcess } from '@countersign/testkit/processes/start-process';
import { folderOfFile, temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, test } from 'vitest';
import { bundleServer, PROGRAMS } from './bundle.ts';
import { LICENSES } from './licenses.ts';

const folder = folderOfFile();
const outputs = await bundleServer(join(folder, 'dist'));
const entry = join(folder, 'dist/cli.js');

test('it needs nothing but Node: the whole flow, from another folder', async () => {
  const host = await startHostProcess({ entry, cwd: tmpdir() });
  const committed = new URL('../../../packages/mcp-server/tools.json', import.meta.url);
  expect((await host.client.listTools()).tools).toEqual(JSON.parse(await readFile(committed, 'utf8')));
  const { prepared } = await deployAnEscrow(host);
  expect(host.noise).toEqual([]);
  // The signing page is included: nothing is built where the bundle runs.
  const page = String(prepared['signUrl']);
  const html = await (await fetch(page)).text();
  const scripts = [...html.matchAll(/"(assets\/[^"]+\.js)"/g)].map(([, address]) => new URL(String(address), page));
  const texts = await Promise.all(scripts.map(async (address) => await (await fetch(address)).text()));
  expect(html).toContain('src="assets/start.js"');
  expect(texts.join('').length).toBeGreaterThan(100_000);
});

test('it serves MCP over HTTP as well', async () => {
  const token = '0123456789abcdef'.repeat(4);
  const { url } = await startHttp({ COUNTERSIGN_HTTP_TOKEN: token }, { entry });
  await deployAnEscrow(await connectHost(url, token));
});

test('it recognises recovery phrases in languages other than English', async () => {
  const host = await startHostProcess({ entry, cwd: tmpdir() });
  // Without a valid checksum, and of words that only the Portuguese list has.
  const title = 'abacate abaixo abalar abater abduzir abelha aberto abismo abotoar abranger abreviar';
  const reply = await host.client.callTool({ name: 'deploy_escrow', arguments: { title } });
  expect(JSON.stringify(reply)).toContain('SECRET_REFUSED');
});

test('it imports no package, only its own parts and Node’s modules', () => {
  const outside = Object.values(outputs).flatMap(({ imports }) => imports.filter(({ external }) => external === true));
  expect(outside.map(({ path }) => path)).toContain('node:sqlite');
  expect(outside.filter(({ path }) => !isBuiltin(path))).toEqual([]);
});

test('it has the licences of all packages, also of those in the page and the card', async () => {
  const text = await readFile(join(folder, 'dist', LICENSES), 'utf8');
  for (const name of ['hono', 'zod', 'pg', 'preact', '@ledgerhq/hw-app-str', '@stellar/stellar-sdk'])
    expect(text).toMatch(new RegExp(`^=+\n${name} \\d[^\n]*\n\n\\S`, 'm'));
  expect(text).not.toContain('undefined');
});

test('all programs of an installation run from one bundle in a folder without packages', async () => {
  const cwd = temporaryFolder();
  const all = await bundleServer(join(cwd, 'dist'), PROGRAMS);
  const outside = Object.values(all).flatMap(({ imports }) => imports.filter(({ external }) => external === true));
  expect(outside.filter(({ path }) => !isBuiltin(path))).toEqual([]);
  for (const name of Object.keys(PROGRAMS)) {
    const { ended, stdout, stderr } = startProcess([join(cwd, 'dist', `${name}.js`), '--help'], { cwd, env: BARE_ENV });
    expect([name, await ended, stderr(), stdout()]).toEqual([name, 0, '', expect.stringMatching(/^usage: /im)]);
  }
});

test('whether anything was prepared is found without the Stellar SDK', () => {
  const filesOf = (output: string): string[] => {
    const { inputs = {}, imports = [] } = outputs[output] ?? {};
    return [...Object.keys(inputs), ...imports.flatMap(({ path, external }) => (external ? [] : filesOf(path)))];
  };
  const [looks = ''] = Object.keys(outputs).filter((output) => output.includes('/has-requests-'));
  expect(filesOf(looks)).toContain('packages/core/src/platform/sqlite.ts');
  expect(filesOf(looks).filter((file) => file.includes('stellar'))).toEqual([]);
});

test('it leaves out what the server never uses: a validator for elicitation, zod’s other languages', () => {
  const inside = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs));
  expect(inside.some((file) => file.includes('/zod/v4/classic/'))).toBe(true);
  expect(inside.filter((file) => /\/ajv\/|\/zod\/v4\/locales\/(?!en\.)/.test(file))).toEqual([]);
});

test('the first file is tiny and imports nothing that an older Node lacks', async () => {
  expect((await stat(entry)).size).toBeLessThan(1_000);
  const code = await readFile(entry, 'utf8');
  expect([...code.matchAll(/import [^(][^'"]*['"]([^'"]+)['"]/g)].map(([, specifier]) => specifier)).toEqual([
    'node:module',
  ]);
});

test('neither the Stellar SDK, the sandbox nor what HTTP needs is loaded before the first answer', async () => {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } };
  const { stdout, loaded } = await answerTo({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
  expect(stdout).toContain('"serverInfo"');
  const marks = [/TransactionBuilder\b/, /node:sqlite/, /createRemoteJWKSet/, /Context is not finalized/];
  const code = Object.entries(await parts());
  const withMark = (mark: RegExp) => code.filter(([, text]) => mark.test(text)).map(([name]) => name);
  for (const mark of marks) expect(withMark(mark), String(mark)).not.toEqual([]);
  expect(loaded.size).toBeGreaterThan(1);
  expect(marks.flatMap(withMark).filter((name) => loaded.has(name))).toEqual([]);
});

const REVISION = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
/** Text that only one of the two libraries contains. */
const LIBRARIES = {
  2025: 'use a separate Protocol instance per connection',
  2026: 'Missing required client capabilities',
};

test.each([
  ['2025', { jsonrpc: '2.0', id: 1, method: 'ping' }],
  ['2026', { jsonrpc: '2.0', id: 1, method: 'server/discover', params: { _meta: REVISION } }],
] as const)('a host of %s makes it load the library of its era and not the other', async (era, message) => {
  const { stdout, loaded } = await answerTo(message);
  expect(stdout).toContain('"result"');
  const codes = Object.entries(await parts()).filter(([name]) => loaded.has(name));
  const found = Object.entries(LIBRARIES).filter(([, words]) => codes.some(([, code]) => code.includes(words)));
  expect(found.map(([name]) => name)).toEqual([era]);
});

/** Many machines have Node 20. If this path holds it, it must at least print the sentence. */
const OLD_NODE = '/usr/bin/node';
test.runIf(existsSync(OLD_NODE))('the machine’s own Node starts it, or prints in one line why not', async () => {
  const child = spawn(OLD_NODE, [entry], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^(Countersign needs Node 22\.18 or newer, and this is Node \d[^\n]*\n)?$/);
});

/** The bundle's code by file name. */
async function parts(): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(join(folder, 'dist'), { recursive: true })).filter((name) => name.endsWith('.js'));
  const codes = names.map(
    async (name) => [basename(name), await readFile(join(folder, 'dist', name), 'utf8')] as const,
  );
  return Object.fromEntries(await Promise.all(codes));
}

/** What a new server answers, and which parts it loads for that. */
async function answerTo(message: object) {
  const child = spawn(process.execPath, ['--import', tracer(), entry], { stdio: 'pipe' });
  child.stdin.end(`${JSON.stringify(message)}\n`);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { stdout, loaded: new Set(stderr.match(/(?<=^loaded ).+$/gm)) };
}

/** Prints to stderr which parts are loaded. */
function tracer(): string {
  const code = `import { registerHooks } from 'node:module';
    registerHooks({ load: (url, context, next) => {
      process.stderr.write('loaded ' + url.split('/').at(-1) + '\\n');
      return next(url, context);
    } });`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}
