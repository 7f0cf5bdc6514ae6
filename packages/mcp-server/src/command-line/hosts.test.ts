import { execFileSync } from 'node:child_process';
import type { Launch } from '@countersign/core/platform/launch';
import { parse as parseToml } from 'smol-toml';
import { expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { HOSTS, SERVER_NAME } from './hosts.ts';

/** With characters that could end a string, a query or a table early. */
const LAUNCH: Launch = {
  command: 'C:\\Program Files\\node "26"\\node.exe',
  args: ['-y', '/home/ä b/+&=#?%20/countersign-mcp-0.1.0.tgz'],
  env: { STELLAR_NETWORK: 'testnet', COUNTERSIGN_TOKENS: 'A, "B"' },
};

const KEYS: Readonly<Record<string, string>> = { vscode: 'servers', zed: 'context_servers' };
const IN_JSON = Object.keys(HOSTS).filter((name) => !['codex', 'goose', 'opencode'].includes(name));
const configuration = (name: string, launch = LAUNCH) => HOSTS[name]?.configuration(launch) ?? '';

test.each(IN_JSON)('%s reads the server under its own key', (name) => {
  const { [KEYS[name] ?? 'mcpServers']: servers, ...rest } = JSON.parse(configuration(name));
  expect(rest).toEqual({});
  expect(servers).toEqual({ [SERVER_NAME]: name === 'vscode' ? { type: 'stdio', ...LAUNCH } : LAUNCH });
});

test('Codex reads TOML, with settings and without', () => {
  expect(parseToml(configuration('codex'))).toEqual({ mcp_servers: { [SERVER_NAME]: LAUNCH } });
  const { env, ...start } = LAUNCH;
  expect(parseToml(configuration('codex', { ...start, env: {} }))).toEqual({ mcp_servers: { [SERVER_NAME]: start } });
});

test('OpenCode reads the command and its arguments as one list', () => {
  const { command, args, env } = LAUNCH;
  expect(JSON.parse(configuration('opencode'))).toEqual({
    mcp: { [SERVER_NAME]: { type: 'local', command: [command, ...args], environment: env } },
  });
});

test('Goose reads YAML', () => {
  const { command: cmd, args, env: envs } = LAUNCH;
  expect(parseYaml(configuration('goose')).extensions[SERVER_NAME]).toMatchObject({
    type: 'stdio',
    enabled: true,
    cmd,
    args,
    envs,
  });
});

const READERS: Readonly<Record<string, (link: URL) => unknown>> = {
  cursor: decoded,
  'lm-studio': decoded,
  vscode: ({ search }) => {
    const { name, ...launch } = JSON.parse(decodeURIComponent(search.slice(1)));
    return [name, launch];
  },
};

function decoded({ searchParams }: URL): unknown {
  const launch = Buffer.from(searchParams.get('config') ?? '', 'base64').toString();
  return [searchParams.get('name'), JSON.parse(launch)];
}

test.each(Object.keys(READERS))('the link for %s decodes to the same server', (name) => {
  const link = new URL(HOSTS[name]?.link?.(LAUNCH) ?? '');
  expect(READERS[name]?.(link)).toEqual([SERVER_NAME, LAUNCH]);
});

test('the link for Goose holds the command and the names of settings, but not their values', () => {
  const link = HOSTS['goose']?.link?.(LAUNCH) ?? '';
  expect(link).not.toContain('+');
  const { searchParams } = new URL(link);
  expect([searchParams.get('cmd'), searchParams.getAll('arg')]).toEqual([LAUNCH.command, LAUNCH.args]);
  expect(searchParams.getAll('env').map((pair) => pair.split('=')[0])).toEqual(Object.keys(LAUNCH.env));
  expect(link).not.toContain('testnet');
});

const ADDING = Object.keys(HOSTS).filter((name) => HOSTS[name]?.add !== undefined);

test.skipIf(process.platform === 'win32').each(ADDING)('the line that adds it to %s has the same server', (name) => {
  const launch = { ...LAUNCH, env: { ...LAUNCH.env, COUNTERSIGN_DATA_DIR: "/home/o'neil/$HOME" } };
  const line = HOSTS[name]?.add?.(launch) ?? '';
  const words = execFileSync('sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);
  if (name === 'vscode') {
    expect(JSON.parse(words.at(-1) ?? '')).toEqual({ name: SERVER_NAME, ...launch });
    return;
  }
  const start = words.filter((word) => word !== '--').slice(-1 - launch.args.length);
  expect(start).toEqual([launch.command, ...launch.args]);
  expect(words).toContain(SERVER_NAME);
  const given = words.flatMap((word, index) => (words[index - 1] === '--env' ? [word.split('=')] : []));
  expect(Object.fromEntries(given)).toEqual(launch.env);
});

test('every host with a link is read here', () => {
  const withLinks = Object.keys(HOSTS).filter((name) => HOSTS[name]?.link !== undefined);
  expect(withLinks.sort()).toEqual([...Object.keys(READERS), 'goose'].sort());
});
