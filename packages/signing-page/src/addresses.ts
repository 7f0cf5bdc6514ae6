/** Where the pages are found, also behind a proxy, and from which address a client asks. */
import { BlockList, isIP } from 'node:net';
import { CountersignError } from '@countersign/core/errors';
import { withoutTrailing } from '@countersign/core/text';
import { isLoopbackHost } from '@countersign/local-http';
import type { Context } from 'hono';

/** @returns no slash at its end. @throws SETTING_INVALID unless it is plain https (http only for loopback) */
export function publicAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const plain = url !== undefined && url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (
    url !== undefined &&
    plain &&
    (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.host)))
  )
    return url;
  const problem = 'is not an https address like https://sign.example.org, without a query, a fragment or a password';
  throw new CountersignError('SETTING_INVALID', {
    message: `COUNTERSIGN_PUBLIC_URL ${problem}.`,
    fields: [{ path: 'COUNTERSIGN_PUBLIC_URL', problem }],
  });
}

export const pageAddress = (base: string, pageId: string): string => `${withoutTrailing(base, '/')}/sign/${pageId}`;

/** Where the wallet that signs a request opens its page. The address alone shows nothing of it. */
export const openingAddress = (base: string, id: string): string => `${withoutTrailing(base, '/')}/open/${id}`;

export type PageLinks = {
  /** Where a person signs a request's transaction; for the desk, which makes the page's id. */
  readonly signUrl: (pageId: string) => string;
  /** Where a link to prove a wallet leads. */
  readonly proofUrl: (token: string) => string;
  /** Where a link to the list of escrows leads; absent where other machines reach the page. */
  readonly listUrl?: (token: string) => string;
  /** The page of an escrow, for others; absent where they cannot reach it. */
  readonly escrowUrl?: (contractId: string) => string;
};

/** @param base read for each link: the port may change. @param isPublic whether other machines reach the page */
export function linksFrom(base: () => string, isPublic: boolean): PageLinks {
  const at = (path: string) => `${withoutTrailing(base(), '/')}/${path}`;
  return {
    signUrl: (pageId) => pageAddress(base(), pageId),
    proofUrl: (token) => at(`prove/${token}`),
    // Browsers do not send the fragment, so its token appears in no log.
    ...(isPublic
      ? { escrowUrl: (contractId: string) => at(`escrow/${contractId}`) }
      : { listUrl: (token: string) => at(`#${token}`) }),
  };
}

type Bindings = { readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } } };

/** Finds the client of a request: by its address, or behind a proxy by what the proxy reports. */
export type ClientOf = (c: Context) => string;

/**
 * On this machine everybody has the same address; there, a page's address or a session identifies a client.
 * @param proxies in front of the page, in addition to those on this machine: addresses and networks (`10.0.0.0/8`). Absent:
 *   there is none, and what a request says of its client is not believed
 */
export function clientsBehind(proxies: readonly string[] | undefined): ClientOf {
  const peerOf: ClientOf = (c) =>
    withoutMapping((c.env as Bindings | undefined)?.incoming?.socket?.remoteAddress ?? '');
  if (proxies === undefined) return peerOf;
  const trusted = new BlockList();
  for (const network of ['127.0.0.0/8', '::1', ...proxies]) {
    const [address = '', prefix] = network.split('/');
    const bits = prefix === undefined ? BITS[familyOf(address)] : Number(prefix);
    trusted.addSubnet(address, bits, familyOf(address));
  }
  const isTrusted = (address: string) => isIP(address) !== 0 && trusted.check(address, familyOf(address));
  return (c) => {
    const peer = peerOf(c);
    if (!isTrusted(peer)) return peer;
    // Each proxy adds at the end whom it saw. The client may have written everything before the first that is not ours.
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
