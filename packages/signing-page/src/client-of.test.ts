/** Who counts as one client behind a proxy. */
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { clientOf } from './client-of.ts';

async function clientBehindProxy(forwarded: string): Promise<string> {
  const app = new Hono().get('/', (c) => c.text(clientOf(c, true)));
  const env = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };
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
