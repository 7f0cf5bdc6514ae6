/** What a real HTTP server refuses, and the one line that says so. Each rule is in the records of src/http. */
import { CLI } from '@countersign/testkit/mcp/host';
import { startHttp } from '@countersign/testkit/mcp/http-host';
import { ping } from '@countersign/testkit/mcp/http-request';
import { startIssuer } from '@countersign/testkit/mcp/issuer';
import { freePort } from '@countersign/testkit/processes/ports';
import { startProcess } from '@countersign/testkit/processes/start-process';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { expect, test } from 'vitest';

const TOKEN = '0123456789abcdef'.repeat(4);
const PAST = Math.floor(Date.now() / 1_000) - 3_600;

test('refuses a wrong token in one line that says what to do and never repeats it', async () => {
  const [issuer, other] = [await startIssuer(), await startIssuer()];
  const { url, stderr } = await startHttp({ COUNTERSIGN_OAUTH_ISSUER: issuer.url });
  const good = await issuer.token('ada', url);
  const [header = '', payload = '', signature = ''] = good.split('.');
  for (const [token, says] of [
    [await issuer.token('ada', 'https://other.example/mcp'), /made out for another service.*Ask .* for one for http/],
    [await issuer.token('ada', url, { exp: PAST }), /has expired\. Sign in at http/],
    [await other.token('ada', url, { iss: issuer.url }), /was not signed by http/],
    [`${header}.${payload}x.${signature}`, /was not signed by http/],
    [`${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`, /was not signed by http/],
  ] as const) {
    const response = await ping(url, token);
    const text = await response.text();
    expect([response.status, text]).toEqual([401, expect.stringMatching(says)]);
    const challenge = response.headers.get('www-authenticate') ?? '';
    expect(challenge).toMatch(/^Bearer error="invalid_token", error_description="[^"\n]+", resource_metadata="http/);
    expect(text + challenge + stderr()).not.toContain(token.slice(0, 40));
  }
  expect((await ping(url, good)).status).toBe(200);
});

test('answers 503 while the issuer is away', async () => {
  const issuer = await startIssuer();
  const { url } = await startHttp({ COUNTERSIGN_OAUTH_ISSUER: issuer.url });
  const token = await issuer.token('ada', url);
  issuer.close();
  // Its metadata were read at the start; its keys were not.
  const response = await ping(url, token);
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '60']);
  expect(await response.text()).toMatch(/cannot be asked for its keys now.*COUNTERSIGN_OAUTH_ISSUER/);

  const away = `http://127.0.0.1:${await freePort()}`;
  const second = await startHttp({ COUNTERSIGN_OAUTH_ISSUER: away });
  expect(second.stderr()).toContain('cannot be reached; nobody is served before it can');
  expect((await ping(second.url, await issuer.token('ada', second.url, { iss: away }))).status).toBe(503);
});

test.each<[string, () => Promise<[env: Record<string, string>, ...args: string[]]>, string | RegExp]>([
  [
    'an issuer that names itself differently',
    async () => [{ COUNTERSIGN_OAUTH_ISSUER: (await startIssuer({ name: 'https://someone-else.example/' })).url }],
    /^COUNTERSIGN_OAUTH_ISSUER is not what the issuer publishes.*Write it exactly as its tokens do\.\n$/,
  ],
  [
    'an address of another machine',
    async () => [
      {
        COUNTERSIGN_OAUTH_ISSUER: (await startIssuer()).url,
        COUNTERSIGN_PUBLIC_URL: 'https://escrow.example.org',
        COUNTERSIGN_PAGE_PORT: String(await freePort()),
      },
      ...['--host', '192.0.2.1'],
    ],
    /^--host is no address of this machine; 0\.0\.0\.0 is all of them\.\n$/,
  ],
  [
    'a port in use',
    async () => {
      const env = { COUNTERSIGN_HTTP_TOKEN: TOKEN };
      return [env, '--port', new URL((await startHttp(env)).url).port];
    },
    /^--port is in use by another program; give another, or 0 for a free one\.\n$/,
  ],
])('does not start on %s, and says so in one line', async (_, prepare, says) => {
  const [env, ...args] = await prepare();
  const { ended, stderr } = startProcess([CLI, 'http', '--port', '0', ...args], {
    env: { COUNTERSIGN_DATA_DIR: temporaryFolder(), ...env },
  });
  expect([await ended, stderr()]).toEqual([1, expect.stringMatching(says)]);
});
