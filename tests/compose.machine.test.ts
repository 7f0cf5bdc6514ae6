/** The commands of the compose file and its image, without Docker: run as processes, with the environment and the secrets that it gives them. */
import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startWorld } from '@countersign/testkit/discord/bot';
import { answered, startDiscord, textOf } from '@countersign/testkit/discord/discord';
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
  'a bot and an MCP server become ready on one database and end well, and a backup is made',
  async () => {
    const discord = await startDiscord();
    const { DISCORD_TOKEN = '', ...addresses } = discord.env;
    const { more, inFiles } = await world();
    const secretsOf = { ...inFiles, discord_token: DISCORD_TOKEN };
    const bot = await start('bot-1', secretsOf, { ...more, ...addresses });
    const ofServer = { COUNTERSIGN_DATA_DIR: temporaryFolder(), COUNTERSIGN_PAGE_PORT: String(await freePort()) };
    const server = await start('mcp-1', inFiles, { ...more, ...ofServer });
    const running = [bot.run(), server.run()];
    for (const { isReady } of [bot, server]) await expect.poll(isReady, { interval: 500 }).toBe(true);
    expect(await (await fetch(server.metrics)).text()).toContain('countersign_store_up 1');
    const card = await answered(discord.command(discord.person(), 'deploy', { file: requestFile() }));
    expect(textOf(card)).toContain('Ready to sign');

    const backup = await start('backup', secretsOf, more);
    const folder = path.join(temporaryFolder(), 'backup');
    const { ended, output } = backup.run(folder);
    expect([await ended, output()]).toEqual([0, expect.stringContaining('postgres.dump')]);
    expect(existsSync(path.join(folder, 'postgres.dump'))).toBe(true);
    for (const { child, ended, output } of running) {
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
      expect(output()).not.toContain(DISCORD_TOKEN);
    }
    expect(await bot.isReady()).toBe(false);
  },
);
