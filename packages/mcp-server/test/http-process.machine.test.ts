/** Liveness, readiness and how the process ends. */
import { request } from 'node:http';
import { call } from '@countersign/testkit/mcp/host';
import { connectHost, startHttp } from '@countersign/testkit/mcp/http-host';
import { bareRequest } from '@countersign/testkit/mcp/http-request';
import { REQUEST } from '@countersign/testkit/mcp/request';
import { freePort } from '@countersign/testkit/processes/ports';
import { expect, test } from 'vitest';

const TOKEN = '0123456789abcdef'.repeat(4);
const ENV = { COUNTERSIGN_HTTP_TOKEN: TOKEN, COUNTERSIGN_LOG: 'warn' };
/** A container's health check uses its address. */
const headers = { host: '10.0.0.7:3419' };

/** A message as a host of either version of the protocol sends it, with a wish for progress. */
function post(
  url: string,
  era: '2025' | '2026',
  method: string,
  params: { name?: string; [field: string]: unknown },
  signal?: AbortSignal,
) {
  const is2026 = era === '2026';
  const _meta = {
    ...{ progressToken: 1, 'io.modelcontextprotocol/clientCapabilities': {} },
    ...(is2026 ? { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } : {}),
  };
  const { name } = params;
  return fetch(url, {
    method: 'POST',
    ...(signal && { signal }),
    headers: {
      authorization: `Bearer ${TOKEN}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(is2026 && { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...(name && { 'mcp-name': name }) }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
  });
}

async function readerOf({ body }: Response) {
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  return { reader, first: new TextDecoder().decode((await reader.read()).value) };
}

test('on SIGTERM it first reports not ready, then refuses new requests and finishes running ones', async () => {
  const { url, port, child, ended, stderr } = await startHttp(ENV);
  const ready = async () => (await bareRequest(port, '/readyz', { headers })).status;
  expect([(await bareRequest(port, '/livez', { headers })).status, await ready()]).toEqual([200, 200]);
  const host = await connectHost(url, TOKEN);
  const { id } = await call(host, 'deploy_escrow', REQUEST);
  const began = performance.now();
  const running = call(host, 'get_escrow', { id: String(id), waitSeconds: 5 });
  // Once this is answered, the call above is running.
  await call(host, 'find_escrows', {});
  child.kill('SIGTERM');
  await expect.poll(ready, { interval: 20 }).toBe(503);
  expect((await bareRequest(port, '/readyz/port', { headers })).status).toBe(503);
  // Balancers that have not noticed yet are answered.
  expect((await bareRequest(port, '/livez', { headers })).status).toBe(200);
  expect((await call(host, 'find_escrows', {}))['escrows']).toHaveLength(1);
  await expect.poll(() => ready().catch(() => 'closed'), { interval: 100 }).toBe('closed');
  expect(await running).toMatchObject({ id, status: 'prepared' });
  expect(performance.now() - began).toBeGreaterThan(4_900);
  expect([await ended, stderr()]).toEqual([0, '']);
});

test('Ctrl-C ends it at once, and what it prints holds no credential', async () => {
  const { child, ended, output } = await startHttp(ENV);
  child.kill('SIGINT');
  child.kill('SIGINT');
  expect(await ended).toBe(0);
  expect(output()).not.toContain(TOKEN);
});

test('a listening stream stays open until the server ends, and does not delay the end', async () => {
  const { url, child, ended } = await startHttp(ENV);
  const stream = await post(url, '2026', 'subscriptions/listen', { notifications: { toolsListChanged: true } });
  expect(stream.headers.get('x-accel-buffering')).toBe('no');
  const { reader, first } = await readerOf(stream);
  expect(first).toContain('notifications/subscriptions/acknowledged');
  child.kill('SIGINT');
  while (!(await reader.read()).done);
  expect(await ended).toBe(0);
});

test('clients that hang up in the middle of a request to the server or its page are no errors of ours', async () => {
  const pagePort = await freePort();
  const { port, child, ended, stderr } = await startHttp({
    COUNTERSIGN_HTTP_TOKEN: TOKEN,
    COUNTERSIGN_PAGE_PORT: String(pagePort),
  });
  const half = (to: number, path: string) =>
    new Promise<void>((resolve) => {
      const asked = request({ host: '127.0.0.1', port: to, path, method: 'POST', agent: false });
      asked.setHeader('authorization', `Bearer ${TOKEN}`);
      asked.setHeader('origin', `http://127.0.0.1:${to}`);
      asked.setHeader('content-type', 'application/json');
      asked.setHeader('content-length', 500);
      asked.on('error', () => undefined).once('close', () => resolve());
      asked.write('{"jsonrpc":', () => setTimeout(() => asked.destroy(), 200));
    });
  await half(port, '/mcp');
  await half(pagePort, `/sign/${'0'.repeat(32)}/submit`);
  expect((await bareRequest(port, '/livez', { headers })).status).toBe(200);
  expect((await bareRequest(pagePort, '/')).status).toBe(200);
  child.kill('SIGINT');
  expect(await ended).toBe(0);
  expect(stderr()).not.toMatch(/"level":"(?:error|warn)"/);
});

test.each(['2025', '2026'] as const)('a host of %s that hangs up in the middle of a call harms no one', async (era) => {
  const { url, child, ended, stderr } = await startHttp(ENV);
  const host = await connectHost(url, TOKEN);
  const { id } = await call(host, 'deploy_escrow', REQUEST);
  const params = { name: 'get_escrow', arguments: { id, waitSeconds: 2 } };
  const hangUp = new AbortController();
  const { reader, first } = await readerOf(await post(url, era, 'tools/call', params, hangUp.signal));
  // Progress shows that the call is running.
  expect(first).toContain('notifications/progress');
  hangUp.abort();
  await expect(reader.read()).rejects.toThrow();
  expect(await call(host, 'get_escrow', { id: String(id), waitSeconds: 3 })).toMatchObject({ status: 'prepared' });
  child.kill('SIGINT');
  expect([await ended, stderr()]).toEqual([0, '']);
});

test('a host whose server is killed in the middle of a call learns so at once', async () => {
  const { url, child } = await startHttp(ENV);
  const host = await connectHost(url, TOKEN);
  const { id } = await call(host, 'deploy_escrow', REQUEST);
  const running = call(host, 'get_escrow', { id: String(id), waitSeconds: 30 }).catch((error: Error) => error);
  // Once this is answered, the call above is running.
  await call(host, 'find_escrows', {});
  child.kill('SIGKILL');
  expect(await running).toMatchObject({ message: expect.not.stringContaining('timed out') });
});
