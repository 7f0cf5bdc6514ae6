/** An interaction over HTTP is handled once, no matter who sends it again; and where it cannot be begun, the reply says so. */
import { once } from 'node:events';
import { request } from 'node:http';
import { type LogLine, startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { answered, type Discord, startDiscord, textOf, until } from '@countersign/testkit/discord/discord';
import type { Interaction } from '@countersign/testkit/discord/messages';
import { requestFile } from '@countersign/testkit/discord/request';
import { bareRequest } from '@countersign/testkit/mcp/http-request';
import { postgresPrograms, startCluster } from '@countersign/testkit/postgres/cluster';
import { hasPostgres, holdTable, newDatabase, rowsOf } from '@countersign/testkit/postgres/databases';
import { describe, expect, onTestFinished, test } from 'vitest';

const places: readonly (readonly [string, () => Promise<Record<string, string>>])[] = [
  ['SQLite', startWorld],
  ...(hasPostgres
    ? [['PostgreSQL', async () => ({ ...(await startWorld()), DATABASE_URL: await newDatabase() })] as const]
    : []),
];

const prepared = (lines: readonly LogLine[]) =>
  lines.filter((line) => line['action'] === 'deploy' && line['outcome'] === 'ok').length;
let count = 0;
/** Each an escrow of its own. */
const deploy = (discord: Discord) =>
  discord.command(discord.person(), 'deploy', { file: requestFile({ engagementId: `NUMBER-${++count}` }) });
const statuses = ({ replies }: Interaction) => replies.map(({ status }) => status).sort();

describe.each(places)('%s', (_, world) => {
  test('one id that comes again and again, to two processes at once, is handled once', async () => {
    const discord = await startDiscord();
    const env = { ...(await world()), ...discord.overHttp };
    const bots = [await startTestBot(discord, env), await startTestBot(discord, env)];
    const lines = () => bots.flatMap((bot) => bot.lines);
    const command = deploy(discord);
    await Promise.all(Array.from({ length: 9 }, () => discord.again(command, 'http')));
    await answered(command);
    await until(() => prepared(lines()) === 1 && command.replies.length === 10);
    expect(statuses(command)).toEqual([200, ...Array.from({ length: 9 }, () => 202)]);
    expect(command.replies.filter(({ status }) => status === 202).every(({ body }) => body === '')).toBe(true);
    expect([discord.fetched.length, command.messages.length]).toEqual([1, 1]);
    // A click and a keystroke likewise.
    const typed = discord.type({ userId: command.userId }, 'list', 'escrow', 'log');
    const [card] = command.messages;
    const [, id] = /Id `([0-9a-f]{32})`/.exec(textOf(card as never)) ?? [];
    const click = discord.clickId({ userId: command.userId }, card as never, `v1:discard-yes:${id}`);
    await Promise.all([click, typed].flatMap((each) => [1, 2, 3].map(() => discord.again(each, 'http'))));
    await until(() => textOf(command.messages[0] as never).includes('Discarded'));
    await until(() => [click, typed].every(({ replies }) => replies.length === 4));
    expect([click, typed].map(statuses)).toEqual([
      [200, 202, 202, 202],
      [200, 202, 202, 202],
    ]);
  });

  test('an interaction that comes over both the gateway and HTTP is handled once', async () => {
    const discord = await startDiscord();
    const env = { ...(await world()), ...discord.overHttp, DISCORD_GATEWAY: 'on', ESCROW_RATE_LIMIT: '1000' };
    const bot = await startTestBot(discord, env);
    expect(discord.gateway.connected()).toBe(1);
    const commands = Array.from({ length: 8 }, () => {
      const command = deploy(discord);
      void discord.again(command, 'gateway');
      return command;
    });
    await Promise.all(commands.map((command) => answered(command)));
    await until(() => commands.every(({ replies }) => replies.length === 1));
    const left = () => bot.lines.filter(({ message }) => message.includes('another process took'));
    await until(() => left().length === commands.length && prepared(bot.lines) === commands.length);
    expect(commands.map(({ messages }) => messages.length)).toEqual(commands.map(() => 1));
    // Whichever comes second is told nothing.
    const late = deploy(discord);
    await answered(late);
    await discord.again(late, 'http');
    void discord.again(late, 'gateway');
    await until(() => left().length === commands.length + 2);
    expect(late.messages).toHaveLength(1);
    expect(prepared(bot.lines)).toBe(commands.length + 1);
  });
});

test('the answer arrives even if Discord registers the reply late', async () => {
  const discord = await startDiscord();
  const bot = await startTestBot(discord, { ...(await startWorld()), ...discord.overHttp });
  discord.lag.ms = 600;
  const card = await answered(deploy(discord));
  expect(textOf(card)).toContain('Ready to sign');
  expect(discord.requests.filter((each) => each.startsWith('PATCH')).length).toBeGreaterThan(1);
  expect(bot.lines.filter(({ level }) => level === 'error')).toEqual([]);
});

describe.runIf(hasPostgres)('with PostgreSQL', () => {
  test('replies that the database is down, and does nothing, when it is', async () => {
    const discord = await startDiscord();
    const cluster = await startCluster(postgresPrograms() as string);
    onTestFinished(() => cluster.remove());
    const bot = await startTestBot(discord, {
      ...(await startWorld()),
      DATABASE_URL: cluster.url,
      ...discord.overHttp,
    });
    cluster.crash();
    const command = deploy(discord);
    const [reply] = await until(() => command.replies.length === 1 && command.replies);
    expect(JSON.parse(reply?.body ?? '')).toMatchObject({ type: 4, data: { flags: 64 | (1 << 15) } });
    expect(command.messages[0]?.ephemeral).toBe(true);
    const typed = discord.type(discord.person(), 'list', 'escrow', 'x');
    await until(() => typed.replies.length === 1);
    expect(typed.choices).toEqual([]);
    cluster.start();
    expect(discord.fetched).toEqual([]);
    await bot.close();
  });

  test('replies in the person’s language that nothing was done when it does not answer in time, which is true', async () => {
    const discord = await startDiscord();
    const url = await newDatabase();
    const bot = await startTestBot(discord, { ...(await startWorld()), DATABASE_URL: url, ...discord.overHttp });
    const letGo = await holdTable(url, 'countersign.claim');
    const asked = [discord.person(), discord.person({ locale: 'es-ES' })].map((person) =>
      discord.command(person, 'deploy', { file: requestFile() }),
    );
    const typed = discord.type(discord.person(), 'list', 'escrow', 'x');
    await until(() => [...asked, typed].every(({ replies }) => replies.length === 1));
    await letGo();
    const lines = asked.map(({ replies }) => JSON.stringify(JSON.parse(replies[0]?.body ?? '')));
    expect(lines[0]).toContain('Nothing was done');
    expect(lines[1]).toContain('No se hizo nada');
    expect(JSON.parse(typed.replies[0]?.body ?? '')).toEqual({ type: 8, data: { choices: [] } });
    // The claims come through at last, too late for anybody.
    await until(() => bot.lines.filter(({ message }) => message.includes('too late')).length === 2);
    expect([discord.fetched.length, prepared(bot.lines)]).toEqual([0, 0]);
    await answered(deploy(discord));
  });

  test('does nothing when no one waits for the reply any more', async () => {
    const discord = await startDiscord();
    const url = await newDatabase();
    const bot = await startTestBot(discord, { ...(await startWorld()), DATABASE_URL: url, ...discord.overHttp });
    const command = deploy(discord);
    await answered(command);
    const letGo = await holdTable(url, 'countersign.claim');
    const { headers, body } = discord.endpoint.signed({ ...command.sent, id: `${BigInt(command.id) + 1n}` });
    const asked = request(bot.interactionsUrl as string, { method: 'POST', headers, agent: false });
    asked.on('error', () => undefined);
    asked.end(body);
    await once(asked, 'finish');
    // It waits for the claim.
    const blocked = 'SELECT 1 FROM pg_locks WHERE NOT granted';
    await expect.poll(() => rowsOf(url, blocked)).toHaveLength(1);
    asked.destroy();
    // The server answers this only after it has seen the earlier end.
    await bareRequest(Number(new URL(bot.interactionsUrl as string).port), '/livez');
    await letGo();
    await until(() => bot.lines.find(({ message }) => message.includes('too late')));
    expect([prepared(bot.lines), discord.fetched.length]).toEqual([1, 1]);
  });
});
