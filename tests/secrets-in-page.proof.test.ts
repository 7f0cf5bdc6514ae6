/** Every route of the signing page, with a secret in its address, a header or its body. */
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { NETWORKS } from '@countersign/core/network';
import { createSecretScanner } from '@countersign/core/secrets';
import { serveSigningPage } from '@countersign/signing-page';
import { deployInput, openScene } from '@countersign/testkit/page/scene';
import { expect, onTestFinished, test } from 'vitest';
import { CANARIES, CREDENTIAL, expectNoCanary } from './canaries.ts';

const AT_LEAST = 8;
const ESCROW = `/escrow/${NETWORKS.sandbox.tokens[0].address}`;

/** Routes and actions, as the source declares them. */
function routes(): { method: string; path: (page: string, proof: string, requestId: string) => string }[] {
  const files = ['signing-page', 'list-api', 'sign-in', 'escrow-page'].map(
    (name) => new URL(`../packages/signing-page/src/${name}.ts`, import.meta.url),
  );
  const source = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  const declared = [
    ...source.matchAll(
      /\bapp\.(get|post|put|patch|delete|all)\(\s*(?:`\$\{(PAGE|PROOF|OPEN|ESCROW)\}([^`]*)`|(PAGE|PROOF|OPEN|ESCROW)|'([^']*)')/g,
    ),
  ];
  const acts = [...source.matchAll(/\bact\(\s*'([a-z-]+)'/g)].map(([, name]) => ({
    method: 'POST',
    path: (page: string) => `/sign/${page}/${name}`,
  }));
  expect(acts).toHaveLength([...source.matchAll(/^ {2}act\(/gm)].length);
  // `act` itself declares by a name in a variable; all others are literal.
  const literal = declared.filter(([, , , below]) => below === undefined || !below.includes('$'));
  expect(source.match(/\bapp\.(get|post|put|patch|delete|all)\(/g)).toHaveLength(literal.length + 1);
  return [
    ...literal.map(([, method = '', above, below = '', alone, whole]) => ({
      method: method.toUpperCase(),
      path: (page: string, proof: string, requestId: string) => {
        const within = { PAGE: `/sign/${page}`, PROOF: `/prove/${proof}`, OPEN: `/open/${requestId}`, ESCROW };
        const own = within[(above ?? alone) as keyof typeof within];
        return whole?.replace(':name', 'page.js').replace(':reference', page) ?? `${own}${below}`;
      },
    })),
    ...acts,
  ];
}

test('a secret anywhere in a request is refused, and leaks nowhere', async ({ task }) => {
  const scene = await openScene();
  onTestFinished(() => scene.close());
  const troubles: unknown[] = [];
  const page = await serveSigningPage({
    desk: scene.desk,
    scanner: createSecretScanner([CREDENTIAL]),
    onTrouble: (thrown) => troubles.push(thrown),
  });
  onTestFinished(() => page.close());
  let prepared = await scene.desk.prepare('deploy', deployInput());
  let id = '';
  let cookie = '';
  let proof = '';
  /** Limits apply before the scan, so each secret gets its own page and list. */
  const begin = async () => {
    prepared = await scene.desk.prepare('deploy', deployInput());
    id = new URL(prepared.signUrl as string).pathname.split('/').at(-1) as string;
    const asked = { address: prepared.summary.signer, person: 'Ada', place: 'Here' };
    proof = String((await scene.desk.askWalletProof(asked))?.url.split('/').at(-1));
    const token = new URL((await scene.desk.openList()).url).hash.slice(1);
    const opened = await fetch(`${page.url}/session`, {
      method: 'POST',
      headers: { origin: page.url, 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    [cookie = ''] = String(opened.headers.get('set-cookie')).split(';');
  };
  const all = [...routes(), { method: 'GET', path: () => '/nowhere' }, { method: 'PUT', path: () => '/sign/nowhere' }];
  expect(all.length).toBeGreaterThanOrEqual(AT_LEAST);

  let asked = 0;
  for (const { method, path } of all) {
    const secretly = async (what: string, address: string, headers: Record<string, string>, body?: string) => {
      const reply = await ask(page.url, method, address, { cookie, ...headers }, body);
      expect(
        [reply.status, JSON.parse(reply.body).error.code],
        `${method} ${path(id, proof, prepared.id)}: ${what}`,
      ).toEqual([400, 'SECRET_REFUSED']);
      expectNoCanary(what, reply.raw);
      asked += 1;
    };
    for (const secret of Object.values(CANARIES)) {
      await begin();
      const encoded = encodeURIComponent(secret);
      await secretly('query', `${path(id, proof, prepared.id)}?a=1&q=${encoded}`, {});
      await secretly('name in the query', `${path(id, proof, prepared.id)}?${encoded}=1`, {});
      await secretly('path', `${path(id, proof, prepared.id)}/${encoded}`, {});
      await secretly('header', path(id, proof, prepared.id), { 'x-note': `mine: ${secret}` });
      await secretly('cookie', path(id, proof, prepared.id), { cookie: `${cookie}; a=${encoded}` });
      await secretly('authorization', path(id, proof, prepared.id), {
        authorization: `Basic ${Buffer.from(secret).toString('base64')}`,
      });
      if (method === 'GET') continue;
      await secretly('body', path(id, proof, prepared.id), {}, secret);
      await secretly('signedXdr', path(id, proof, prepared.id), {}, JSON.stringify({ signedXdr: secret }));
      await secretly(
        'another field',
        path(id, proof, prepared.id),
        {},
        JSON.stringify({ signedXdr: 'AAAA', odd: [{ deep: secret }] }),
      );
      await secretly('name of a field', path(id, proof, prepared.id), {}, JSON.stringify({ [secret]: 1 }));
      const half = Math.floor(secret.length / 2);
      const [first, second] = secret.includes(' ')
        ? [secret.split(' ').slice(0, 6).join(' '), secret.split(' ').slice(6).join(' ')]
        : [secret.slice(0, half), secret.slice(half)];
      await secretly('cut into two fields', path(id, proof, prepared.id), {}, JSON.stringify({ a: first, b: second }));
    }
  }
  expect(troubles).toEqual([]);
  expect((await scene.desk.status(prepared.id)).status).toBe('prepared');
  task.meta.figures = {
    proof: 'Secrets in every field',
    rows: { 'routes of the signing page': all.length, 'requests with a secret, all refused': asked },
  };
});

async function ask(base: string, method: string, path: string, headers: Record<string, string>, body?: string) {
  const { host, origin } = new URL(base);
  const [hostname, port] = host.split(':');
  const sent = request({
    hostname,
    port,
    method,
    path,
    headers: { origin, 'content-type': 'application/json', ...headers },
  });
  sent.end(body);
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject);
  });
  const shownText = await text(response);
  return { status: response.statusCode, body: shownText, raw: JSON.stringify(response.rawHeaders) + shownText };
}
