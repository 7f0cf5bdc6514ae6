/** What the HTTP server refuses, and the one line that says so. */
import { CLI } from '@countersign/testkit/mcp/host';
import { startHttp } from '@countersign/testkit/mcp/http-host';
import { bareRequest } from '@countersign/testkit/mcp/http-request';
import { startIssuer } from '@countersign/testkit/mcp/issuer';
import { freePort } from '@countersign/testkit/processes/ports';
import { startProcess } from '@countersign/testkit/processes/start-process';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { runMcpHere } from '@countersign/testkit/tools/run-tool-here';
import { describe, expect, test } from 'vitest';

const TOKEN = '0123456789abcdef'.repeat(4);
const LIST = { jsonrpc: '2.0', id: 7, method: 'tools/list' };
const PAST = Math.floor(Date.now() / 1_000) - 3_600;

type Headers = Readonly<Record<string, string>>;

function post(url: string, headers: Headers = {}, body: unknown = LIST): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });

describe('a token', () => {
  test('is refused in one line that says what to do and never repeats it when it is missing or wrong', async () => {
    const [issuer, other] = [await startIssuer(), await startIssuer()];
    const { url, stderr } = await startHttp({ COUNTERSIGN_OAUTH_ISSUER: issuer.url });
    const good = await issuer.token('ada', url);
    const [header = '', payload = '', signature = ''] = good.split('.');
    const cases: readonly (readonly [string, string, RegExp])[] = [
      [
        'for another audience',
        await issuer.token('ada', 'https://other.example/mcp'),
        /made out for another service.*Ask .* for one for http/,
      ],
      ['that has expired', await issuer.token('ada', url, { exp: PAST }), /has expired\. Sign in at http/],
      ['that never expires', await issuer.token('ada', url, { exp: undefined }), /was not signed by http/],
      ['that is not valid yet', await issuer.token('ada', url, { nbf: PAST + 7_200 }), /not valid yet/],
      ['of another issuer', await other.token('ada', url), /is of another issuer\. Sign in at http/],
      [
        'of another issuer in this one’s name',
        await other.token('ada', url, { iss: issuer.url }),
        /was not signed by http/,
      ],
      ['without a subject', await issuer.token(undefined, url), /names nobody/],
      ['of an endless subject', await issuer.token('a'.repeat(256), url), /names nobody/],
      ['signed with what anybody knows', await issuer.token('ada', url, { alg: 'HS256' }), /was not signed by http/],
      ['that was changed', `${header}.${payload}x.${signature}`, /was not signed by http/],
      [
        'without a signature',
        `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`,
        /was not signed by http/,
      ],
    ];
    for (const [what, token, says] of cases) {
      const response = await post(url, bearer(token));
      const text = await response.text();
      expect([response.status, text], what).toEqual([401, expect.stringMatching(says)]);
      const challenge = response.headers.get('www-authenticate') ?? '';
      expect(challenge, what).toMatch(
        /^Bearer error="invalid_token", error_description="[^"\n]+", resource_metadata="http/,
      );
      expect(JSON.parse(text).error_description).not.toContain('\n');
      expect(text + challenge + stderr(), what).not.toContain(token.slice(0, 40));
    }
    for (const headers of [{}, { authorization: 'Basic YWRhOmFkYQ==' }, { authorization: 'Bearer' }] as Headers[]) {
      const response = await post(url, headers);
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe(
        `Bearer resource_metadata="${new URL(url).origin}/.well-known/oauth-protected-resource/mcp"`,
      );
      expect(await response.text()).toContain('Sign in first: send an access token of http');
    }
    expect((await post(url, bearer(good))).status).toBe(200);
    const withQuery = `${url}?access_token=${good}`;
    expect((await post(withQuery)).status).toBe(401);
  });

  test('cannot be checked while the issuer is away: 503, and again once it is there', async () => {
    const issuer = await startIssuer();
    const { url } = await startHttp({ COUNTERSIGN_OAUTH_ISSUER: issuer.url });
    const token = await issuer.token('ada', url);
    issuer.close();
    // Its metadata were read at the start; its keys were not.
    const response = await post(url, bearer(token));
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '60']);
    expect(await response.text()).toMatch(/cannot be asked for its keys now.*COUNTERSIGN_OAUTH_ISSUER/);

    const away = `http://127.0.0.1:${await freePort()}`;
    const second = await startHttp({ COUNTERSIGN_OAUTH_ISSUER: away });
    expect(second.stderr()).toContain('cannot be reached; nobody is served before it can');
    const made = await issuer.token('ada', second.url, { iss: away });
    expect((await post(second.url, bearer(made))).status).toBe(503);
  });

  test('can be made out for an audience that was configured', async () => {
    const issuer = await startIssuer();
    const env = { COUNTERSIGN_OAUTH_ISSUER: issuer.url, COUNTERSIGN_OAUTH_AUDIENCE: 'api://countersign' };
    const { url } = await startHttp(env);
    expect((await post(url, bearer(await issuer.token('ada', 'api://countersign')))).status).toBe(200);
    expect((await post(url, bearer(await issuer.token('ada', url)))).status).toBe(401);
  });

  test('must match exactly when it is the one of this machine', async () => {
    const { url, stderr } = await startHttp({ COUNTERSIGN_HTTP_TOKEN: TOKEN });
    const response = await post(url, bearer(`${TOKEN.slice(0, -1)}0`));
    expect([response.status, await response.text()]).toEqual([
      401,
      expect.stringContaining('not the value of COUNTERSIGN_HTTP_TOKEN'),
    ]);
    expect((await fetch(new URL('/.well-known/oauth-protected-resource', url))).status).toBe(404);
    expect(stderr()).not.toContain(TOKEN.slice(0, 40));
    // It is one of our own credentials, so a tool refuses it as input.
    const params = { name: 'explain_xdr', arguments: { xdr: TOKEN } };
    const refused = await (await post(url, bearer(TOKEN), { ...LIST, method: 'tools/call', params })).text();
    expect(refused).toContain('SECRET_REFUSED');
    expect(refused).not.toContain(TOKEN);
  });
});

test('a request must use our host name, come from a program, and POST one message of limited size', async () => {
  const { url, port } = await startHttp({ COUNTERSIGN_HTTP_TOKEN: TOKEN });
  const { host } = new URL(url);
  const auth = bearer(TOKEN);
  for (const name of [
    'evil.example',
    `evil.example:${new URL(url).port}`,
    '127.0.0.1.evil.example',
    '0.0.0.0',
    '[::2]',
  ]) {
    const posted = await bareRequest(port, '/mcp', { method: 'POST', headers: { ...auth, host: name }, body: '{}' });
    const report = await bareRequest(port, '/.well-known/oauth-protected-resource', { headers: { host: name } });
    expect([posted.status, report.status], name).toEqual([403, 403]);
  }
  for (const origin of ['https://evil.example', 'null', `https://${host}`, 'http://127.0.0.1:1']) {
    expect((await post(url, { ...auth, origin })).status, origin).toBe(403);
  }
  expect((await post(url, { ...auth, origin: `http://${host}` })).status).toBe(200);
  for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS', 'HEAD']) {
    const response = await fetch(url, { method, headers: auth });
    expect([response.status, response.headers.get('allow')], method).toEqual([405, 'POST']);
  }
  const bodies: readonly (readonly [unknown, number, number])[] = [
    ['{', 400, -32_700],
    ['', 400, -32_700],
    [[LIST, LIST], 400, -32_700],
    [{ jsonrpc: '2.0', id: 7, method: 5 }, 400, -32_600],
    [{ ...LIST, more: true }, 400, -32_600],
    [{ ...LIST, params: { pad: 'x'.repeat(600_000) } }, 413, -32_600],
  ];
  for (const [body, status, code] of bodies) {
    const response = await post(url, auth, body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { code, message: expect.any(String) } });
  }
  expect((await post(url, { ...auth, 'content-type': 'text/plain' })).status).toBe(415);
  expect((await post(url, { ...auth, accept: 'text/html' })).status).toBe(406);
  const unknown = await post(url, { ...auth, 'mcp-protocol-version': TOKEN });
  expect([unknown.status, (await unknown.text()).includes(TOKEN)]).toEqual([400, false]);
  expect((await fetch(new URL('/nothing', url))).status).toBe(404);
});

describe('the start', () => {
  const SIGNED_IN = { COUNTERSIGN_OAUTH_ISSUER: 'https://issuer.example' };
  const PUBLIC = { COUNTERSIGN_PUBLIC_URL: 'https://escrow.example.org' };
  const everywhere = ['--host', '0.0.0.0'];

  test.each([
    ['without a way to prove who asks', {}, [], /^COUNTERSIGN_HTTP_TOKEN is missing, and COUNTERSIGN_OAUTH_ISSUER too/],
    ['for other machines without sign-in', PUBLIC, everywhere, /^COUNTERSIGN_OAUTH_ISSUER is missing/],
    ['behind a proxy without sign-in', PUBLIC, [], /^COUNTERSIGN_OAUTH_ISSUER is missing/],
    ['for other machines without a public address', SIGNED_IN, everywhere, /^COUNTERSIGN_PUBLIC_URL is missing/],
    [
      'for other machines with this one’s token',
      { ...SIGNED_IN, ...PUBLIC, COUNTERSIGN_HTTP_TOKEN: TOKEN },
      everywhere,
      /^COUNTERSIGN_HTTP_TOKEN is for this machine alone/,
    ],
  ] as const)('%s ends in one line', async (_, env, args, says) => {
    const settings = { COUNTERSIGN_DATA_DIR: temporaryFolder(), ...env };
    const { code, stdout, stderr } = await runMcpHere(['http', '--port', '0', ...args], { env: settings });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(says);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr).not.toContain(TOKEN);
  });

  test('with an issuer that names itself differently ends in one line', async () => {
    const issuer = await startIssuer({ name: 'https://someone-else.example/' });
    const { ended, stderr } = startProcess([CLI, 'http', '--port', '0'], {
      env: { COUNTERSIGN_DATA_DIR: temporaryFolder(), COUNTERSIGN_OAUTH_ISSUER: issuer.url },
    });
    expect(await ended).toBe(1);
    expect(stderr()).toMatch(
      /^COUNTERSIGN_OAUTH_ISSUER is not what the issuer publishes.*Write it exactly as its tokens do\.\n$/,
    );
  });

  test('on an address of another machine ends in one line', async () => {
    const { ended, stderr } = startProcess([CLI, 'http', '--port', '0', '--host', '192.0.2.1'], {
      env: {
        COUNTERSIGN_DATA_DIR: temporaryFolder(),
        COUNTERSIGN_PAGE_PORT: String(await freePort()),
        COUNTERSIGN_OAUTH_ISSUER: (await startIssuer()).url,
        ...PUBLIC,
      },
    });
    expect([await ended, stderr()]).toEqual([1, '--host is no address of this machine; 0.0.0.0 is all of them.\n']);
  });

  test('on a port in use says which option to change', async () => {
    const env = { COUNTERSIGN_HTTP_TOKEN: TOKEN };
    const { url } = await startHttp(env);
    const { ended, stderr } = startProcess([CLI, 'http', '--port', new URL(url).port], {
      env: { COUNTERSIGN_DATA_DIR: temporaryFolder(), ...env },
    });
    expect(await ended).toBe(1);
    expect(stderr()).toMatch(/^--port is in use by another program; give another, or 0 for a free one\.\n$/);
  });

  test.each([['--port', '70000'], ['--host', 'a b'], ['more']])('%s %s shows how it is used', async (...args) => {
    const { code, stderr } = await runMcpHere(['http', ...args]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('usage: ')]);
  });
});
