/** Everything that the doctor prints, as a person runs it, and what it finds in the surroundings of an installation. */
import { chmodSync, copyFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { connect, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { parseSettings } from '@countersign/core/settings';
import { startSandbox } from '@countersign/escrow-service';
import { openDeskWithPage } from '@countersign/signing-page';
import { startWithCertificate } from '@countersign/testkit/network/certificate';
import { freePort } from '@countersign/testkit/processes/ports';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { endClock, passTime, restartClock } from '@countersign/testkit/record/fixed-clock';
import { createPart } from '@countersign/testkit/record/part';
import { answer, deadUrl, startScriptedService } from '@countersign/testkit/service/scripted-service';
import { runMcpHere } from '@countersign/testkit/tools/run-tool-here';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { checkCertificate } from './check-certificate.ts';
import { checkIssuer } from './doctor.ts';
import { type Finding, findingsText } from './findings.ts';

afterEach(endClock);

/** Runs it with a port for the page on which nothing listens. */
async function transcript() {
  const part = createPart();
  const page = String(await freePort());
  const note = async (title: string, env: Record<string, string> = {}, args: readonly string[] = []) => {
    const { COUNTERSIGN_DATA_DIR = temporaryFolder() } = env;
    const all = { COUNTERSIGN_PAGE_PORT: page, ...env, COUNTERSIGN_DATA_DIR };
    const { code, stdout, stderr } = await runMcpHere(['doctor', ...args], { env: all });
    expect(stderr).toBe('');
    const shown = stdout
      .replaceAll(COUNTERSIGN_DATA_DIR, '<data>')
      .replaceAll(process.versions.node, '<version>')
      .replaceAll(page, '<page>')
      .trimEnd();
    part.note(`${title}: exit code ${code}`, shown);
  };
  return { part, note, page };
}

/** A page that is open until the test ends. */
async function openPage(env: Record<string, string>, port = Number(env['COUNTERSIGN_PAGE_PORT'])): Promise<void> {
  onTestFinished((await openDeskWithPage(parseSettings(env), { startSandbox, log: () => {}, port })).close);
  // A checkout makes the page's scripts at the first request, which may take longer than the doctor waits.
  await (await fetch(`http://127.0.0.1:${port}/sign/${'0'.repeat(32)}`)).text();
}

test('reports settings, variables that nothing reads, and the proxy', async () => {
  const { part, note } = await transcript();
  await note('nothing is set');
  await note('for machines', { COUNTERSIGN_FEE_STOP: 'much' }, ['--json']);
  await note('two wrong settings', { COUNTERSIGN_FEE_STOP: 'much', STELLAR_NETWORK: 'nowhere' });
  await note('a data folder that starts with ~', { COUNTERSIGN_DATA_DIR: '~/here' });
  await note('modes', {
    ...{ COUNTERSIGN_ALLOW_PARTLY: 'true', COUNTERSIGN_ALLOW_FOREIGN: 'true', COUNTERSIGN_READ_ONLY: 'true' },
    ...{ ESCROW_PIN: 'x', STELLAR_NETWROK: 'testnet', DISCORD_TOKEN: 'x', COUNTERSIGN_SOMETHING_ELSE: 'x', HOME: '/' },
  });
  // Nothing else is looked at where a setting is wrong.
  const none = { COUNTERSIGN_FEE_STOP: 'much' };
  for (const name of ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'])
    await note(name, { ...none, [name]: 'x' });
  await note('https_proxy that is empty', { ...none, https_proxy: '' });
  const proxy = { ...none, HTTPS_PROXY: 'http://ana:password@proxy.example' };
  for (const value of ['1', '0']) await note(`NODE_USE_ENV_PROXY ${value}`, { ...proxy, NODE_USE_ENV_PROXY: value });
  for (const value of ['--use-env-proxy', '--x'])
    await note(`NODE_OPTIONS ${value}`, { ...proxy, NODE_OPTIONS: value });
  await expect(part.text()).toMatchFileSnapshot('recorded/settings.txt');
});

const FIXTURES = resolve(import.meta.dirname, '../../../../../tests/fixtures/data-folder');

test('reports the data folder and its files, and updates none of them', async () => {
  const { part, note } = await transcript();
  const look = async (title: string, make: (folder: string) => void, env = {}) => {
    const folder = temporaryFolder();
    make(folder);
    await note(title, { COUNTERSIGN_DATA_DIR: folder, COUNTERSIGN_READ_ONLY: 'true', ...env });
    return () => note(`${title}, again`, { COUNTERSIGN_DATA_DIR: folder, COUNTERSIGN_READ_ONLY: 'true', ...env });
  };
  const file = join(temporaryFolder(), 'a-file');
  writeFileSync(file, '');
  await note('a data folder below a file', { COUNTERSIGN_DATA_DIR: join(file, 'data') });
  const again = await look('a folder that is open to others', (folder) => chmodSync(folder, 0o750));
  await again();
  await look('a folder that others may enter', (folder) => chmodSync(folder, 0o701));
  await look('a folder with notes that is open to others', (folder) => {
    writeFileSync(join(folder, 'notes.txt'), '');
    chmodSync(folder, 0o755);
  });
  const old = (folder: string) => {
    for (const name of ['prepared.sqlite', 'sandbox-ledger.sqlite'])
      copyFileSync(join(FIXTURES, name), join(folder, name));
  };
  await (await look('files of an earlier version', old))();
  await look('a file of a newer version', (folder) => {
    old(folder);
    const database = new DatabaseSync(join(folder, 'prepared.sqlite'));
    database.exec('PRAGMA user_version = 99');
    database.close();
  });
  await look('a damaged file', (folder) => writeFileSync(join(folder, 'prepared.sqlite'), 'no database'.repeat(99)));
  const away = { DATABASE_URL: 'postgresql://ana@127.0.0.1:9/none' };
  await look('a database that is away', () => {}, away);
  await look('files of an earlier version, and a database that is away', old, away);
  await expect(part.text()).toMatchFileSnapshot('recorded/data-folder.txt');
});

test('reports where the signing page is served, and what answers at its public address', async () => {
  const { part, note, page } = await transcript();
  const [stranger, elsewhere, publicPort] = [
    await startScriptedService(answer(200, 'hello')),
    await freePort(),
    await freePort(),
  ];
  const port = new URL(stranger.url).port;
  const COUNTERSIGN_PUBLIC_URL = `http://127.0.0.1:${publicPort}`;
  const look = (title: string, env: Record<string, string> = {}) => note(title, { STELLAR_NETWORK: 'sandbox', ...env });
  await look('nothing listens');
  await look('read-only', { COUNTERSIGN_READ_ONLY: 'true', COUNTERSIGN_PUBLIC_URL });
  await look('another program has its port', { COUNTERSIGN_PAGE_PORT: port });
  await look('nothing at the public address', { COUNTERSIGN_PUBLIC_URL });
  await look('another program at the public address', { COUNTERSIGN_PUBLIC_URL: stranger.url });
  await look('another program has its port, and nothing is at the public address', {
    ...{ COUNTERSIGN_PUBLIC_URL, COUNTERSIGN_PAGE_PORT: port },
  });
  const served = { COUNTERSIGN_DATA_DIR: temporaryFolder(), COUNTERSIGN_PAGE_PORT: page };
  await openPage(served);
  await look('served', served);
  await look('served by an installation with other settings', { COUNTERSIGN_PUBLIC_URL: `http://127.0.0.1:${page}/` });
  const moved = {
    COUNTERSIGN_DATA_DIR: temporaryFolder(),
    COUNTERSIGN_PUBLIC_URL,
    COUNTERSIGN_PAGE_PORT: String(await freePort()),
  };
  await openPage(moved, elsewhere);
  await look('served on another port, and nothing is at the public address', moved);
  await look('certificates that no authority signed', { COUNTERSIGN_PUBLIC_URL: await startWithCertificate(90) });
  await expect(
    part.text().replaceAll(String(elsewhere), '<elsewhere>').replaceAll(port, '<taken>'),
  ).toMatchFileSnapshot('recorded/page.txt');
});

const shown = (findings: readonly (Finding | undefined)[]) =>
  findingsText(findings.map((finding) => finding ?? { subject: 'nothing', state: 'ok', message: '' })).trimEnd();

test('warns two weeks before a certificate expires', async () => {
  const url = (await startWithCertificate(90)).replace('127.0.0.1', 'localhost');
  const usual = getCACertificates('default');
  onTestFinished(() => setDefaultCACertificates(usual));
  const { port } = new URL(url);
  const { raw, valid_to } = await new Promise<{ raw: Buffer; valid_to: string }>((done) => {
    const socket = connect({ host: 'localhost', port: Number(port), rejectUnauthorized: false }, () => {
      done(socket.getPeerCertificate());
      socket.destroy();
    });
  });
  setDefaultCACertificates([`-----BEGIN CERTIFICATE-----\n${raw.toString('base64')}\n-----END CERTIFICATE-----`]);
  restartClock();
  passTime((Date.parse(valid_to) - Date.now()) / 1_000 - 14 * 86_400);
  const lines: string[] = [];
  const look = async (title: string, seconds: number) => {
    passTime(seconds);
    lines.push(`${title}: ${shown([await checkCertificate('page', url)]).replaceAll(/\d{4}-\d\d-\d\d/g, '<day>')}`);
  };
  await look('14 days before', 0);
  await look('a second later', 1);
  await look('at its end', 14 * 86_400 - 1);
  await look('a second after its end', 1);
  const none = [
    await checkCertificate('page', 'http://127.0.0.1:9'),
    await checkCertificate('page', 'https://127.0.0.1:9'),
  ];
  lines.push(`no certificate: ${shown(none)}`);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('recorded/certificate.txt');
});

test('reports what the issuer publishes, and what hosts miss there', async () => {
  const lines: string[] = [];
  const http = { oauthAudience: undefined, oauthScopes: [], httpToken: undefined, allowedOrigins: [] };
  const look = async (title: string, metadata: object, keys: number, oauthScopes: readonly string[] = []) => {
    const service = await startScriptedService((response, request) => {
      const { url } = service;
      const body =
        request.url === '/keys'
          ? { keys: Array.from({ length: keys }, () => ({ kty: 'EC' })) }
          : { issuer: url, jwks_uri: `${url}/keys`, ...metadata };
      return answer(200, body)(response, request);
    });
    lines.push(
      `--- ${title}\n${shown(await checkIssuer({ http: { ...http, oauthIssuer: service.url, oauthScopes } }))}`,
    );
  };
  const PKCE = { code_challenge_methods_supported: ['plain', 'S256'] };
  const hosts = { ...PKCE, registration_endpoint: 'https://issuer.example/register' };
  await look('no keys', hosts, 0);
  await look('a key', hosts, 1);
  await look('two keys', hosts, 2);
  await look('no S256', { ...hosts, code_challenge_methods_supported: ['plain'] }, 1);
  await look('a text in place of a list', { ...hosts, code_challenge_methods_supported: 'S256' }, 1);
  await look('no registration', PKCE, 1);
  await look('client metadata documents', { ...PKCE, client_id_metadata_document_supported: true }, 1);
  await look('a text in place of true', { ...PKCE, client_id_metadata_document_supported: 'true' }, 1);
  await look('scopes that it does not list', hosts, 1, ['escrow:read', 'openid']);
  await look('a list with one of two scopes', { ...hosts, scopes_supported: ['openid'] }, 1, ['payments', 'openid']);
  await look('another name', { ...hosts, issuer: 'https://issuer.example' }, 1);
  await look('a list with neither', { ...hosts, scopes_supported: ['email'] }, 1, ['payments', 'openid']);
  for (const [title, oauthIssuer] of [
    ['no issuer', undefined],
    ['nothing answers', await deadUrl()],
  ] as const)
    lines.push(`--- ${title}\n${shown(await checkIssuer({ http: { ...http, oauthIssuer } }))}`);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('recorded/issuer.txt');
});

test('takes only its own options', async () => {
  const part = createPart();
  for (const args of ['--help', 'x', '--for discord-team']) {
    const { code, stdout, stderr } = await runMcpHere(['doctor', ...args.split(' ')]);
    part.note(`doctor ${args}: exit code ${code}`, (stdout + stderr).trimEnd());
  }
  await expect(part.text()).toMatchFileSnapshot('recorded/options.txt');
});
