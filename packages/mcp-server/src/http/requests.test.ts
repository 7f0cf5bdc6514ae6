/** What each request over HTTP is answered, with status, headers and body, and what the operator finds of it in the log. */
import { createMetrics } from '@countersign/core/metrics';
import type { Log } from '@countersign/core/platform/log';
import { parseSettings } from '@countersign/core/settings';
import { type BareOptions, bareRequest } from '@countersign/testkit/mcp/http-request';
import { startIssuer } from '@countersign/testkit/mcp/issuer';
import { freePort } from '@countersign/testkit/processes/ports';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { endClock, restartClock } from '@countersign/testkit/record/fixed-clock';
import { createPart, type Part } from '@countersign/testkit/record/part';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { createDeskHolder } from '../desk-holder.ts';
import { planHttp, serveHttp } from './serve-http.ts';

afterEach(endClock);

const LOCAL = '0123456789abcdef'.repeat(4);
const ORIGIN = 'https://inspector.example';
const OURS = 'escrow:read escrow:prepare escrow:submit';
const MOST_BYTES = 512 * 1_024;
/** These depend on the connection or the clock. */
const LEFT_OUT: readonly string[] = ['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'];

async function serve(part: Part, env: Readonly<Record<string, string>>) {
  const settings = parseSettings({ COUNTERSIGN_DATA_DIR: temporaryFolder(), ...env });
  const lines: string[] = [];
  const log: Log = (level, message, { ms: _, call: _call, ...fields } = {}) => {
    if (level !== 'debug') lines.push(`${level}: ${message} ${JSON.stringify(fields)}`);
  };
  const holder = createDeskHolder(settings, log);
  onTestFinished(holder.close);
  const figures = createMetrics();
  const metrics = { figures, address: '127.0.0.1', port: 0 };
  const plan = planHttp(settings, { host: '127.0.0.1', port: 0 });
  const served = await serveHttp(plan, { settings, desk: await holder.open(), log, metrics });
  onTestFinished(() => served.stop());
  const { COUNTERSIGN_PAGE_PORT: _, ...others } = env;
  part.note('served with', { ...others, url: served.url });
  const send = async (title: string, path: string, options: BareOptions = {}) => {
    lines.length = 0;
    const { status, headers, body } = await bareRequest(served.port, path, options);
    part.note(`${options.method ?? 'GET'} ${path}: ${title.replaceAll(String(served.port), '<port>')}`);
    const kept = Object.entries(headers).filter(([name]) => !LEFT_OUT.includes(name));
    const { 'content-type': type = '', ...more } = Object.fromEntries(kept);
    part.note(`  ${status} ${type}`, Object.keys(more).length === 0 ? undefined : more);
    if (body !== '')
      part.note('  body', type === 'image/png' ? 'a picture' : body.length > 20_000 ? 'the list of tools' : body);
    for (const line of lines) part.note(`  log ${line}`);
  };
  const figuresOf = async (name: string) =>
    (await (await fetch(String(served.figuresUrl))).text()).match(new RegExp(`^${name}.*$`, 'gm'));
  return { served, send, figuresOf };
}

const JSON_HEADERS = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
const message = (method: string, params?: object) => JSON.stringify({ jsonrpc: '2.0', id: 7, method, params });
const post = (
  token: string | undefined,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): BareOptions => ({
  method: 'POST',
  headers: { ...JSON_HEADERS, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
  body,
});
const PING = message('ping');
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

test('answers each path, method, name, origin and message with a token of this machine as recorded', async () => {
  restartClock();
  const part = createPart();
  const { served, send, figuresOf } = await serve(part, {
    COUNTERSIGN_HTTP_TOKEN: LOCAL,
    COUNTERSIGN_ALLOWED_ORIGINS: ORIGIN,
  });
  const host = `127.0.0.1:${served.port}`;
  for (const path of ['/livez', '/readyz', '/readyz/port', '/icons/64.png', '/icons/63.png', '/', '/sign/x'])
    await send('any host', path, { headers: { host: 'balancer.example' } });
  for (const method of ['GET', 'HEAD', 'DELETE', 'PUT', 'PATCH', 'OPTIONS'])
    await send('no message', '/mcp', { method });
  await send('no issuer', '/.well-known/oauth-protected-resource');
  for (const name of [
    `LOCALHOST:${served.port}`,
    `[::1]:${served.port}`,
    '0.0.0.0',
    '[::2]',
    'evil.example',
    `evil.example:${served.port}`,
    `127.0.0.1.evil.example`,
  ])
    await send(`under the name ${name}`, '/mcp', post(LOCAL, PING, { host: name }));
  for (const origin of [
    `http://${host}`,
    `https://${host}`,
    ORIGIN,
    'https://evil.example',
    'http://127.0.0.1:1',
    'null',
    '',
  ])
    await send(`from the page ${origin}`, '/mcp', post(LOCAL, PING, { host, origin }));
  for (const origin of [ORIGIN, 'https://evil.example', 'null', `${ORIGIN}.evil.example`]) {
    const asks = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };
    await send(`asked first by the page ${origin}`, '/mcp', { method: 'OPTIONS', headers: { host, origin, ...asks } });
  }
  await send('a token in the address', `/mcp?access_token=${LOCAL}`, post(undefined, PING));
  for (const authorization of [
    ...['', 'Basic abc', 'Bearer', `Bearer ${LOCAL}x`, `Bearer ${LOCAL} x`],
    ...[`bearer   ${LOCAL}`, `  Bearer ${LOCAL}  `],
  ])
    await send(`authorization “${authorization}”`, '/mcp/', post(undefined, PING, { authorization }));
  const filled = (bytes: number) => {
    const around = message('ping', { x: '' });
    return around.replace('""', `"${'x'.repeat(bytes - around.length)}"`);
  };
  for (const body of [
    ...['', '{', '[]', '5', `[${PING}]`, '{}', '{"jsonrpc":"1.0","id":7,"method":"ping"}'],
    ...[
      '{"jsonrpc":"2.0","id":7}',
      '{"jsonrpc":"2.0","id":null,"method":"ping"}',
      '{"jsonrpc":"2.0","id":7.5,"method":"ping"}',
    ],
    ...['{"jsonrpc":"2.0","id":"a","method":5}', '{"jsonrpc":"2.0","id":7,"method":"ping","params":[]}'],
    ...['{"jsonrpc":"2.0","id":7,"method":"ping","params":null}', '{"jsonrpc":"2.0","id":7,"method":"ping","more":1}'],
    ...['{"jsonrpc":"2.0","id":7,"method":"ping","params":{"_meta":5}}', '{"jsonrpc":"2.0","id":7,"result":{}}'],
    ...['{"jsonrpc":"2.0","id":7,"method":"ping","params":{"_meta":null}}', '{"jsonrpc":"2.0","id":7,"result":5}'],
    ...['{"jsonrpc":"2.0","id":7,"method":"ping","params":{"_meta":{"progressToken":{}}}}'],
    ...['{"jsonrpc":"2.0","id":7,"method":"ping","params":{"_meta":{"progressToken":"a"}}}'],
    ...[
      '{"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"no"}}',
      '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    ],
    ...[
      message('nothing'),
      message('tools/call'),
      message('tools/call', { name: 'nothing' }),
      message('tools/call', { name: 5 }),
    ],
    ...[
      message('resources/read', { uri: 'file:///x' }),
      message('prompts/get', { name: 'x' }),
      message('skills/get', {}),
    ],
  ])
    await send(body, '/mcp', post(LOCAL, body));
  const ownToken = message('tools/call', { name: 'explain_xdr', arguments: { xdr: LOCAL } });
  await send('our own credential as input', '/mcp', post(LOCAL, ownToken));
  await send('the most bytes', '/mcp', post(LOCAL, filled(MOST_BYTES)));
  await send('one byte more', '/mcp', post(LOCAL, filled(MOST_BYTES + 1)));
  await send('another content type', '/mcp', post(LOCAL, PING, { 'content-type': 'text/plain' }));
  for (const accept of ['application/json', 'text/event-stream', 'text/html'])
    await send(`accepts ${accept}`, '/mcp', post(LOCAL, PING, { accept }));
  for (const version of ['2024-11-05', '2025-11-25', '2026-07-28', '2099-01-01', 'x', LOCAL])
    await send(`of version ${version}`, '/mcp', post(LOCAL, PING, { 'mcp-protocol-version': version }));
  const discover = message('server/discover', { _meta: META });
  const newer = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' };
  await send('2026-07-28 without its headers', '/mcp', post(LOCAL, discover));
  await send('2026-07-28 with another method', '/mcp', post(LOCAL, discover, newer));
  const unknown = message('tools/call', { name: 'nothing', _meta: META });
  await send('2026-07-28', '/mcp', post(LOCAL, unknown, { ...newer, 'mcp-name': 'nothing' }));
  await send('2026-07-28 with another name', '/mcp', post(LOCAL, unknown, { ...newer, 'mcp-name': 'other' }));
  part.note('refusals in the figures', await figuresOf('countersign_.*refus'));
  await expect(part.text()).toMatchFileSnapshot('recorded/requests.txt');
});

test('answers people who sign in with an issuer, under its public name and with scopes, as recorded', async () => {
  restartClock();
  const part = createPart();
  const issuer = await startIssuer();
  const { send, figuresOf } = await serve(part, {
    COUNTERSIGN_OAUTH_ISSUER: issuer.url,
    COUNTERSIGN_OAUTH_SCOPES: `offline_access ${OURS}`,
    COUNTERSIGN_PUBLIC_URL: 'https://escrow.example.org/pay',
    COUNTERSIGN_PAGE_PORT: String(await freePort()),
  });
  const resource = 'https://escrow.example.org/pay/mcp';
  const host = 'escrow.example.org';
  for (const path of ['', '/mcp', '/mcp/', '/pay/mcp', '/pay', '/other'])
    await send('metadata', `/.well-known/oauth-protected-resource${path}`, { headers: { host } });
  await send('metadata under another name', '/.well-known/oauth-protected-resource', {
    headers: { host: 'x.example' },
  });
  await send('the page', '/sign/none', { headers: { host } });
  await send('another path', '/none', { headers: { host } });
  for (const origin of ['https://escrow.example.org', 'http://escrow.example.org', ORIGIN])
    await send(`from the page ${origin}`, '/mcp', post('x', PING, { host, origin }));
  await send('without a token', '/mcp', post(undefined, PING, { host }));
  const tool = (name: string, input: object = {}) => message('tools/call', { name, arguments: input });
  const messages = [
    ...[
      PING,
      message('tools/list'),
      tool('find_escrows', { query: 'x' }),
      tool('fund_escrow'),
      tool('submit_signed_xdr'),
    ],
    message('resources/read', { uri: 'countersign://escrow/none/unsigned.xdr' }),
  ];
  for (const scope of [undefined, 'escrow:read', 'escrow:prepare', 'escrow:submit']) {
    const token = await issuer.token('ada', resource, { scope, typ: 'Bearer' });
    for (const each of messages) {
      await send(`scope ${scope}: ${each}`, '/mcp', post(token, each, { host }));
    }
  }
  const other = await issuer.token('ada', 'https://other.example/mcp');
  await send('a token for another server', '/mcp', post(other, PING, { host }));
  issuer.answer(false);
  const { url } = await startIssuer();
  const ofAnother = await issuer.token('ada', resource, { iss: url });
  await send('a token of another issuer', '/mcp', post(ofAnother, PING, { host }));
  part.note('refusals in the figures', await figuresOf('countersign_.*refus'));
  await expect(part.text()).toMatchFileSnapshot('recorded/requests-with-issuer.txt');
});

test('refuses the 601st request of a person within a minute, and says when to ask again', async () => {
  restartClock();
  const part = createPart();
  const { served, send, figuresOf } = await serve(part, { COUNTERSIGN_HTTP_TOKEN: LOCAL });
  for (let sent = 0; sent < 600; sent += 20) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => bareRequest(served.port, '/mcp', post(LOCAL, ''))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(400));
  }
  await send('one more', '/mcp', post(LOCAL, PING));
  await send('without a token', '/mcp', post(undefined, PING));
  part.note('refusals in the figures', await figuresOf('countersign_.*refus'));
  await expect(part.text()).toMatchFileSnapshot('recorded/too-many-requests.txt');
});
