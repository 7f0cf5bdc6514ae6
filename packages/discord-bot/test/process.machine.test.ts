/** `pnpm bot` as a process: its settings, its health, its end. */
import { fileURLToPath } from 'node:url';
import { startWorld } from '@countersign/testkit/discord/bot';
import { answered, type Discord, startDiscord, textOf, until } from '@countersign/testkit/discord/discord';
import { requestFile } from '@countersign/testkit/discord/request';
import { freePort } from '@countersign/testkit/processes/ports';
import { startProcess } from '@countersign/testkit/processes/start-process';
import { expect, test } from 'vitest';

const CLI = fileURLToPath(new URL('../src/cli.ts', import.meta.url));

const run = (env: Record<string, string>, args: readonly string[] = []) => startProcess([CLI, ...args], { env });

async function startBot(discord: Discord, env: Record<string, string> = {}) {
  const bot = run({ ...discord.env, ...(await startWorld()), ...env });
  const ready = await until(() =>
    bot
      .stderr()
      .split('\n')
      .find((line) => line.includes('"ready"')),
  );
  return { ...bot, ready: JSON.parse(ready) as { health: string } };
}

test.each([
  [{}, ['DISCORD_TOKEN is missing', 'DISCORD_APPLICATION_ID is missing']],
  [{ DISCORD_TOKEN: 'hello', DISCORD_APPLICATION_ID: '12' }, ['DISCORD_TOKEN is not', 'DISCORD_APPLICATION_ID is not']],
])('%j: one line for each setting, and exit code 1', async (env, lines) => {
  const { ended, stderr } = run(env);
  expect(await ended).toBe(1);
  expect(stderr().trimEnd().split('\n')).toEqual(lines.map((line) => expect.stringContaining(line)));
  expect(stderr()).not.toContain('hello');
});

test('healthz tells whether Discord is heard; another site’s page does not learn it; SIGTERM ends what runs, then the process', async () => {
  const discord = await startDiscord();
  const bot = await startBot(discord);
  const { status } = await fetch(bot.ready.health);
  expect(status).toBe(200);
  expect((await fetch(bot.ready.health.replace('healthz', 'other'))).status).toBe(404);
  const command = discord.command(discord.person(), 'deploy', { file: requestFile() });
  await until(() => command.acknowledgedAt);
  bot.child.kill('SIGTERM');
  expect(textOf(await answered(command))).toContain('Ready to sign');
  expect(await bot.ended).toBe(0);
  expect(bot.stderr()).not.toContain(discord.token);
  for (const line of bot.stderr().trimEnd().split('\n')) {
    expect(JSON.parse(line)).toMatchObject({ time: expect.any(String), level: expect.any(String) });
  }
});

test('when Discord closes for good, the process ends with 1', async () => {
  const discord = await startDiscord();
  const bot = await startBot(discord);
  discord.gateway.closeForGood(4_004);
  expect(await bot.ended).toBe(1);
});

/** Says when a program loads the library of PostgreSQL. */
const TELL_OF_PG = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  const resolve = (name, context, next) => {
    if (name === 'pg') process.stderr.write('loads pg\\n');
    return next(name, context);
  };
  registerHooks({ resolve });
`)}`;

test('nothing of PostgreSQL is loaded without DATABASE_URL', async () => {
  const discord = await startDiscord();
  const env = { ...discord.env, ...(await startWorld()) };
  const start = (more: Record<string, string>) =>
    startProcess(['--import', TELL_OF_PG, CLI], { env: { ...env, ...more } });
  const without = start({});
  await until(() => without.stderr().includes('"ready"'));
  expect(without.stderr()).not.toContain('loads pg');
  const waiting = start({ DATABASE_URL: `postgres://ada@127.0.0.1:${await freePort()}/escrow` });
  await until(() => waiting.stderr().includes('loads pg'));
});

test('a port in use: one line, and what was open is closed', async () => {
  const discord = await startDiscord();
  const port = new URL(discord.env['DISCORD_CDN_URL'] as string).port;
  const world = await startWorld();
  const { ended, stderr } = run({ ...discord.env, ...world, COUNTERSIGN_LOG: 'error' }, ['--health-port', port]);
  expect(await ended).toBe(1);
  expect(stderr()).toMatch(new RegExp(`^Port ${port} is in use[^\n]*\n$`));
});
