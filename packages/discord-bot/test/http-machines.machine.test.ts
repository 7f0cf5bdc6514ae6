/** Bots as processes behind a balancer: they have a database in common, and nothing else. */
import { fileURLToPath } from 'node:url';
import { startWorld } from '@countersign/testkit/discord/bot';
import { answered, type Discord, startDiscord, textOf, until } from '@countersign/testkit/discord/discord';
import { requestFile } from '@countersign/testkit/discord/request';
import { bareRequest } from '@countersign/testkit/mcp/http-request';
import { hasPostgres, newDatabase } from '@countersign/testkit/postgres/databases';
import { freePort } from '@countersign/testkit/processes/ports';
import { type Started, startProcess } from '@countersign/testkit/processes/start-process';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { describe, expect, test } from 'vitest';

const CLI = fileURLToPath(new URL('../src/cli.ts', import.meta.url));

const run = (env: Record<string, string>) => startProcess([CLI], { env });

async function ready(bot: Started): Promise<URL> {
  await until(() => bot.stderr().includes('"ready"'));
  return new URL(/"listens":"([^"]+)"/.exec(bot.stderr())?.[1] as string);
}

let count = 0;
/** Each an escrow of its own. */
const deploy = (discord: Discord) =>
  discord.command(discord.person(), 'deploy', { file: requestFile({ engagementId: `NUMBER-${++count}` }) });
const done = (bot: Started) =>
  bot
    .stderr()
    .split('\n')
    .filter((line) => line.includes('"action":"deploy"') && line.includes('"outcome":"ok"')).length;

describe.runIf(hasPostgres)('with PostgreSQL', () => {
  test('two take turns; each interaction is handled by one; kill -9 of one: the other answers the next at once', async () => {
    const discord = await startDiscord();
    const shared = {
      ...discord.env,
      ...discord.overHttp,
      ...(await startWorld()),
      DATABASE_URL: await newDatabase(),
      ESCROW_RATE_LIMIT: '1000',
    };
    const start = () => run({ ...shared, COUNTERSIGN_DATA_DIR: temporaryFolder() });
    const bots = [start(), start()] as const;
    for (const bot of bots) await discord.endpoint.enter((await ready(bot)).href);
    expect(discord.gateway.counts.identified).toBe(0);
    const commands = Array.from({ length: 10 }, () => deploy(discord));
    await Promise.all(commands.map((command) => answered(command, 8_000)));
    await until(() => done(bots[0]) + done(bots[1]) === commands.length);
    expect([done(bots[0]), done(bots[1])]).toEqual([5, 5]);
    expect(commands.every(({ messages, replies }) => messages.length === 1 && replies.length === 1)).toBe(true);
    // Whichever of the two is asked again, it does nothing.
    await Promise.all(commands.flatMap((command) => [1, 2].map(() => discord.again(command, 'http'))));
    expect(commands.map(({ replies }) => replies.map(({ status }) => status))).toEqual(
      commands.map(() => [200, 202, 202]),
    );
    expect([done(bots[0]) + done(bots[1]), discord.fetched.length]).toEqual([10, 10]);

    bots[0].child.kill('SIGKILL');
    expect(await bots[0].ended).toBeNull();
    const next = Array.from({ length: 4 }, () => deploy(discord));
    for (const command of next) expect(textOf(await answered(command))).toContain('Ready to sign');
    // At once: each by its first reply, within the 3 s that Discord waits.
    expect(next.map(({ replies }) => replies.map(({ status }) => status))).toEqual(next.map(() => [200]));
    await until(() => done(bots[1]) === 9);
  });
});

test('it says where it listens and what to enter; SIGTERM ends what runs, then the process', async () => {
  const discord = await startDiscord();
  const page = { COUNTERSIGN_PUBLIC_URL: 'https://sign.example.org/', COUNTERSIGN_PAGE_PORT: `${await freePort()}` };
  const port = await freePort();
  const bot = run({
    ...discord.env,
    ...discord.overHttp,
    ...(await startWorld()),
    ...page,
    DISCORD_HTTP_PORT: `${port}`,
    DISCORD_HTTP_HOST: '0.0.0.0',
  });
  const url = await ready(bot);
  expect(url.href).toBe(`http://0.0.0.0:${port}/discord/interactions`);
  expect(bot.stderr()).toContain('"interactionsEndpointUrl":"https://sign.example.org/discord/interactions"');
  await discord.endpoint.enter(`http://127.0.0.1:${port}/discord/interactions`);
  expect((await bareRequest(port, '/readyz')).status).toBe(200);
  const command = deploy(discord);
  await until(() => command.acknowledgedAt);
  bot.child.kill('SIGTERM');
  expect(textOf(await answered(command))).toContain('Ready to sign');
  expect(await bot.ended).toBe(0);
  await expect(bareRequest(port, '/livez')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect(bot.stderr()).not.toContain(discord.token);
});

test.each([
  [
    'another application’s key',
    () => ({ DISCORD_PUBLIC_KEY: 'ab'.repeat(32) }),
    /^DISCORD_PUBLIC_KEY is not the public key of the application/,
  ],
  [
    'an address of another machine',
    () => ({ DISCORD_HTTP_HOST: '192.0.2.1' }),
    /^DISCORD_HTTP_HOST is no address of this machine/,
  ],
] as [string, () => Record<string, string>, RegExp][])('%s: one line, and nothing is begun', async (_, env, line) => {
  const discord = await startDiscord();
  const all = {
    ...discord.env,
    ...discord.overHttp,
    ...(await startWorld()),
    COUNTERSIGN_LOG: 'silent',
    ...env(),
  };
  const { ended, stderr } = run(all);
  expect(await ended).toBe(1);
  expect(stderr()).toMatch(line);
  expect(stderr().trimEnd()).not.toContain('\n');
});
