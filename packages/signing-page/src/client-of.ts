/** The client of a request, as far as known: by its address, or behind a proxy by what the proxy reports. */
import { isIP } from 'node:net';
import type { Context } from 'hono';

type Bindings = { readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } } };

/**
 * On this machine everybody has the same address; there, a page's address or a session identifies a client.
 * @param isProxied whether our proxy is in front of the page: only then is its header trusted, and only from loopback
 */
export function clientOf(c: Context, isProxied: boolean): string {
  const peer = (c.env as Bindings | undefined)?.incoming?.socket?.remoteAddress ?? '';
  if (!isProxied || !isLoopback(peer)) return peer;
  // The last entry is what our own proxy saw; the client may have written the earlier ones.
  const told = (c.req.header('x-forwarded-for') ?? '').split(',').at(-1)?.trim() ?? '';
  return isIP(told) === 0 ? peer : networkOf(told);
}

const isLoopback = (address: string): boolean => /^(?:::ffff:)?127\.|^::1$/.test(address);

/** A client with one IPv6 address has 2^64 of them. */
function networkOf(address: string): string {
  // A proxy that listens on both writes IPv4 addresses like this; all of them together are one network of IPv6.
  const within = address.replace(/^::ffff:(?=[\d.]+$)/i, '');
  if (isIP(within) === 4) return within;
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
