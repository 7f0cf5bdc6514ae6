/** Who is answered at the address for interactions, and with how little. */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTestBot, startWorld } from '@countersign/testkit/discord/bot';
import { answered, type Discord, startDiscord, textOf, until } from '@countersign/testkit/discord/discord';
import { requestFile } from '@countersign/testkit/discord/request';
import { bareRequest } from '@countersign/testkit/mcp/http-request';
import { beforeEach, describe, expect, test } from 'vitest';

const MINUTE_MS = 60_000;

let discord: Discord;
let bot: Awaited<ReturnType<typeof startTestBot>>;
let url: URL;

beforeEach(async () => {
  discord = await startDiscord();
  // Discord tries the address with good and bad signatures before it takes it.
  bot = await startTestBot(discord, { ...(await startWorld()), ...discord.overHttp });
  url = new URL(bot.interactionsUrl as string);
});

const ping = (more: object = {}) => ({ application_id: discord.applicationId, id: '1', type: 1, token: 't', ...more });

type Sent = { readonly headers: Record<string, string>; readonly body: string };

async function post({ headers, body }: Sent, to: URL | string = url) {
  const response = await fetch(to, { method: 'POST', headers, body });
  return {
    status: response.status,
    text: await response.text(),
    headers: Object.fromEntries([...response.headers].filter(([name]) => !['date', 'keep-alive'].includes(name))),
  };
}

const changed = (sent: Sent, headers: Record<string, string>): Sent => ({
  ...sent,
  headers: { ...sent.headers, ...headers },
});
const servedLines = () => bot.lines.filter(({ message }) => message === 'interaction');

describe('a request that Discord did not sign', () => {
  test('gets the same reply in every case, and nothing is done', async () => {
    const command = discord.command(discord.person(), 'help');
    await answered(command);
    const good = discord.endpoint.signed(command.sent as object);
    const signature = String(good.headers['x-signature-ed25519']);
    const timestamp = String(good.headers['x-signature-timestamp']);
    const cases: readonly (readonly [string, Sent])[] = [
      ['no header at all', { body: good.body, headers: {} }],
      ['no signature', changed(good, { 'x-signature-ed25519': '' })],
      ['no timestamp', changed(good, { 'x-signature-timestamp': '' })],
      ['zeros', changed(good, { 'x-signature-ed25519': '0'.repeat(128) })],
      [
        'a bit of the signature',
        changed(good, { 'x-signature-ed25519': signature.replace(/.$/, (at) => (at === '0' ? '1' : '0')) }),
      ],
      ['another second', changed(good, { 'x-signature-timestamp': String(Number(timestamp) + 1) })],
      ['white space in the body', { ...good, body: `${good.body} ` }],
      ['another person', { ...good, body: good.body.replace(command.userId, `${BigInt(command.userId) + 1n}`) }],
      ['an empty body', { ...good, body: '' }],
      ['no JSON', { ...good, body: 'escrow' }],
      ['a stale one', discord.endpoint.signed(command.sent as object, Date.now() - MINUTE_MS - 5_000)],
      ['one of the future', discord.endpoint.signed(command.sent as object, Date.now() + MINUTE_MS + 5_000)],
      ['one of 1970', discord.endpoint.signed(ping(), 0)],
    ];
    const first = await post(cases[0]?.[1] as Sent);
    expect(first).toMatchObject({ status: 401, text: '{"error":"The request is not signed by Discord."}' });
    for (const [what, sent] of cases) expect(await post(sent), what).toEqual(first);
    expect(servedLines()).toHaveLength(1);
    expect(bot.lines.filter(({ message }) => message.includes('clock'))).toHaveLength(1);
  });

  test('and one that is signed within a minute is answered', async () => {
    for (const ms of [-50_000, 0, 50_000]) {
      const { status, text, headers } = await post(discord.endpoint.signed(ping(), Date.now() + ms));
      expect([status, text, headers['content-type']]).toEqual([200, '{"type":1}', 'application/json']);
    }
  });
});

test('signed, and no interaction of this bot: 400, and the same words', async () => {
  const bodies: readonly (object | string)[] = [
    'no JSON',
    '[]',
    'null',
    '7',
    ping({ application_id: '112233445566778899' }),
    ping({ type: 6 }),
    ping({ type: '1' }),
    ping({ type: 2 }),
    ping({ type: 2, data: { type: 1, name: 'another' } }),
    ping({ type: 2, id: 'no number', data: { type: 1, name: 'escrow', options: [] } }),
    ping({ type: 3 }),
    ping({ type: 4, data: { name: 'escrow', options: [] } }),
    ping({ type: 5 }),
  ];
  const first = await post(discord.endpoint.signed(bodies[0] as string));
  expect(first).toMatchObject({ status: 400, text: '{"error":"This is no interaction of this application."}' });
  for (const body of bodies) expect(await post(discord.endpoint.signed(body)), JSON.stringify(body)).toEqual(first);
  expect(servedLines()).toEqual([]);
});

test('other methods and other paths', async () => {
  const port = Number(url.port);
  for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS', 'HEAD']) {
    expect((await bareRequest(port, url.pathname, { method })).status).toBe(405);
  }
  const { headers, body } = discord.endpoint.signed(ping());
  for (const path of ['/', '/interactions', `${url.pathname}/`, '/metrics', '/healthz']) {
    expect((await bareRequest(port, path, { method: 'POST', headers, body })).status).toBe(404);
  }
  for (const path of ['/', '/readyz/ports', '/metrics', '/healthz']) {
    expect((await bareRequest(port, path)).status, path).toBe(404);
  }
  const names = { host: 'bot.example.org' };
  expect((await bareRequest(port, '/livez', { headers: names })).body).toBe('{"status":"alive"}');
  expect(await bareRequest(port, '/readyz', { headers: names })).toMatchObject({
    status: 200,
    body: '{"status":"ready"}',
  });
});

test('a body larger than an interaction is not read', async () => {
  const large = discord.endpoint.signed(JSON.stringify(ping({ token: 'x'.repeat(300_000) })));
  expect((await post(large)).status).toBe(413);
  // Without a length it is counted while it comes.
  const chunks = new ReadableStream({
    async pull(controller) {
      await sleep(1);
      controller.enqueue(Buffer.alloc(16_384, ' '));
    },
  });
  const response = await fetch(url, {
    method: 'POST',
    headers: large.headers,
    body: chunks,
    duplex: 'half',
  } as RequestInit);
  expect(response.status).toBe(413);
  expect((await post(discord.endpoint.signed(ping({ token: 'x'.repeat(200_000) })))).status).toBe(200);
});

test('a body that does not come is not waited for, and holds no one up', async () => {
  const { headers } = discord.endpoint.signed(ping());
  const head = Object.entries({ ...headers, host: url.host, 'content-length': '1000' }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const slow = Array.from({ length: 50 }, () => {
    const socket = connect(Number(url.port), '127.0.0.1');
    let interaction = '';
    socket.on('data', (chunk) => {
      interaction += String(chunk);
    });
    socket.on('error', () => undefined);
    socket.write(`POST ${url.pathname} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n{"type":`);
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    return { heard: () => interaction, closed };
  });
  expect((await post(discord.endpoint.signed(ping()))).status).toBe(200);
  await until(() => slow.every(({ heard: interaction }) => interaction().startsWith('HTTP/1.1 408')));
  await Promise.all(slow.map(({ closed }) => closed));
});

test('it ends not ready first and still answering, then with what it has begun', async () => {
  const port = Number(url.port);
  const readyz = async () => (await bareRequest(port, '/readyz')).status;
  expect([await readyz(), bot.isReady()]).toEqual([200, true]);
  const forBalancer = async () => (await bareRequest(port, '/readyz/port')).status;
  expect(await forBalancer()).toBe(200);
  const closing = bot.close(5_000);
  expect([await readyz(), bot.isReady(), await forBalancer()]).toEqual([503, false, 503]);
  expect((await bareRequest(port, '/livez')).status).toBe(200);
  const command = discord.command(discord.person(), 'deploy', { file: requestFile() });
  await until(() => command.acknowledgedAt);
  await closing;
  expect(textOf(await answered(command))).toContain('Ready to sign');
  await expect(readyz()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
