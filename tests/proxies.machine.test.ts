import { accessSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseSettings } from '@countersign/core/settings';
import { startSandbox } from '@countersign/escrow-service';
import { openDeskWithPage } from '@countersign/signing-page';
import { serveHttpHere } from '@countersign/testkit/mcp/http-host';
import { bareRequest } from '@countersign/testkit/mcp/http-request';
import { startIssuer } from '@countersign/testkit/mcp/issuer';
import { freePort } from '@countersign/testkit/processes/ports';
import { startProcess } from '@countersign/testkit/processes/start-process';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { startStandIn } from '@countersign/testkit/service/stand-in';
import { describe, expect, onTestFinished, test, vi } from 'vitest';

const FOLDER = new URL('../distribution/proxy/', import.meta.url);
/** The servers that a file names, for each of its variables. */
const SERVERS = {
  COUNTERSIGN_PAGE: /127\.0\.0\.1:3418/,
  COUNTERSIGN_MCP: /mcp-\d:4030/,
  COUNTERSIGN_BOTS: /bot-\d:3420/,
};

type Use = 'page' | 'page-and-mcp' | 'discord';
type Proxy = { readonly port: number };

const COMMANDS = { caddy: '/usr/bin/caddy', nginx: '/usr/sbin/nginx' } as const;
type ProxyName = keyof typeof COMMANDS;

/** Those that are installed. In CI all must be. */
const PROXIES = (Object.keys(COMMANDS) as ProxyName[]).filter((name) => {
  try {
    accessSync(COMMANDS[name]);
    return true;
  } catch {
    if (process.env['CI']) throw new Error(`${name} is missing: install Debian's package ${name}.`);
    process.stderr.write(`${name} is not installed: its files are not tested here.\n`);
    return false;
  }
});

/** @param host the public name. @param ports of the servers behind it, on loopback */
async function startProxy(name: ProxyName, use: Use, host: string, ports: readonly number[]): Promise<Proxy> {
  const [port, folder] = [await freePort(), temporaryFolder()];
  const start = name === 'caddy' ? startCaddy : startNginx;
  await start({ use, host, port, folder, servers: ports.map((each) => `127.0.0.1:${each}`) });
  await vi.waitFor(() => bareRequest(port, '/', { headers: { host } }), { timeout: 20_000 });
  return { port };
}

type Place = {
  readonly use: Use;
  readonly host: string;
  readonly port: number;
  readonly folder: string;
  readonly servers: readonly string[];
};

async function startCaddy({ use, host, port, folder, servers }: Place): Promise<void> {
  const text = await readFile(new URL(`${use}.Caddyfile`, FOLDER), 'utf8');
  const file = path.join(folder, 'Caddyfile');
  // Its port for administration is the same for all.
  await writeFile(file, `{\n\tadmin off\n}\n${text}`);
  const env = {
    ...Object.fromEntries(Object.keys(SERVERS).map((variable) => [variable, servers.join(' ')])),
    COUNTERSIGN_HOST: `http://${host}:${port}`,
    HOME: folder,
  };
  startProcess(['run', '--config', file, '--adapter', 'caddyfile'], { command: COMMANDS.caddy, env });
}

async function startNginx({ use, host, port, folder, servers }: Place): Promise<void> {
  const text = await readFile(new URL(`${use}.nginx.conf`, FOLDER), 'utf8');
  let at = 0;
  const site = Object.values(SERVERS)
    .reduce((changed, server) => changed.replaceAll(new RegExp(server, 'g'), () => servers[at++] ?? ''), text)
    .replace(/server_name .*;/, `server_name ${host};`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replaceAll(/ssl_certificate.*;/g, '');
  await mkdir(path.join(folder, 'body'));
  const file = path.join(folder, 'nginx.conf');
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path body;`).join(' ');
  await writeFile(
    file,
    `${process.getuid?.() === 0 ? 'user root; ' : ''}daemon off; pid nginx.pid; error_log stderr; events {}\nhttp { access_log off; ${paths}\n${site}}\n`,
  );
  startProcess(['-p', folder, '-c', file, '-e', 'stderr'], { command: COMMANDS.nginx });
}

const HOST = 'escrow.example.org';
const headers = { host: HOST };

/** A bot's port for interactions, whose store is away. */
async function startBot() {
  const received: { readonly body: string; readonly signature: unknown }[] = [];
  const { url, close } = await startStandIn((response, { method, url: path, headers, body }) => {
    if (method !== 'POST') return response.writeHead(path === '/readyz/port' ? 200 : 503).end();
    received.push({ body, signature: headers['x-signature-ed25519'] });
    return response.end('{"type":4}');
  });
  onTestFinished(close);
  return { received, close, port: Number(new URL(url).port) };
}

describe.each(PROXIES)('%s', (proxy) => {
  test('leads to the signing page under its public name', async () => {
    const pagePort = await freePort();
    const env = {
      COUNTERSIGN_DATA_DIR: temporaryFolder(),
      COUNTERSIGN_PUBLIC_URL: `https://${HOST}`,
      COUNTERSIGN_PAGE_PORT: String(pagePort),
    };
    const { close } = await openDeskWithPage(parseSettings(env), { startSandbox, log: () => {} });
    onTestFinished(close);
    const { port } = await startProxy(proxy, 'page', HOST, [pagePort]);
    const page = await bareRequest(port, `/sign/${'0'.repeat(32)}`, { headers });
    expect(page.headers['content-security-policy']).toContain("trusted-types 'none'");
  });

  test('leads to two MCP servers with their page, and none of their addresses for monitoring', async () => {
    const issuer = await startIssuer();
    const settings = { COUNTERSIGN_OAUTH_ISSUER: issuer.url, COUNTERSIGN_PUBLIC_URL: `https://${HOST}` };
    const serve = async () => await serveHttpHere({ ...settings, COUNTERSIGN_PAGE_PORT: String(await freePort()) });
    const servers = [await serve(), await serve()] as const;
    const { port } = await startProxy(proxy, 'page-and-mcp', HOST, [servers[0].port, servers[1].port]);
    const token = await issuer.token('ada', `https://${HOST}/mcp`);
    const ping = async () => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
      const accept = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
      const all = { ...headers, ...accept, authorization: `Bearer ${token}`, 'content-length': String(body.length) };
      const reply = await bareRequest(port, '/mcp', { method: 'POST', headers: all, body });
      return `${reply.status} ${reply.body}`;
    };
    const answered = expect.stringMatching(/^200 .*"result":\{\}/s);
    await vi.waitFor(async () => expect(await ping()).toEqual(answered), { timeout: 10_000 });
    const page = await bareRequest(port, `/sign/${'0'.repeat(32)}`, { headers });
    expect(page.headers['content-security-policy']).toContain("trusted-types 'none'");
    for (const path of ['/livez', '/readyz', '/readyz/port', '/metrics']) {
      expect((await bareRequest(port, path, { headers })).status, path).toBe(404);
    }
    await servers[0].stop();
    await vi.waitFor(
      async () => {
        for (let count = 0; count < 6; count++) expect(await ping()).toEqual(answered);
      },
      { timeout: 20_000 },
    );
  });

  test('sends each interaction to one bot, whole, also when one bot is gone and the store is away', async () => {
    const bots = [await startBot(), await startBot()] as const;
    const { port } = await startProxy(proxy, 'discord', HOST, [bots[0].port, bots[1].port]);
    let sent = 0;
    const send = async () => {
      sent += 1;
      const body = JSON.stringify({ id: sent, text: 'x'.repeat(20_000) });
      const signed = { ...headers, 'x-signature-ed25519': `of ${sent}`, 'content-length': String(body.length) };
      const { status } = await bareRequest(port, '/discord/interactions', { method: 'POST', headers: signed, body });
      return status;
    };
    const tenAnswered = async () => {
      for (let count = 0; count < 10; count++) expect(await send()).toBe(200);
    };
    await vi.waitFor(tenAnswered, { timeout: 20_000 });
    expect(bots.map(({ received }) => received.length > 0)).toEqual([true, true]);
    bots[0].close();
    // What a dead bot costs: with nginx nothing, with Caddy what is sent until its next look.
    if (proxy === 'nginx') await tenAnswered();
    else await vi.waitFor(tenAnswered, { timeout: 20_000 });
    const received = bots.flatMap((bot) => bot.received);
    const numbers = received.map(({ body }) => JSON.parse(body).id as number);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(received.map(({ signature }) => signature)).toEqual(numbers.map((id) => `of ${id}`));
    expect((await bareRequest(port, '/readyz', { headers })).status).toBe(404);
  });
});
