/** The address under which a proxy makes the page public. */
import { CountersignError } from '@countersign/core/errors';
import { withoutTrailing } from '@countersign/core/text';
import { isLoopbackHost } from '@countersign/local-http';

/**
 * @returns the address without a slash at its end
 * @throws CountersignError SETTING_INVALID unless it is a plain https address (http only for loopback)
 */
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

/** Where a page is found, given the address that the signing page answers at. */
export function pageAddress(base: string, pageId: string): string {
  return `${withoutTrailing(base, '/')}/sign/${pageId}`;
}

/** Where a wallet is proven. */
export function proofAddress(base: string, token: string): string {
  return `${withoutTrailing(base, '/')}/prove/${token}`;
}

/** Where the list of escrows is. Browsers do not send the fragment, so its token appears in no log. */
export function listAddress(base: string, token: string): string {
  return `${withoutTrailing(base, '/')}/#${token}`;
}
