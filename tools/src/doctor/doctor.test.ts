import { chmodSync, copyFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { parseSettings } from '@countersign/core/settings';
import { startSandbox } from '@countersign/escrow-service';
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
import { afterAll, expect, onTestFinished, test } from 'vitest';

const sandbox = await startSandbox({
  rateLimit: 0,
  accessToken: 'the-real-access-token-1',
  apiKey: 'the-real-api-key-0001',
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

const saying = (state: Finding['state'], text: string) => ({ state, message: expect.stringContaining(text) });

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
    'ESCROW_PINS feeAddress',
  ]) {
    expect(findings.get(subject)?.state, subject).toBe('ok');
  }
  expect(text).not.toContain('the-real');
});

test('without a service, the RPC, the pins and the fee account are looked at', async () => {
  const direct = { ESCROW_SERVICE: 'direct', STELLAR_NETWORK: 'sandbox' };
  const { findings } = await examine({ ...direct, STELLAR_RPC_URL: sandbox.rpcUrl, STELLAR_RPC_RATE_LIMIT: '60' });
  expect(findings.get('settings')?.message).toBe('sandbox, without a service');
  expect(findings.get('service')).toMatchObject({ state: 'ok', message: expect.stringMatching(/^none/) });
  expect(findings.get('STELLAR_RPC_RATE_LIMIT')?.message).toContain('60 requests a minute');
  expect(findings.get('ESCROW_PINS feeAddress')).toMatchObject(saying('ok', 'exists, and can be paid USDC'));
  for (const subject of ['STELLAR_RPC_URL', 'ESCROW_PINS factory', 'ESCROW_PINS wasmHash']) {
    expect(findings.get(subject)?.state, subject).toBe('ok');
  }
  const embedded = await examine(direct);
  expect(embedded.findings.get('network')?.state).toBe('ok');
});

test('reports a fee account that does not exist, with a service and without one', async () => {
  const rpc = await startRpc({
    getNetwork: network(NETWORKS.testnet.passphrase),
    getLedgerEntries: { entries: [], latestLedger: 9 },
  });
  const [{ address: feeAddress }] = SANDBOX_ACCOUNTS;
  const service = {
    ESCROW_API_URL: 'http://127.0.0.1:9',
    ESCROW_API_DIALECT: 'v1',
    ESCROW_API_KEY: 'a-key-of-16-chars',
  };
  for (const means of [{ ESCROW_SERVICE: 'direct' }, { ...service, ESCROW_PINS: JSON.stringify({ feeAddress }) }]) {
    const { findings } = await examine({ ...means, STELLAR_NETWORK: 'testnet', STELLAR_RPC_URL: rpc.url });
    expect(findings.get('ESCROW_PINS feeAddress')).toMatchObject({ state: 'wrong' });
  }
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

const HOUR_AHEAD = { date: new Date(Date.now() + 3_600_000).toUTCString() };
const REFUSED = '{"statusCode":400,"message":"no"}';

test('something else at the service’s and the RPC’s address, and a wrong clock', async () => {
  const url = await serve(HOUR_AHEAD, '<h1>It works!</h1>');
  const { findings } = await examine(remote({ ESCROW_API_URL: url, STELLAR_NETWORK: 'testnet', STELLAR_RPC_URL: url }));
  expect(findings.get('service')).toMatchObject(saying('wrong', 'web page'));
  expect(findings.get('ESCROW_ACCESS_TOKEN')?.state).toBe('skipped');
  expect(findings.get('STELLAR_RPC_URL')?.state).toBe('wrong');
  expect(findings.get('ESCROW_PINS factory')?.state).toBe('note');
});

type DoctorCase = [what: string, env: () => object | Promise<object>, subject: string, expected: object];

test.each<DoctorCase>([
  [
    'an RPC that does not answer',
    async () => remote({ STELLAR_RPC_URL: (await startScriptedService(silence)).url }),
    'STELLAR_RPC_URL',
    {},
  ],
  [
    'a clock that is an hour behind',
    async () => remote({ ESCROW_API_URL: await serve(HOUR_AHEAD, REFUSED), STELLAR_NETWORK: 'testnet' }),
    'clock',
    { message: expect.stringMatching(/3[56]\d\d\.\d s behind/) },
  ],
  ['a data folder that cannot be written', () => ({ COUNTERSIGN_DATA_DIR: '/proc/here' }), 'data folder', {}],
  [
    'a damaged file',
    () => {
      const folder = temporaryFolder();
      writeFileSync(join(folder, 'prepared.sqlite'), 'this is no database, however long one looks at it');
      return { COUNTERSIGN_DATA_DIR: folder };
    },
    'prepared.sqlite',
    {},
  ],
  [
    'a public address that leads to something else',
    async () => ({ COUNTERSIGN_PUBLIC_URL: await serve({}, 'hello') }),
    'signing page',
    { message: expect.stringContaining('something else') },
  ],
  [
    'a public address that leads nowhere',
    () => ({ COUNTERSIGN_PUBLIC_URL: 'http://127.0.0.1:9' }),
    'signing page',
    { message: expect.stringContaining('nothing answers') },
  ],
])('reports %s as wrong', async (_, env, subject, expected) => {
  const { findings } = await examine((await env()) as Record<string, string>);
  expect(findings.get(subject)).toMatchObject({ state: 'wrong', ...expected });
});

test('an RPC of another network, and a factory that does not exist', async () => {
  const { findings } = await examine(remote({ STELLAR_NETWORK: 'testnet' }));
  expect(findings.get('STELLAR_RPC_URL')).toMatchObject(saying('wrong', 'another network'));
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
  const { STELLAR_RPC_URL: _, ...unnamed } = remote();
  for (const env of [remote(), unnamed]) {
    const { findings } = await examine(env);
    expect(findings.get('outcomes')).toMatchObject({ state: 'ok', message: 'come from the ledger by 127.0.0.1' });
  }
  const without = await examine({ ...unnamed, STELLAR_NETWORK: 'testnet', COUNTERSIGN_WITHOUT_RPC: 'true' });
  expect(without.findings.get('outcomes')).toMatchObject(
    saying('note', 'no Stellar RPC: outcomes are the service’s word'),
  );

  const { passphrase } = NETWORKS.testnet;
  const rpc = async (hours: number) => {
    const { url } = await remembering(passphrase, hours);
    const { findings } = await examine(remote({ STELLAR_NETWORK: 'testnet', STELLAR_RPC_URL: url }));
    return findings.get('STELLAR_RPC_URL');
  };
  expect(await rpc(7 * 24 + 1)).toMatchObject({ state: 'ok', message: 'answers for testnet; it remembers 7 days' });
  expect(await rpc(23)).toMatchObject(saying('note', 'remembers 23 h only'));
});

test('on the public network one RPC alone could lie, and two must agree', async () => {
  const { passphrase } = NETWORKS.public;
  const [one, other] = await Promise.all([remembering(passphrase, 48), remembering(NETWORKS.testnet.passphrase, 48)]);
  const look = async (urls: string) =>
    (await examine(remote({ STELLAR_NETWORK: 'public', STELLAR_RPC_URL: urls }))).findings;
  const alone = await look(one.url);
  expect(alone.get('outcomes')).toMatchObject(saying('note', 'second escrow'));
  const both = await look(`${one.url},${other.url}`);
  expect(both.get('outcomes')).toMatchObject(saying('ok', 'unless 127.0.0.1 agrees'));
  expect(both.get('STELLAR_RPC_URL')?.state).toBe('ok');
  expect(both.get('STELLAR_RPC_URL (second)')).toMatchObject(saying('wrong', 'is of another network than public.'));
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
    expect((await examine({ COUNTERSIGN_DATA_DIR: shared })).findings.get('data folder')).toMatchObject(
      saying('wrong', 'not Countersign’s alone'),
    );
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
  expect(old.get('sandbox-ledger.sqlite')).toMatchObject(
    saying('note', 'is of version 2; the next start updates it to 6 and keeps a copy next to it.'),
  );
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
  expect(findings.get('COUNTERSIGN_PAGE_PORT')).toMatchObject(
    saying('wrong', `port ${port} is held by another program`),
  );
  expect((await examine({ COUNTERSIGN_PAGE_PORT: port })).findings.has('COUNTERSIGN_PAGE_PORT')).toBe(false);
});

test('Discord: token, application, server, roles and commands', async () => {
  const { env, guildId, roles, token } = await startDiscord();
  const role = '112233445566778899';
  const look = async (more: Record<string, string> = {}) => (await examine({ ...env, ...more })).findings;
  const bare = await look();
  expect(bare.get('DISCORD_TOKEN')?.state).toBe('ok');
  expect(bare.get('DISCORD_GUILD_ID')?.state).toBe('note');
  expect(bare.get('commands')).toMatchObject({ state: 'wrong', message: 'are not registered.' });
  const elsewhere = await look({ DISCORD_GUILD_ID: role, DISCORD_APPLICATION_ID: role });
  for (const name of ['DISCORD_GUILD_ID', 'DISCORD_APPLICATION_ID']) expect(elsewhere.get(name)?.state).toBe('wrong');
  const allowed = { DISCORD_GUILD_ID: guildId, DISCORD_ALLOWED_ROLES: role };
  const strangers = await look(allowed);
  expect(strangers.get('DISCORD_GUILD_ID')?.state).toBe('ok');
  const message = expect.stringContaining(role);
  expect(strangers.get('DISCORD_ALLOWED_ROLES')).toMatchObject({ state: 'wrong', message });
  roles.push(role);
  expect((await look(allowed)).get('DISCORD_ALLOWED_ROLES')?.state).toBe('ok');
  const { text, findings } = await examine({ ...env, DISCORD_TOKEN: token.replace('MTA4', 'MTA5') });
  expect(findings.get('DISCORD_TOKEN')?.state).toBe('wrong');
  expect(text).not.toContain(token.slice(10));
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
  expect(await links([])).toMatchObject(saying('note', 'only on this computer'));
  expect(await links(team)).toMatchObject({
    state: 'wrong',
    remedy: expect.stringContaining('COUNTERSIGN_PUBLIC_URL'),
  });
  expect(await links(team, { COUNTERSIGN_PUBLIC_URL: 'https://sign.example.invalid' })).toMatchObject({ state: 'ok' });
  const { code, stderr } = await runToolHere('doctor', ['--for', 'everyone'], { env });
  expect([code, stderr]).toEqual([2, expect.stringContaining('--for takes discord-team.')]);
});

async function serve(headers: Record<string, string>, body: string): Promise<string> {
  const type = body.startsWith('{') ? 'application/json' : 'text/html';
  return (await startScriptedService(answer(400, body, { 'content-type': type, ...headers }))).url;
}
