import { chmodSync, copyFileSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { parseSettings } from '@countersign/core/settings';
import { type Sandbox, startSandbox } from '@countersign/escrow-service';
import type { Finding } from '@countersign/mcp-server/command-line/doctor/findings';
import { openDeskWithPage } from '@countersign/signing-page';
import { startDiscord } from '@countersign/testkit/discord/discord';
import { startIssuer } from '@countersign/testkit/mcp/issuer';
import { startWithCertificate } from '@countersign/testkit/network/certificate';
import { freePort } from '@countersign/testkit/processes/ports';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { network, startRpc } from '@countersign/testkit/rpc/scripted-rpc';
import { answer, silence, startScriptedService } from '@countersign/testkit/service/scripted-service';
import { runToolHere } from '@countersign/testkit/tools/run-tool-here';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({
    rateLimit: 0,
    accessToken: 'the-real-access-token-1',
    apiKey: 'the-real-api-key-0001',
  });
});
afterAll(() => sandbox.close());

const remote = (changes: Record<string, string> = {}) => ({
  ESCROW_API_URL: sandbox.url,
  STELLAR_NETWORK: 'sandbox',
  STELLAR_RPC_URL: sandbox.rpcUrl,
  ESCROW_ACCESS_TOKEN: 'the-real-access-token-1',
  ESCROW_API_KEY: 'the-real-api-key-0001',
  ...changes,
});

/** The findings by subject; the doctor must print nothing else. */
async function examine(env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await runToolHere('doctor', ['--json'], {
    env: { COUNTERSIGN_DATA_DIR: temporaryFolder(), ...env },
  });
  expect(stderr).toBe('');
  const findings = JSON.parse(stdout) as Finding[];
  expect(code).toBe(findings.some(({ state }) => state === 'wrong') ? 1 : 0);
  for (const { state, remedy } of findings) expect(remedy === undefined).toBe(state !== 'wrong');
  return { findings: new Map(findings.map((finding) => [finding.subject, finding])), text: stdout };
}

test('an installation without settings is sound', async () => {
  const { findings } = await examine();
  expect([...findings.values()].filter(({ state }) => state === 'wrong')).toEqual([]);
  expect(findings.get('network')?.message).toContain('sandbox');
  expect([...findings.keys()]).not.toContain('MCP server');
});

test('reports whether requests go through the proxy of the environment, without its address', async () => {
  const HTTPS_PROXY = 'http://ana:password@proxy.example:3128';
  const unused = await examine({ HTTPS_PROXY });
  expect(unused.findings.get('proxy')?.message).toContain('Node does not use it');
  const used = await examine({ HTTPS_PROXY, NODE_USE_ENV_PROXY: '1' });
  expect(used.findings.get('proxy')?.message).toContain('except to this machine, Discord and NO_PROXY');
  expect(unused.text + used.text).not.toContain('proxy.example');
});

test('asks the issuer with which people sign in', async () => {
  const issuer = await startIssuer({ metadata: { code_challenge_methods_supported: ['S256'] } });
  const { findings } = await examine({ COUNTERSIGN_OAUTH_ISSUER: issuer.url });
  expect(findings.get('COUNTERSIGN_OAUTH_ISSUER')).toMatchObject({ state: 'note' });
  expect(issuer.asked()).toBe(1);
});

test('a line for each finding, with what to do', async () => {
  const { stdout, code } = await runToolHere('doctor', [], { env: { COUNTERSIGN_DATA_DIR: '~/here' } });
  expect(code).toBe(1);
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(/^✗ COUNTERSIGN_DATA_DIR {2}starts with ~.*then start again\.$/);
});

test('a sandbox in another dialect than the settings’ is reported as such, not as a wrong key', async () => {
  const { findings } = await examine(remote({ ESCROW_API_DIALECT: 'v1' }));
  expect(findings.get('service')).toMatchObject({
    state: 'wrong',
    message: 'The sandbox speaks seed, but v1 is expected.',
    remedy: expect.stringContaining('ESCROW_API_DIALECT=seed'),
  });
  expect(findings.has('ESCROW_API_KEY')).toBe(false);
});

test('a service that answers and accepts both credentials', async () => {
  const { findings, text } = await examine(remote());
  for (const subject of [
    'service',
    'ESCROW_ACCESS_TOKEN',
    'ESCROW_API_KEY',
    'clock',
    'STELLAR_RPC_URL',
    'ESCROW_PINS factory',
    'ESCROW_PINS wasmHash',
  ]) {
    expect(findings.get(subject)?.state, subject).toBe('ok');
  }
  expect(text).not.toContain('the-real');
});

test('without a service, the RPC, the pins and the fee account are looked at', async () => {
  const direct = { ESCROW_SERVICE: 'direct', STELLAR_NETWORK: 'sandbox' };
  const { findings } = await examine({
    ...direct,
    STELLAR_RPC_URL: sandbox.rpcUrl,
    STELLAR_RPC_RATE_LIMIT: '60',
  });
  expect(findings.get('settings')?.message).toBe('sandbox, without a service');
  expect(findings.get('service')).toMatchObject({ state: 'ok', message: expect.stringMatching(/^none/) });
  expect(findings.get('STELLAR_RPC_RATE_LIMIT')?.message).toContain('60 requests a minute');
  expect(findings.get('ESCROW_PINS feeAddress')).toMatchObject({
    state: 'ok',
    message: 'exists, and can be paid USDC',
  });
  for (const subject of ['STELLAR_RPC_URL', 'ESCROW_PINS factory', 'ESCROW_PINS wasmHash']) {
    expect(findings.get(subject)?.state, subject).toBe('ok');
  }
  const embedded = await examine(direct);
  expect(embedded.findings.get('network')?.state).toBe('ok');
});

test('looks at the fee account also with a service', async () => {
  expect((await examine(remote())).findings.get('ESCROW_PINS feeAddress')).toMatchObject({
    state: 'ok',
    message: 'exists, and can be paid USDC',
  });
});

test.each([
  ['without a service', { ESCROW_SERVICE: 'direct' }],
  [
    'with a service',
    { ESCROW_API_URL: 'http://127.0.0.1:9', ESCROW_API_DIALECT: 'v1', ESCROW_API_KEY: 'a-key-of-the-service-1' },
  ],
])('reports a fee account that does not exist %s', async (_, means) => {
  const rpc = await startRpc({
    getNetwork: network(NETWORKS.testnet.passphrase),
    getLedgerEntries: { entries: [], latestLedger: 9 },
  });
  const [{ address: feeAddress }] = SANDBOX_ACCOUNTS;
  const env = {
    ...means,
    STELLAR_NETWORK: 'testnet',
    STELLAR_RPC_URL: rpc.url,
    ...('ESCROW_API_DIALECT' in means ? { ESCROW_PINS: JSON.stringify({ feeAddress }) } : {}),
  };
  const { findings } = await examine(env);
  expect(findings.get('ESCROW_PINS feeAddress')).toMatchObject({ state: 'wrong' });
});

test('each credential is tried alone', async () => {
  const { findings, text } = await examine(remote({ ESCROW_API_KEY: 'not-the-real-api-key-02' }));
  expect(findings.get('ESCROW_ACCESS_TOKEN')?.state).toBe('ok');
  expect(findings.get('ESCROW_API_KEY')?.state).toBe('wrong');
  expect(text).not.toContain('not-the-real');
  const other = await examine(remote({ ESCROW_ACCESS_TOKEN: 'not-the-real-access-token' }));
  expect(other.findings.get('ESCROW_ACCESS_TOKEN')?.state).toBe('wrong');
  expect(other.findings.get('ESCROW_API_KEY')?.state).toBe('ok');
});

test('something else at the service’s and the RPC’s address, and a wrong clock', async () => {
  const url = await serve({ date: new Date(Date.now() + 3_600_000).toUTCString() }, '<h1>It works!</h1>');
  const { findings } = await examine(remote({ ESCROW_API_URL: url, STELLAR_NETWORK: 'testnet', STELLAR_RPC_URL: url }));
  expect(findings.get('service')).toMatchObject({ state: 'wrong', message: expect.stringContaining('web page') });
  expect(findings.get('ESCROW_ACCESS_TOKEN')?.state).toBe('skipped');
  expect(findings.get('STELLAR_RPC_URL')?.state).toBe('wrong');
  expect(findings.get('ESCROW_PINS factory')?.state).toBe('note');
});

test('an RPC that does not answer times out', async () => {
  const { url } = await startScriptedService(silence);
  expect((await examine(remote({ STELLAR_RPC_URL: url }))).findings.get('STELLAR_RPC_URL')?.state).toBe('wrong');
});

test('a clock that is an hour behind is reported by name', async () => {
  const url = await serve(
    { date: new Date(Date.now() + 3_600_000).toUTCString() },
    '{"statusCode":400,"message":"no"}',
  );
  const { findings } = await examine(remote({ ESCROW_API_URL: url, STELLAR_NETWORK: 'testnet' }));
  expect(findings.get('clock')).toMatchObject({
    state: 'wrong',
    message: expect.stringMatching(/3[56]\d\d\.\d s behind/),
  });
});

test('an RPC of another network, and a factory that does not exist', async () => {
  const { findings } = await examine(remote({ STELLAR_NETWORK: 'testnet' }));
  expect(findings.get('STELLAR_RPC_URL')).toMatchObject({
    state: 'wrong',
    message: expect.stringContaining('another network'),
  });
  const { factory } = NETWORKS.sandbox;
  // On the sandbox itself the pins are constants; an RPC's network is only known by its passphrase.
  const pinned = await examine(remote({ ESCROW_PINS: JSON.stringify({ factory }) }));
  expect(pinned.findings.get('ESCROW_PINS factory')?.message).toContain('runs the pinned code');
});

const RANGE = { status: 'NOT_FOUND', oldestLedger: 1, latestLedger: 9 };
/** An RPC whose history begins so many hours ago. */
const remembering = (passphrase: string, hours: number) =>
  startRpc({
    getNetwork: network(passphrase),
    getTransaction: () => ({
      ...RANGE,
      oldestLedgerCloseTime: String(Math.floor(Date.now() / 1_000) - hours * 3_600),
      latestLedgerCloseTime: String(Math.floor(Date.now() / 1_000)),
    }),
  });

test('it reports the source of outcomes, and how far back the RPC remembers', async () => {
  const own = await examine(remote());
  expect(own.findings.get('outcomes')).toMatchObject({ state: 'ok', message: 'come from the ledger by 127.0.0.1' });
  const { STELLAR_RPC_URL: _, ...unnamed } = remote();
  const found = await examine(unnamed);
  expect(found.findings.get('outcomes')).toMatchObject({ state: 'ok', message: 'come from the ledger by 127.0.0.1' });
  const without = await examine({ ...unnamed, STELLAR_NETWORK: 'testnet', COUNTERSIGN_WITHOUT_RPC: 'true' });
  expect(without.findings.get('outcomes')).toMatchObject({
    state: 'note',
    message: expect.stringContaining('no Stellar RPC: outcomes are the service’s word'),
  });

  const { passphrase } = NETWORKS.testnet;
  const rpc = async (hours: number) => {
    const { url } = await remembering(passphrase, hours);
    const { findings } = await examine(remote({ STELLAR_NETWORK: 'testnet', STELLAR_RPC_URL: url }));
    return findings.get('STELLAR_RPC_URL');
  };
  expect(await rpc(7 * 24 + 1)).toMatchObject({ state: 'ok', message: 'answers for testnet; it remembers 7 days' });
  expect(await rpc(23)).toMatchObject({ state: 'note', message: expect.stringContaining('remembers 23 h only') });
});

test('on the public network one RPC alone could lie, and two must agree', async () => {
  const { passphrase } = NETWORKS.public;
  const [one, other] = await Promise.all([remembering(passphrase, 48), remembering(NETWORKS.testnet.passphrase, 48)]);
  const look = async (urls: string) =>
    (await examine(remote({ STELLAR_NETWORK: 'public', STELLAR_RPC_URL: urls }))).findings;
  const alone = await look(one.url);
  expect(alone.get('outcomes')).toMatchObject({ state: 'note', message: expect.stringContaining('second escrow') });
  const both = await look(`${one.url},${other.url}`);
  expect(both.get('outcomes')).toMatchObject({
    state: 'ok',
    message: expect.stringContaining('unless 127.0.0.1 agrees'),
  });
  expect(both.get('STELLAR_RPC_URL')?.state).toBe('ok');
  expect(both.get('STELLAR_RPC_URL (second)')).toMatchObject({
    state: 'wrong',
    message: 'is of another network than public.',
  });
});

test('a data folder that cannot be written, or holds a damaged file', async () => {
  expect((await examine({ COUNTERSIGN_DATA_DIR: '/proc/here' })).findings.get('data folder')?.state).toBe('wrong');
  const damaged = temporaryFolder();
  writeFileSync(join(damaged, 'prepared.sqlite'), 'this is no database, however long one looks at it');
  expect((await examine({ COUNTERSIGN_DATA_DIR: damaged })).findings.get('prepared.sqlite')?.state).toBe('wrong');
});

test.skipIf(process.platform === 'win32')(
  'a data folder that is open to others, or not Countersign’s alone',
  async () => {
    const open = temporaryFolder();
    chmodSync(open, 0o755);
    expect((await examine({ COUNTERSIGN_DATA_DIR: open })).findings.get('data folder')).toMatchObject({
      state: 'note',
      message: expect.stringMatching(/was open .* \(mode 755\); it is closed/),
    });
    expect((await examine({ COUNTERSIGN_DATA_DIR: open })).findings.get('data folder')?.state).toBe('ok');
    const shared = temporaryFolder();
    writeFileSync(join(shared, 'notes.txt'), '');
    chmodSync(shared, 0o755);
    expect((await examine({ COUNTERSIGN_DATA_DIR: shared })).findings.get('data folder')).toMatchObject({
      state: 'wrong',
      message: expect.stringContaining('not Countersign’s alone'),
    });
  },
);

test('files of an earlier version are left for the next start to update; newer ones are wrong', async () => {
  const folder = temporaryFolder();
  const fixtures = resolve(import.meta.dirname, '../../../tests/fixtures/data-folder');
  const files = ['prepared.sqlite', 'discord.sqlite', 'sandbox-ledger.sqlite'];
  for (const name of files) copyFileSync(join(fixtures, name), join(folder, name));
  const look = async () => (await examine({ COUNTERSIGN_DATA_DIR: folder })).findings;
  const old = await look();
  expect(old.get('prepared.sqlite')).toMatchObject({
    state: 'note',
    message: expect.stringMatching(/^is of version 1; the next start updates it to \d+ and keeps a copy next to it\.$/),
  });
  expect(old.get('discord.sqlite')?.state).toBe('note');
  expect(old.get('sandbox-ledger.sqlite')).toMatchObject({
    state: 'note',
    message: 'is of version 2; the next start updates it to 6 and keeps a copy next to it.',
  });
  expect(readdirSync(folder).toSorted()).toEqual(files.toSorted());
  const database = new DatabaseSync(join(folder, 'prepared.sqlite'));
  database.exec('PRAGMA user_version = 99');
  database.close();
  expect((await look()).get('prepared.sqlite')).toMatchObject({
    state: 'wrong',
    message: expect.stringContaining('newer version of Countersign'),
    remedy: expect.stringContaining('Update Countersign'),
  });
});

test('variables that nothing reads are named, with the probable spelling', async () => {
  const { findings } = await examine({
    COUNTERSIGN_MAX_FEE: '3',
    ESCROW_PIN: 'x',
    STELLAR_NETWROK: 'testnet',
    HOME: '/',
  });
  expect(findings.get('COUNTERSIGN_MAX_FEE')?.message).toContain('COUNTERSIGN_MAX_FEE_XLM');
  expect(findings.get('ESCROW_PIN')?.message).toContain('ESCROW_PINS');
  expect(findings.get('STELLAR_NETWROK')?.message).toContain('STELLAR_NETWORK');
  expect(findings.has('HOME')).toBe(false);
});

test('a public address that leads nowhere, or to something else', async () => {
  const other = await serve({}, 'hello');
  const page = async (url: string) => (await examine({ COUNTERSIGN_PUBLIC_URL: url })).findings.get('signing page');
  expect(await page(other)).toMatchObject({ state: 'wrong', message: expect.stringContaining('something else') });
  expect(await page('http://127.0.0.1:9')).toMatchObject({
    state: 'wrong',
    message: expect.stringContaining('nothing answers'),
  });
});

test('names an expired certificate and one that no browser accepts', async () => {
  const [expired, unknown] = [await startWithCertificate(-1), await startWithCertificate(90)];
  const direct = { ESCROW_SERVICE: 'direct', STELLAR_NETWORK: 'testnet' };
  const page = async (url: string) => (await examine({ COUNTERSIGN_PUBLIC_URL: url })).findings.get('signing page');
  expect((await page(expired))?.message).toMatch(/^its certificate expired on \d{4}-\d\d-\d\d\.$/);
  expect((await page(unknown))?.message).toMatch(/^its certificate is not accepted \([A-Z_]+\)\.$/);
  const rpc = await examine({ ...direct, STELLAR_RPC_URL: expired });
  expect(rpc.findings.get('STELLAR_RPC_URL')?.message).toContain('its certificate expired');
  const service = await examine(remote({ ESCROW_API_URL: expired, STELLAR_NETWORK: 'testnet' }));
  expect(service.findings.get('service')?.message).toContain('its certificate expired');
});

test('names the port where the page is served when that is not the port of the settings', async () => {
  const COUNTERSIGN_DATA_DIR = temporaryFolder();
  const COUNTERSIGN_PUBLIC_URL = `http://127.0.0.1:${await freePort()}`;
  const env = { COUNTERSIGN_DATA_DIR, COUNTERSIGN_PUBLIC_URL, COUNTERSIGN_PAGE_PORT: String(await freePort()) };
  const port = await freePort();
  const { close } = await openDeskWithPage(parseSettings(env), { startSandbox, log: () => {}, port });
  onTestFinished(close);
  const { findings } = await examine(env);
  expect(findings.get('signing page')?.remedy).toBe(`The page is served on port ${port}: let the proxy lead there.`);
});

test('with a public address, a page port that another program holds is wrong', async () => {
  const port = new URL(await serve({}, 'hello')).port;
  const { findings } = await examine({
    COUNTERSIGN_PUBLIC_URL: 'https://sign.example.invalid',
    COUNTERSIGN_PAGE_PORT: port,
  });
  expect(findings.get('COUNTERSIGN_PAGE_PORT')).toMatchObject({
    state: 'wrong',
    message: expect.stringContaining(`port ${port} is held by another program`),
  });
  expect((await examine({ COUNTERSIGN_PAGE_PORT: port })).findings.has('COUNTERSIGN_PAGE_PORT')).toBe(false);
});

test('Discord: token, application, server, roles and commands', async () => {
  const discord = await startDiscord();
  const role = '112233445566778899';
  const look = async (env: Record<string, string> = {}) => (await examine({ ...discord.env, ...env })).findings;
  const bare = await look();
  expect(bare.get('DISCORD_TOKEN')?.state).toBe('ok');
  expect(bare.get('DISCORD_GUILD_ID')?.state).toBe('note');
  expect(bare.get('commands')).toMatchObject({ state: 'wrong', message: 'are not registered.' });
  const elsewhere = await look({ DISCORD_GUILD_ID: role, DISCORD_APPLICATION_ID: role });
  expect(elsewhere.get('DISCORD_GUILD_ID')?.state).toBe('wrong');
  expect(elsewhere.get('DISCORD_APPLICATION_ID')?.state).toBe('wrong');
  const strangers = await look({ DISCORD_GUILD_ID: discord.guildId, DISCORD_ALLOWED_ROLES: role });
  expect(strangers.get('DISCORD_GUILD_ID')?.state).toBe('ok');
  expect(strangers.get('DISCORD_ALLOWED_ROLES')).toMatchObject({
    state: 'wrong',
    message: expect.stringContaining(role),
  });
  discord.roles.push(role);
  expect(
    (await look({ DISCORD_GUILD_ID: discord.guildId, DISCORD_ALLOWED_ROLES: role })).get('DISCORD_ALLOWED_ROLES')
      ?.state,
  ).toBe('ok');
  const { text, findings } = await examine({ ...discord.env, DISCORD_TOKEN: discord.token.replace('MTA4', 'MTA5') });
  expect(findings.get('DISCORD_TOKEN')?.state).toBe('wrong');
  expect(text).not.toContain(discord.token.slice(10));
  expect((await look({ DISCORD_API_URL: 'http://127.0.0.1:9/api' })).get('Discord')?.state).toBe('wrong');
});

test('reports whether everyone in a Discord server can sign, as wrong where the bot is for a team', async () => {
  const { env } = await startDiscord();
  const links = async (args: string[], more: Record<string, string> = {}) => {
    const { stdout } = await runToolHere('doctor', ['--json', ...args], {
      env: { COUNTERSIGN_DATA_DIR: temporaryFolder(), ...env, ...more },
    });
    return (JSON.parse(stdout) as Finding[]).find(({ subject }) => subject === 'signing links');
  };
  const team = ['--for', 'discord-team'];
  expect(await links([])).toMatchObject({ state: 'note', message: expect.stringContaining('only on this computer') });
  expect(await links(team)).toMatchObject({
    state: 'wrong',
    remedy: expect.stringContaining('COUNTERSIGN_PUBLIC_URL'),
  });
  expect(await links(team, { COUNTERSIGN_PUBLIC_URL: 'https://sign.example.invalid' })).toMatchObject({ state: 'ok' });
  const { code, stderr } = await runToolHere('doctor', ['--for', 'everyone'], { env });
  expect([code, stderr]).toEqual([2, expect.stringContaining('--for takes discord-team.')]);
});

test('no text names the package manager’s own command of the same name', () => {
  const root = resolve(import.meta.dirname, '../../..');
  const places = ['*.md', 'docs/**/*.md', 'packages/*/README.md', 'packages/*/src/**/*.ts', 'tools/src/**/*.ts'];
  const texts = globSync(places, { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  expect(texts.length).toBeGreaterThan(300);
  expect(texts.filter((file) => /pnpm(?:@[\d.]+)? doctor/.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

async function serve(headers: Record<string, string>, body: string): Promise<string> {
  const type = body.startsWith('{') ? 'application/json' : 'text/html';
  return (await startScriptedService(answer(400, body, { 'content-type': type, ...headers }))).url;
}
