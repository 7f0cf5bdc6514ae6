/** Who counts as one client behind a proxy. */
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { clientsBehind } from './addresses.ts';

/** @param from the proxy's address */
async function clientBehindProxy(forwarded: string, from = '127.0.0.1', proxies: string[] = []): Promise<string> {
  const clientOf = clientsBehind(proxies);
  const app = new Hono().get('/', (c) => c.text(clientOf(c)));
  const env = { incoming: { socket: { remoteAddress: from } } };
  return await (await app.request('/', { headers: { 'X-Forwarded-For': forwarded } }, env)).text();
}

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['198.51.100.1, 203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['made up', '127.0.0.1'],
])('behind a proxy that says %s it is %s', async (forwarded, client) => {
  expect(await clientBehindProxy(forwarded)).toBe(client);
});

test('clients of IPv4 are told apart where the proxy writes their addresses as IPv6', async () => {
  expect(await clientBehindProxy('::ffff:203.0.113.7')).toBe('203.0.113.7');
  expect(await clientBehindProxy('::FFFF:203.0.113.8')).toBe('203.0.113.8');
});

test.each([
  ['believes a proxy that is named', '203.0.113.7', '10.0.0.5', '203.0.113.7'],
  ['believes a proxy in a network that is named', '203.0.113.7', '::ffff:172.18.0.9', '203.0.113.7'],
  ['believes a proxy with an IPv6 address', '203.0.113.7', 'fd00::9', '203.0.113.7'],
  ['skips the proxies between them', '203.0.113.7, 172.18.0.2, 127.0.0.1', '10.0.0.5', '203.0.113.7'],
  ['believes nothing before the first stranger', '203.0.113.9, 203.0.113.7, 172.18.0.2', '10.0.0.5', '203.0.113.7'],
  ['takes a proxy that asks itself as the client', '172.18.0.2', '10.0.0.5', '172.18.0.2'],
  ['does not believe another machine', '203.0.113.7', '10.0.0.6', '10.0.0.6'],
  ['does not believe a proxy that names nobody', '', '10.0.0.5', '10.0.0.5'],
])('%s', async (_, forwarded, from, client) => {
  expect(await clientBehindProxy(forwarded, from, ['10.0.0.5', '172.16.0.0/12', 'fd00::/8'])).toBe(client);
});
