/** Everything that is packed, as a person gets it: installed in an empty folder, on the oldest Node, and used. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { NETWORKS } from '@countersign/core/network';
import { VARIABLES } from '@countersign/core/settings/variables';
import { EVERY_TOOL } from '@countersign/mcp-server/tools-for';
import { deployAnEscrow } from '@countersign/testkit/mcp/flow';
import { call, callRefused, startHostProcess } from '@countersign/testkit/mcp/host';
import { installedProgram } from '@countersign/testkit/processes/installed-program';
import { BARE_ENV, startProcess } from '@countersign/testkit/processes/start-process';
import { folderOfFile, temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { unzipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import { ARCHIVE, type mcpbManifest, READ_ONLY_BUNDLE, VERSION } from './manifests.ts';
import { packAll } from './pack-all.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
/** Node 22.18, which the packages promise to run on. There is one for Linux on x64. */
const OLDEST =
  process.platform === 'linux' && process.arch === 'x64'
    ? installedProgram('node_modules/oldest-node/bin/node')
    : undefined;

const folder = folderOfFile();
const packed = (path: string) => join(folder, path);

beforeAll(() => packAll(folder));

const onOldest = OLDEST === undefined ? {} : { node: OLDEST };

test.runIf(OLDEST !== undefined)('the oldest supported Node is available', () => {
  expect(execFileSync(OLDEST ?? '', ['--version'], { encoding: 'utf8' })).toBe('v22.18.0\n');
});

test('the npm package installs by itself in an empty folder, and deploys', async () => {
  const project = temporaryFolder();
  writeFileSync(join(project, 'package.json'), '{}');
  const options = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  execFileSync('npm', ['install', ...options, packed(`${ARCHIVE}.tgz`)], {
    cwd: project,
    env: { ...BARE_ENV, HOME: project },
    stdio: 'pipe',
  });
  expect(readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
    'countersign-mcp',
  ]);
  const installed = join(project, 'node_modules/countersign-mcp');
  expect(readdirSync(installed)).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'cli.js', 'parts']));
  const command = join(project, 'node_modules/.bin/countersign-mcp');
  const { ended, stdout } = startProcess(['--version'], { command });
  expect([await ended, stdout()]).toEqual([0, `${VERSION}\n`]);
  const host = await startHostProcess({ ...onOldest, entry: command, cwd: project });
  await deployAnEscrow(host);
  expect(host.noise).toEqual([]);
});

test('the installed command signs in the sandbox, and needs no checkout', async () => {
  const project = temporaryFolder();
  execFileSync('tar', ['-xzf', packed(`${ARCHIVE}.tgz`), '-C', project]);
  const node = OLDEST ?? process.execPath;
  const entry = join(project, 'package/cli.js');
  for (const [args, says] of [
    [['sandbox', 'list'], /^client +G/],
    [['doctor'], /settings/],
    [['--help'], new RegExp(`usage: ${node} ${entry}`)],
  ] as const) {
    const env = { COUNTERSIGN_DATA_DIR: join(project, 'data') };
    const { child, ended, stdout, stderr } = startProcess([entry, ...args], { command: node, env });
    child.stdin.end();
    // Node 22 warns that SQLite is experimental.
    expect([await ended, stderr().replace(/^\(.*\n/gm, '')]).toEqual([0, '']);
    expect(stdout()).toMatch(says);
    expect(stdout()).not.toMatch(/\bpnpm [a-z]/);
  }
});

test('the MCP bundle deploys with an empty form', async () => {
  const { host, env } = await startBundle(`${ARCHIVE}.mcpb`);
  expect(Object.values(env).every((value) => value.startsWith(`\${user_config.`))).toBe(true);
  await deployAnEscrow(host);
  expect(host.stderr()).not.toContain('SETTING_INVALID');
});

/** With it an assistant reads escrows, and can prepare and send nothing, whatever it asks for. */
test('the bundle that only reads lists its tools alone, refuses the others, and needs no key', async () => {
  const { host, tools } = await startBundle(READ_ONLY_BUNDLE);
  const { tools: listed } = await host.client.listTools();
  expect(listed.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
  expect(listed.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
  expect(host.client.getInstructions()).toContain('read-only');
  const others = EVERY_TOOL.filter(({ name }) => !listed.some((tool) => tool.name === name));
  expect(others.map(({ name }) => name)).toEqual(['deploy_escrow', 'update_escrow', 'submit_signed_xdr']);
  for (const { name } of others) expect((await callRefused(host, name, {})).code, name).toBe('READ_ONLY');
  expect(await call(host, 'find_escrows', {})).toMatchObject({ escrows: [] });
  const unknown = await callRefused(host, 'get_escrow', { escrow: NETWORKS.sandbox.tokens[0].address });
  expect(unknown.code).not.toMatch(/READ_ONLY|INTERNAL|SETTING/);
});

/** As a host starts it whose form a person left empty. */
async function startBundle(name: string) {
  const bundle = unpacked(name);
  const { server, tools } = manifestIn(bundle);
  const [entry = ''] = server.mcp_config.args.map((arg) => arg.replace(`\${__dirname}`, bundle));
  const { COUNTERSIGN_DATA_DIR: _, ...env } = server.mcp_config.env;
  return { host: await startHostProcess({ ...onOldest, entry, env, cwd: tmpdir() }), env, tools };
}

type BundleManifest = ReturnType<typeof mcpbManifest> & {
  readonly user_config: Record<string, { sensitive?: boolean }>;
};

const manifestIn = (bundle: string): BundleManifest => JSON.parse(readFileSync(join(bundle, 'manifest.json'), 'utf8'));

function unpacked(name: string): string {
  const target = temporaryFolder();
  for (const [path, content] of Object.entries(unzipSync(readFileSync(packed(name))))) {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    writeFileSync(join(target, path), content);
  }
  return target;
}

test('the bundle’s form has a field for each setting that it passes on, and hides credentials', () => {
  const { server, user_config: form } = manifestIn(unpacked(`${ARCHIVE}.mcpb`));
  const names = Object.values(server.mcp_config.env).map((value) => value.slice(`\${user_config.`.length, -1));
  expect(names).toEqual(Object.keys(form));
  const secret = VARIABLES.filter(({ isSecret, isOffered }) => isSecret && isOffered);
  const hidden = names.filter((name) => form[name]?.sensitive === true);
  expect(hidden.sort()).toEqual(secret.map(({ name }) => name.toLowerCase()).sort());
});

test('bundles have the icons that their manifests name, and directories find them next to the bundles', () => {
  for (const name of [`${ARCHIVE}.mcpb`, READ_ONLY_BUNDLE]) {
    const bundle = unpacked(name);
    const { icon, icons } = manifestIn(bundle);
    expect(icon).toBe('icons/512.png');
    for (const path of [icon, ...icons.map(({ src }) => src)])
      expect(readFileSync(join(bundle, path)).equals(readFileSync(packed(path))), path).toBe(true);
  }
});

test('equal sources give equal archives', async () => {
  const again = temporaryFolder();
  await packAll(again);
  for (const name of [`${ARCHIVE}.tgz`, `${ARCHIVE}.mcpb`, READ_ONLY_BUNDLE])
    expect(readFileSync(join(again, name)).equals(readFileSync(packed(name)))).toBe(true);
});

test.each(['claude-code', 'cursor'])('the plugin for %s names a server and has the skill', (host) => {
  const plugin = packed(`plugins/${host}`);
  const { name, version } = JSON.parse(readFileSync(join(plugin, `.${host.split('-')[0]}-plugin/plugin.json`), 'utf8'));
  expect([name, version]).toEqual(['countersign', VERSION]);
  const skill = readFileSync(join(plugin, 'skills/countersign/SKILL.md'), 'utf8');
  expect(skill).toMatch(/^---\nname: countersign\ndescription: .+\n---\n/);
  const tools = JSON.parse(readFileSync(join(ROOT, 'packages/mcp-server/tools.json'), 'utf8')) as { name: string }[];
  const named = [...skill.matchAll(/`([a-z]+_[a-z_]+)`/g)].map(([, tool]) => tool);
  expect(tools.map((tool) => tool.name)).toEqual(expect.arrayContaining(named));
});

test('the plugin for Claude Code carries its server, and the folder lists it', async () => {
  const listed = JSON.parse(readFileSync(packed('plugins/.claude-plugin/marketplace.json'), 'utf8')).plugins[0];
  expect(existsSync(join(packed('plugins'), listed.source, '.claude-plugin/plugin.json'))).toBe(true);
  const plugin = packed('plugins/claude-code');
  const { countersign } = JSON.parse(readFileSync(join(plugin, '.mcp.json'), 'utf8')).mcpServers;
  const entry = countersign.args[0].replace(`\${CLAUDE_PLUGIN_ROOT}`, plugin);
  const host = await startHostProcess({ ...onOldest, entry, cwd: tmpdir() });
  expect((await host.client.listTools()).tools.length).toBeGreaterThan(0);
});

test('the plugin for Cursor names what was built here, which npx starts', async () => {
  const { countersign } = JSON.parse(readFileSync(packed('plugins/cursor/mcp.json'), 'utf8')).mcpServers;
  expect(countersign).toEqual({ command: 'npx', args: ['-y', `file:${packed(`${ARCHIVE}.tgz`)}`] });
  const { ended, stdout } = startProcess([...countersign.args, '--print-config', 'cursor'], {
    command: 'npx',
    env: { HOME: temporaryFolder(), npm_config_offline: 'true' },
    cwd: tmpdir(),
  });
  expect(await ended).toBe(0);
  expect(JSON.parse(stdout()).mcpServers).toEqual({ countersign: { ...countersign, env: {} } });
});
