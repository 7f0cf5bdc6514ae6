import { parseSettings } from '@countersign/core/settings';
import { startSandbox } from '@countersign/escrow-service';
import { openDeskWithPage } from '@countersign/signing-page';
import { serveHttpHere } from '@countersign/testkit/mcp/http-host';
import { bareRequest } from '@countersign/testkit/mcp/http-request';
import { startIssuer } from '@countersign/testkit/mcp/issuer';
import { freePort } from '@countersign/testkit/processes/ports';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { startStandIn } from '@countersign/testkit/service/stand-in';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { PROXIES, startProxy } from './proxy.ts';

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
