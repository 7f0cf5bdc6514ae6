/** Who counts as one client behind a proxy. */
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { clientsBehind, linksFrom, openingAddress, publicAddress } from './addresses.ts';

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

test.each([
  ['fd00::8', '32', 'fd00::9', '203.0.113.7'],
  ['fd00::8', undefined, 'fd00::9', 'fd00::9'],
  ['10.0.0.5', undefined, '10.0.0.6', '10.0.0.6'],
  ['10.0.0.5', '31', '10.0.0.4', '203.0.113.7'],
  ['10.0.0.5', '31', '10.0.0.6', '10.0.0.6'],
  ['10.0.0.5', undefined, '127.255.0.1', '203.0.113.7'],
  ['10.0.0.5', undefined, '::1', '203.0.113.7'],
  ['10.0.0.5', undefined, '', ''],
])('with the proxy %s/%s it takes a request from %s as one of %s', async (proxy, bits, from, client) => {
  expect(await clientBehindProxy('203.0.113.7', from, [bits === undefined ? proxy : `${proxy}/${bits}`])).toBe(client);
});

test.each([
  ['2001:DB8:01:2::5', '2001:db8:1:2'],
  ['::5', '0:0:0:0'],
  ['2001:db8::', '2001:db8:0:0'],
  ['2001:db8:0:0:1::', '2001:db8:0:0'],
  ['2001::7:6:5:4:3:2', '2001:0:7:6'],
])('takes all addresses of a network of IPv6 as one client: %s', async (forwarded, client) => {
  expect(await clientBehindProxy(forwarded)).toBe(client);
});

test('believes nothing that a request says of its client where no proxy is', async () => {
  const clientOf = clientsBehind(undefined);
  const app = new Hono().get('/', (c) => c.text(clientOf(c)));
  const headers = { 'X-Forwarded-For': '203.0.113.7' };
  for (const [env, client] of [
    [{ incoming: { socket: { remoteAddress: '::ffff:127.0.0.1' } } }, '127.0.0.1'],
    [{}, ''],
  ] as const) {
    expect(await (await app.request('/', { headers }, env)).text()).toBe(client);
  }
});

test.each([
  ['https://sign.example.org', 'https://sign.example.org/'],
  ['https://sign.example.org:8443/pay/', 'https://sign.example.org:8443/pay/'],
  ['http://127.0.0.1:1', 'http://127.0.0.1:1/'],
  ['http://localhost', 'http://localhost/'],
  ['http://sign.example.org', undefined],
  ['ftp://127.0.0.1', undefined],
  ['https://user@sign.example.org', undefined],
  ['https://:secret@sign.example.org', undefined],
  ['https://sign.example.org/?a', undefined],
  ['https://sign.example.org/#a', undefined],
  ['sign.example.org', undefined],
])('takes the public address %s as %s', (text, address) => {
  if (address !== undefined) expect(publicAddress(text).href).toBe(address);
  else expect(() => publicAddress(text)).toThrow(expect.objectContaining({ code: 'SETTING_INVALID' }));
});

test.each(['https://sign.example.org/pay', 'https://sign.example.org/pay/'])('leads to each page below %s', (base) => {
  const { signUrl, proofUrl, escrowUrl } = linksFrom(() => base, true);
  const { listUrl } = linksFrom(() => base, false);
  const of = [signUrl('x'), proofUrl('x'), openingAddress(base, 'x'), String(escrowUrl?.('x')), String(listUrl?.('x'))];
  expect(of.map((each) => each.replace('https://sign.example.org/pay', ''))).toEqual([
    ...['/sign/x', '/prove/x', '/open/x', '/escrow/x', '/#x'],
  ]);
});
