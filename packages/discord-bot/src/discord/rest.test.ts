/** Connections to Discord, counted by a server. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CountersignError } from '@countersign/core/errors';
import { expect, onTestFinished, test } from 'vitest';
import { createAgent, startProblem } from './rest.ts';

const MOST = 256;

test('many requests at once share a bounded number of connections', async () => {
  const full = Promise.withResolvers<void>();
  let connections = 0;
  let waiting = 0;
  const server = createServer(async (_, response) => {
    waiting += 1;
    if (waiting === MOST) full.resolve();
    await full.promise;
    response.end();
  });
  server.on('connection', () => {
    connections += 1;
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const agent = createAgent();
  onTestFinished(async () => {
    await agent.destroy();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const requests = Array.from({ length: MOST + 50 }, async () => {
    const { body } = await agent.request({ origin, path: '/', method: 'GET' });
    await body.dump();
  });
  await Promise.all(requests);
  expect(connections).toBe(MOST);
});

test.each([
  [{ code: 'TokenInvalid' }, 'SETTING_INVALID', /DISCORD_TOKEN/],
  [{ status: 401 }, 'SETTING_INVALID', /DISCORD_TOKEN/],
  [{ status: 403 }, 'SETTING_INVALID', /DISCORD_APPLICATION_ID or DISCORD_GUILD_ID/],
  [{ status: 404 }, 'SETTING_INVALID', /DISCORD_APPLICATION_ID or DISCORD_GUILD_ID/],
  [{ code: 50_001 }, 'SETTING_INVALID', /DISCORD_APPLICATION_ID or DISCORD_GUILD_ID/],
  [{ status: 400, code: 50_002 }, 'DISCORD_UNREACHABLE', /Discord/],
  [{ status: 405 }, 'DISCORD_UNREACHABLE', /Discord/],
  [{ status: 500 }, 'DISCORD_UNREACHABLE', /Discord/],
  [new CountersignError('CANCELLED'), 'CANCELLED', /./],
])('explains why a bot cannot start after %j', (thrown, code, message) => {
  expect(startProblem(thrown)).toMatchObject({ code, message: expect.stringMatching(message) });
});
