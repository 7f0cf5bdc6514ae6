/** The commands of the compose file and its image, without Docker: run as processes, with the environment and the secrets that it gives them. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { COMMANDS } from '@countersign/mcp-server/command-line/main';
import { startWorld } from '@countersign/testkit/discord/bot';
import { answered, startDiscord, textOf, until } from '@countersign/testkit/discord/discord';
import { requestFile } from '@countersign/testkit/discord/request';
import { hasPostgres, newDatabase } from '@countersign/testkit/postgres/databases';
import { freePort } from '@countersign/testkit/processes/ports';
import { startProcess } from '@countersign/testkit/processes/start-process';
import { folderOfFile, temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, test } from 'vitest';
import { bundleServer, PROGRAMS } from '../tools/src/build/bundle.ts';
import { environmentOf, ROOT, type Service, services } from './compose-file.ts';

/** The folder in which the image starts its commands. */
const bundle = path.join(folderOfFile(), 'countersign');
await bundleServer(bundle, PROGRAMS);
copyFileSync(path.join(ROOT, 'distribution/docker/ready.js'), path.join(bundle, 'ready.js'));

test('starts each program of an installation without Docker', async () => {
  const folder = temporaryFolder();
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' });
  execFileSync('tar', ['-xf', '-', '-C', folder], {
    input: execFileSync('tar', ['-cf', '-', '-T', '-'], { cwd: ROOT, input: files, maxBuffer: 200 * 1_024 * 1_024 }),
  });
  const install = ['-y', 'pnpm@12.21.0', 'install', '--frozen-lockfile', '--prod'];
  execFileSync('npx', install, { cwd: folder, stdio: 'pipe' });
  expect(existsSync(path.join(folder, 'node_modules/vitest'))).toBe(false);
  const readText = async (...args: string[]) => {
    const { ended, output } = startProcess(args, { cwd: folder, env: { HOME: folder } });
    await ended;
    return output();
  };
  expect(await readText('packages/discord-bot/src/cli.ts')).toContain('DISCORD_TOKEN is missing');
  expect(await readText('packages/mcp-server/src/cli.ts', '--help')).toContain('usage: ');
  expect(await readText('tools/src/restore/main.ts', '--help')).toContain('usage: pnpm restore');

  // The start command of docs/operations.md: it installs nothing, and signals reach the program.
  const started = (...args: string[]) =>
    startProcess(args, {
      command: path.join(folder, 'countersign'),
      env: { HOME: folder, COUNTERSIGN_DATA_DIR: temporaryFolder(), COUNTERSIGN_HTTP_TOKEN: '01234567'.repeat(8) },
    });
  const backup = started('backup', '--help');
  expect([await backup.ended, backup.output()]).toEqual([0, expect.stringContaining('usage: pnpm backup')]);
  const other = started('check');
  expect([await other.ended, other.output()]).toEqual([2, expect.stringContaining('usage: ./countersign')]);
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
  const port = service.healthcheck?.test?.at(-1);
  const figures = await freePort();
  const figuresPort = args.includes('--metrics-port') ? args[args.indexOf('--metrics-port') + 1] : undefined;
  const portHere = (arg: string) => (arg === port ? String(health) : arg === figuresPort ? String(figures) : arg);
  const run = (...further: string[]) =>
    startProcess([...args.map(portHere), ...further], {
      cwd: bundle,
      env: { ...env, ...more },
    });
  const isReady = async () => {
    const [, program, script = ''] = service.healthcheck?.test ?? [];
    expect(program).toBe('node');
    return (await startProcess([script, String(health)], { cwd: bundle }).ended) === 0;
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
  'two bots run on one database; one of them answers; when one ends the other one does; a backup is made',
  async () => {
    const discord = await startDiscord();
    const { DISCORD_TOKEN = '', ...addresses } = discord.env;
    const { more, inFiles } = await world();
    const secretsOf = { ...inFiles, discord_token: DISCORD_TOKEN };
    const bots = await Promise.all(['bot-1', 'bot-2'].map((name) => start(name, secretsOf, { ...more, ...addresses })));
    const running = bots.map(({ run }) => run());
    for (const { stderr } of running) await until(() => stderr().includes('"ready"'));
    for (const { isReady } of bots) expect(await isReady()).toBe(true);
    const ask = async () =>
      textOf(await answered(discord.command(discord.person(), 'deploy', { file: requestFile() })));
    expect(await ask()).toContain('Ready to sign');

    const [first, second] = running;
    first?.child.kill('SIGTERM');
    expect(await first?.ended).toBe(0);
    expect(await bots[0]?.isReady()).toBe(false);
    expect(await ask()).toContain('Ready to sign');

    const backup = await start('backup', secretsOf, more);
    const folder = path.join(temporaryFolder(), 'backup');
    const { ended, output } = backup.run(folder);
    expect([await ended, output()]).toEqual([0, expect.stringContaining('postgres.dump')]);
    expect(existsSync(path.join(folder, 'postgres.dump'))).toBe(true);
    second?.child.kill('SIGTERM');
    expect(await second?.ended).toBe(0);
    for (const { output: readText } of running) expect(readText()).not.toContain(DISCORD_TOKEN);
  },
);

test.runIf(hasPostgres && Object.hasOwn(COMMANDS, 'http'))('one of its MCP servers becomes ready', async () => {
  const { more, inFiles } = await world();
  const { COUNTERSIGN_DATA_DIR: _, ...rest } = more;
  const server = await start('mcp-1', inFiles, { ...rest, COUNTERSIGN_DATA_DIR: temporaryFolder() });
  const { child, ended } = server.run();
  await expect.poll(server.isReady, { interval: 500 }).toBe(true);
  expect(await (await fetch(server.metrics)).text()).toContain('countersign_store_up 1');
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});
