/** What the process tells Prometheus, and the id that binds a request at the service to its interaction. */
import { fileURLToPath } from 'node:url';
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { answered, startDiscord, until } from '@countersign/testkit/discord/discord';
import { requestFile, SIGNER, signCard } from '@countersign/testkit/discord/request';
import { startProcess } from '@countersign/testkit/processes/start-process';
import { expect, test } from 'vitest';

const CLI = fileURLToPath(new URL('../src/cli.ts', import.meta.url));

async function startProcessed(more: Record<string, string>) {
  const discord = await startDiscord();
  const bot = startProcess([CLI], { env: { ...discord.env, ...(await startWorld()), ...more } });
  const lines = () =>
    bot
      .stderr()
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const ready = await until(() => lines().find(({ message }) => message === 'ready'));
  return { ...bot, discord, lines, metrics: String(ready['health']).replace('healthz', 'metrics') };
}

test('metrics are served only if enabled, and hold nothing about anybody', async () => {
  const bot = await startProcessed({ COUNTERSIGN_METRICS: 'true' });
  const person = bot.discord.person();
  const command = bot.discord.command(person, 'deploy', { file: requestFile() });
  await answered(command);
  const { request } = await until(() => {
    const found = bot.lines().find(({ message }) => message === 'request to the escrow service');
    const line = bot.lines().find(({ message }) => message === 'interaction');
    return found === undefined || line === undefined ? undefined : { request: found, line };
  });
  expect(request).toMatchObject({ kind: 'deploy', outcome: 'ok', status: 201, call: command.id });
  const response = await fetch(bot.metrics);
  expect(response.headers.get('content-type')).toContain('text/plain');
  const text = await response.text();
  expect(text).toContain('countersign_service_requests_total{kind="deploy",outcome="ok"} 1');
  expect(text).toContain('countersign_interactions_total{kind="command",outcome="ok"} 1');
  expect(text).toContain('countersign_cards_followed 1');
  expect(text).toContain('countersign_handles{state="offered"} 1');
  expect(text).toContain('countersign_store_up 1');
  for (const theirs of [person.userId, bot.discord.guildId, command.id, SIGNER]) expect(text).not.toContain(theirs);
  bot.child.kill('SIGTERM');
  await bot.ended;
});

test('without the setting there are none', async () => {
  const bot = await startProcessed({});
  expect((await fetch(bot.metrics)).status).toBe(404);
  bot.child.kill('SIGTERM');
  await bot.ended;
});

test('each request at the service names the interaction that caused it', async () => {
  const discord = await startDiscord();
  const bot = await startTestBot(discord, await startWorld());
  const person = discord.person();
  const deploy = discord.command(person, 'deploy', { file: requestFile() });
  const card = await answered(deploy);
  const submit = discord.command(person, 'submit', { file: signCard(card) });
  await answered(submit);
  const asked = bot.lines.filter(({ message }) => message === 'request to the escrow service');
  expect(asked.map(({ kind, call }) => [kind, call])).toEqual(
    expect.arrayContaining([
      ['deploy', deploy.id],
      ['send', submit.id],
    ]),
  );
  for (const { call } of asked) expect(call).toMatch(/^\S+$/);
});
