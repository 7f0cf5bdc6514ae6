/** The client of a request, as far as known: by its address, or behind a proxy by what the proxy reports. */
import { BlockList, isIP } from 'node:net';
import type { Context } from 'hono';

type Bindings = { readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } } };

/** Finds the client of a request. */
export type ClientOf = (c: Context) => string;

/**
 * On this machine everybody has the same address; there, a page's address or a session identifies a client.
 * @param proxies in front of the page, beside those on this machine: addresses and networks (`10.0.0.0/8`). Absent:
 *   there is none, and what a request says of its client is not believed
 */
export function clientsBehind(proxies: readonly string[] | undefined): ClientOf {
  const trusted = new BlockList();
  for (const network of ['127.0.0.0/8', '::1', ...(proxies ?? [])]) {
    const [address = '', prefix] = network.split('/');
    const bits = prefix === undefined ? BITS[familyOf(address)] : Number(prefix);
    trusted.addSubnet(address, bits, familyOf(address));
  }
  const isTrusted = (address: string) => isIP(address) !== 0 && trusted.check(address, familyOf(address));
  return (c) => {
    const peer = withoutMapping((c.env as Bindings | undefined)?.incoming?.socket?.remoteAddress ?? '');
    if (proxies === undefined || !isTrusted(peer)) return peer;
    // Each proxy adds at the end whom it saw. What stands before the first that is not ours, the client may have written.
    const seen = (c.req.header('x-forwarded-for') ?? '').split(',').map((each) => withoutMapping(each.trim()));
    const client = seen.findLast((address, at) => !isTrusted(address) || at === 0) ?? '';
    return isIP(client) === 0 ? peer : networkOf(client);
  };
}

const BITS = { ipv4: 32, ipv6: 128 } as const;
const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** A socket that listens on both writes IPv4 addresses like this; all of them together are one network of IPv6. */
const withoutMapping = (address: string): string => address.replace(/^::ffff:(?=[\d.]+$)/i, '');

/** A client with one IPv6 address has 2^64 of them. */
function networkOf(address: string): string {
  if (isIP(address) === 4) return address;
  const [before = '', after = ''] = address.split('::');
  const head = before.split(':').filter((group) => group !== '');
  const tail = after.split(':').filter((group) => group !== '');
  const zeros = address.includes('::') ? Math.max(8 - head.length - tail.length, 0) : 0;
  const groups = [...head, ...Array<string>(zeros).fill('0'), ...tail];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
