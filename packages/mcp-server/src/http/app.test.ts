/** What hosts in web pages, and proxies, find in the answers. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { connectHost, connectNewHost, serveHttpHere } from '@countersign/testkit/mcp/http-host';
import { startIssuer } from '@countersign/testkit/mcp/issuer';
import { freePort } from '@countersign/testkit/processes/ports';
import { expect, test } from 'vitest';
import icons from '../../icons.json' with { type: 'json' };
import { EMBEDDED_ICONS } from '../handlers/icons.ts';

const TOKEN = '0123456789abcdef'.repeat(4);
const ORIGIN = 'https://inspector.example';
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

const post = (url: string, headers: Readonly<Record<string, string>> = {}, body: object = PING) =>
  fetch(url, {
    method: 'POST',
    headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

test('names its scopes to a caller who has to sign in', async () => {
  const issuer = await startIssuer();
  const { url } = await serveHttpHere({
    COUNTERSIGN_OAUTH_ISSUER: issuer.url,
    COUNTERSIGN_OAUTH_SCOPES: 'escrows:read escrows:write',
  });
  const metadata = `${new URL(url).origin}/.well-known/oauth-protected-resource/mcp`;
  expect(await (await fetch(metadata)).json()).toMatchObject({ scopes_supported: ['escrows:read', 'escrows:write'] });
  const challenge = async (headers = {}) => (await post(url, headers)).headers.get('www-authenticate');
  expect(await challenge()).toBe(`Bearer resource_metadata="${metadata}", scope="escrows:read escrows:write"`);
  expect(await challenge({ authorization: 'Bearer x' })).toMatch(/error="invalid_token".*scope="escrows:read /);
});

test('serves the same with a slash at the end of the address', async () => {
  const issuer = await startIssuer();
  const { url } = await serveHttpHere({ COUNTERSIGN_OAUTH_ISSUER: issuer.url });
  for (const audience of [url, `${url}/`]) {
    const authorization = `Bearer ${await issuer.token('ada', audience)}`;
    expect((await post(`${url}/`, { authorization })).status).toBe(200);
    expect((await post(url, { authorization })).status).toBe(200);
  }
  const metadata = `${new URL(url).origin}/.well-known/oauth-protected-resource/mcp/`;
  expect(await (await fetch(metadata)).json()).toMatchObject({ resource: url });
});

test('a page of an allowed origin may ask and read the answers, and no other page', async () => {
  const { url } = await serveHttpHere({ COUNTERSIGN_HTTP_TOKEN: TOKEN, COUNTERSIGN_ALLOWED_ORIGINS: ORIGIN });
  const preflight = (origin: string) =>
    fetch(url, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,mcp-protocol-version',
      },
    });
  const allowed = await preflight(ORIGIN);
  expect(allowed.status).toBe(204);
  expect(Object.fromEntries(allowed.headers)).toMatchObject({
    'access-control-allow-origin': ORIGIN,
    'access-control-allow-methods': 'GET,POST',
    'access-control-allow-headers': 'authorization,mcp-protocol-version',
  });
  const unsigned = await post(url, { origin: ORIGIN });
  expect([unsigned.status, unsigned.headers.get('access-control-allow-origin')]).toEqual([401, ORIGIN]);
  expect(unsigned.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate');
  const answered = await post(url, { origin: ORIGIN, authorization: `Bearer ${TOKEN}` });
  expect([answered.status, answered.headers.get('access-control-allow-origin')]).toEqual([200, ORIGIN]);
  for (const origin of ['https://evil.example', 'null', `${ORIGIN}.evil.example`]) {
    const refused = await preflight(origin);
    expect([refused.status, refused.headers.get('access-control-allow-origin')], origin).toEqual([403, null]);
  }
  // A program sends no origin, and still gets the answer that only POST is allowed.
  const other = await fetch(url, { method: 'OPTIONS' });
  expect(other.status).toBe(405);
  const error = { code: -32_000, message: 'Method not allowed. Send messages by POST.' };
  expect(await other.json()).toEqual({ jsonrpc: '2.0', error, id: null });
});

test('the icons are served to everybody, and named by address where the server has a public one', async () => {
  const issuer = await startIssuer();
  const env = { COUNTERSIGN_OAUTH_ISSUER: issuer.url, COUNTERSIGN_PAGE_PORT: String(await freePort()) };
  const { url, port } = await serveHttpHere({ ...env, COUNTERSIGN_PUBLIC_URL: 'https://escrow.example.org' });
  expect(url).toBe('https://escrow.example.org/mcp');
  const here = `http://127.0.0.1:${port}`;
  const token = await issuer.token('ada', url);
  const { client } = await connectHost(`${here}/mcp`, token);
  const [server, tools] = [client.getServerVersion(), (await client.listTools()).tools];
  const sizes = [64, 128, 256, 512];
  const named = sizes.map((size) => ({
    src: `https://escrow.example.org/icons/${size}.png`,
    mimeType: 'image/png',
    sizes: [`${size}x${size}`],
  }));
  expect(server?.icons).toEqual(named);
  for (const tool of tools) expect(tool.icons, tool.name).toEqual(named);
  const newer = await connectNewHost(`${here}/mcp`, token);
  expect(newer.getServerVersion()?.icons).toEqual(named);
  for (const size of sizes) {
    const response = await fetch(`${here}/icons/${size}.png`);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(sizeOf(Buffer.from(await response.arrayBuffer()))).toEqual([size, size]);
  }
  for (const name of ['63.png', '64.svg', '__proto__', 'constructor']) {
    expect((await fetch(`${here}/icons/${name}`)).status, name).toBe(404);
  }
});

test('the icons are drawn from the signing page’s icon, as it is now; `pnpm pictures --icons` draws them', async () => {
  const svg = await readFile(new URL('../../../signing-page/src/browser/icon.svg', import.meta.url));
  expect(icons.of).toBe(createHash('sha256').update(svg).digest('hex'));
  const [drawn, embedded] = EMBEDDED_ICONS;
  expect([drawn?.mimeType, embedded?.sizes]).toEqual(['image/svg+xml', ['64x64']]);
  const [, data = ''] = (embedded?.src ?? '').split('base64,');
  expect(sizeOf(Buffer.from(data, 'base64'))).toEqual([64, 64]);
});

/** Of a PNG, as its header has it. */
function sizeOf(png: Buffer): readonly number[] {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

test('a host that wants no progress gets an answer in one piece; an event stream asks proxies to pass it on at once', async () => {
  const { url } = await serveHttpHere({ COUNTERSIGN_HTTP_TOKEN: TOKEN });
  const whole = await post(url, { authorization: `Bearer ${TOKEN}` });
  expect([whole.headers.get('content-type'), await whole.json()]).toEqual([
    'application/json',
    { jsonrpc: '2.0', id: 1, result: {} },
  ]);
  const withProgress = { ...PING, params: { _meta: { progressToken: 0 } } };
  const response = await post(url, { authorization: `Bearer ${TOKEN}` }, withProgress);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  expect(response.headers.get('x-accel-buffering')).toBe('no');
});
