/** Who a token is of and what it is for, and why another one is refused: one line for each. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tenantOfSubject } from '@countersign/core/settings/tenants';
import { type LocalIssuer, startIssuer } from '@countersign/testkit/mcp/issuer';
import { endClock, passTime, restartClock } from '@countersign/testkit/record/fixed-clock';
import { createPart } from '@countersign/testkit/record/part';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { createAuthentication, createIssuer } from './authenticate.ts';
import { createIssuerKeys, OtherIssuer, readIssuer } from './issuer-keys.ts';
import type { HttpPlan } from './plan.ts';

afterEach(endClock);

const LOCAL = '0123456789abcdef'.repeat(4);
const OWN = ['https://escrow.example.org/mcp', 'https://escrow.example.org/mcp/'];
const NOW = Date.UTC(2026, 0, 15, 12) / 1_000;
const NO_ISSUER: HttpPlan = {
  ...{ address: undefined, port: 0, publicUrl: undefined, issuer: undefined, audience: undefined },
  ...{ scopes: [], token: undefined, origins: [] },
};

type Claims = Parameters<LocalIssuer['token']>[2];
const at = (typ: string, more: object = {}): Claims => ({ header: { typ }, ...more });

/** Each in addition to what a token of the issuer has by itself: `iss`, `sub` ada, `aud` and an hour to live. */
const CLAIMS: readonly Claims[] = [
  {},
  ...[undefined, '', ' ', ' ada', 'a'.repeat(255), 'a'.repeat(256)].map((sub) => ({ sub })),
  ...[{ exp: NOW - 29 }, { exp: NOW - 30 }, { exp: undefined }, { nbf: NOW + 30 }, { nbf: NOW + 31 }],
  ...[{ iss: 'https://other.example' }, { iss: undefined }, { aud: undefined }, { aud: [] }, { aud: OWN[1] as string }],
  ...[{ aud: ['https://other.example', OWN[0] as string] }, { aud: 'https://escrow.example.org' }],
  ...[{ alg: 'HS256' }, { header: { kid: 'other' } }],
  ...['at+jwt', 'AT+JWT', 'application/at+jwt', 'jwt', 'JWT', 'application/jwt', 'id+jwt', 'dpop+jwt'].map((typ) =>
    at(typ),
  ),
  ...[at('at+jwt', { nonce: 'n' }), at('jwt', { nonce: 'n' }), { at_hash: 'x' }, { c_hash: 'x' }, { s_hash: 'x' }],
  ...[
    { nonce: 'n', scope: 'a' },
    { nonce: 'n', scp: ['a'] },
    { typ: 'Bearer', nonce: 'n' },
    { typ: 'ID' },
    { typ: 'bearer' },
  ],
  ...[
    { token_use: 'access', nonce: 'n' },
    { token_use: 'id', scope: 'a' },
    { typ: 'Bearer', token_use: 'id' },
  ],
  ...[{ cnf: { jkt: 'x' } }, at('at+jwt', { cnf: {} })],
  ...['client_id', 'azp', 'cid', 'appid'].flatMap((name) => [
    ...[{ [name]: 'host' }, { [name]: 'ada' }, { [name]: 'host', sub: 'host@clients' }, { [name]: OWN[0], scope: 'a' }],
    ...[{ [name]: OWN[0] }, { [name]: 5 }],
  ]),
];

test('reads each kind of token of an issuer as recorded', async () => {
  restartClock();
  const part = createPart();
  const issuer = await startIssuer();
  const plans: Readonly<Record<string, Partial<HttpPlan>>> = {
    'with its own address as audience': { issuer: issuer.url },
    'with a client as audience': { issuer: issuer.url, audience: 'client-1' },
    'with the scope of reading': { issuer: issuer.url, scopes: ['escrow:read'] },
    'with a token of this machine too': { issuer: issuer.url, token: LOCAL },
    'with a token of this machine alone': { token: LOCAL },
  };
  for (const [title, changes] of Object.entries(plans)) {
    part.note(title);
    const { authenticate } = createAuthentication({ ...NO_ISSUER, ...changes });
    const [audience = ''] = changes.audience === undefined ? OWN : [changes.audience];
    const line = async (name: string, authorization: string | undefined) => {
      const found = await authenticate(authorization, OWN);
      if ('refused' in found) return part.note(`  ${name}: ${found.refused.why}: ${found.refused.text}`);
      const { tenant, id } = found.person;
      const whose = tenant === tenantOfSubject(issuer.url, id) ? 'of the issuer' : tenant;
      part.note(
        `  ${name}: ${id.length > 40 ? `${id.length} letters` : JSON.stringify(id)} ${whose}, for ${[...found.granted].join(' ')}`,
      );
    };
    await line('nothing', undefined);
    await line('of this machine', `Bearer ${LOCAL}`);
    for (const text of [
      'opaque',
      'e30',
      'a.b.c',
      'e30.e30.',
      `${(await issuer.token('ada', audience)).slice(0, -9)}AAAAAAAAA`,
    ])
      await line(text.length > 20 ? 'with another signature' : text, `Bearer ${text}`);
    if (title.includes('machine')) continue;
    for (const claims of title.includes('own')
      ? CLAIMS
      : [{}, { azp: 'client-1' }, { azp: 'host' }, { nonce: 'n' }, { scope: 'escrow:read' }, { scope: 'x' }]) {
      const text = JSON.stringify(claims, (_, value) => (value === undefined ? 'absent' : value));
      await line(
        text.length > 200 ? `${text.slice(0, 20)}… (${text.length})` : text,
        `Bearer ${await issuer.token('ada', audience, claims)}`,
      );
    }
  }
  await expect(part.text()).toMatchFileSnapshot('recorded/tokens.txt');
});

type Answer = readonly [status: number, body: string, headers?: Readonly<Record<string, string>>];

test('reads what an issuer publishes as recorded, and its keys until ten minutes after it went away', async () => {
  restartClock();
  const part = createPart();
  let answers: Readonly<Record<string, Answer>> = {};
  const server = createServer(({ url = '' }, response) => {
    const [status, body, headers = {}] = answers[url] ?? [404, ''];
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => void server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [oauth, openid] = ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'];
  const line = async (title: string, path: string, given: typeof answers) => {
    answers = given;
    const outcome = await readIssuer(`${origin}${path}`).catch(
      (thrown) => `${thrown instanceof OtherIssuer ? 'another issuer' : 'cannot be read'}: ${thrown.message}`,
    );
    part.note(
      `${title}: ${typeof outcome === 'string' ? outcome : `keys at ${outcome.jwks_uri}, ${Object.keys(outcome)}`}`,
    );
  };
  const good = (path = '', more: object = {}) =>
    JSON.stringify({ issuer: `${origin}${path}`, jwks_uri: `${origin}/keys`, ...more });
  await line('OAuth', '', { [oauth]: [200, good('', { more: 1 })] });
  await line('OAuth, with a path', '/a', { [`${oauth}/a`]: [200, good('/a')] });
  await line('OAuth, with a path and a slash', '/a/', { [`${oauth}/a`]: [200, good('/a/')] });
  await line('OpenID', '', { [openid]: [200, good()] });
  await line('OpenID, with a path', '/a', { [`/a${openid}`]: [200, good('/a')] });
  await line('OAuth before OpenID', '', { [oauth]: [200, good()], [openid]: [200, good('', { issuer: 'x' })] });
  for (const status of [400, 404, 499, 500, 503])
    await line(`OAuth ${status}, OpenID good`, '', { [oauth]: [status, good()], [openid]: [200, good()] });
  for (const body of ['', 'x', 'null', '[]', '5', '{}'])
    await line(`OAuth ${body}, OpenID good`, '', { [oauth]: [200, body], [openid]: [200, good()] });
  const long = (length: number) => good('', { x: 'x'.repeat(length - good('', { x: '' }).length) });
  for (const length of [200_000, 200_001])
    await line(`OAuth of ${length} characters`, '', { [oauth]: [200, long(length)] });
  await line('moved', '', { [oauth]: [302, '', { location: openid }], [openid]: [200, good()] });
  await line('by another name', '', { [oauth]: [200, good('/')] });
  const https = ['', 'a@', 'a:b@', ':b@'].map((user) => `https://${user}keys.example/k`);
  for (const jwks of [
    undefined,
    5,
    'keys',
    'http://keys.example/k',
    ...https,
    `${https[0]}?v=1`,
    'ftp://keys.example/k',
  ])
    await line(`keys at ${jwks}`, '', { [oauth]: [200, good('', { jwks_uri: jwks })] });

  const issuer = await startIssuer();
  const keys = createIssuerKeys(`${issuer.url}/keys`);
  const { authenticate } = createAuthentication({ ...NO_ISSUER, issuer: issuer.url });
  part.note(`keys: ${await keys.count()}`);
  const token = await issuer.token('ada', OWN[0] as string);
  const state = async (title: string) => {
    const found = await authenticate(`Bearer ${token}`, OWN);
    part.note(
      `${title}: ${'refused' in found ? found.refused.why : found.person.id}, and the issuer was asked ${issuer.asked()} times`,
    );
  };
  await state('at first');
  issuer.answer(false);
  for (const seconds of [9, 1, 4, 1, 584, 1, 1]) {
    passTime(seconds);
    await state(`${seconds} s later, while it is away`);
  }
  issuer.answer(true);
  for (const seconds of [4, 1, 9, 1]) {
    passTime(seconds);
    await state(`${seconds} s later, and it is back`);
  }
  await expect(part.text()).toMatchFileSnapshot('recorded/issuers.txt');
});

describe('the issuer’s keys', () => {
  async function start() {
    restartClock();
    const issuer = await startIssuer();
    const { read } = createIssuer(issuer.url);
    const outcome = async (token: string): Promise<string> =>
      read(token, [OWN[0] as string]).then(
        ({ subject }) => subject,
        (thrown: Error) => thrown.message,
      );
    const ofAda = (claims: Claims = {}) => issuer.token('ada', OWN[0] as string, claims);
    const token = await ofAda();
    expect(await outcome(token)).toBe('ada');
    return { issuer, outcome, ofAda, token };
  }

  test('accept a token of a new key within a second, and then no longer one of the withdrawn key', async () => {
    const { issuer, outcome, ofAda, token } = await start();
    await issuer.rotate();
    passTime(1);
    expect(await outcome(await ofAda())).toBe('ada');
    expect(await outcome(token)).toBe('invalid');
  });

  test('refuse a withdrawn key within 10 s even if no token of another one arrives', async () => {
    const { issuer, outcome, token } = await start();
    await issuer.rotate();
    passTime(10);
    expect(await outcome(token)).toBe('invalid');
  });

  test('are read once, however many tokens with unknown keys arrive in a second', async () => {
    const { issuer, outcome, ofAda } = await start();
    const made = await ofAda({ header: { kid: 'made-up' } });
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => outcome(made)));
    expect([new Set(outcomes), issuer.asked()]).toEqual([new Set(['invalid']), 1]);
  });
});
