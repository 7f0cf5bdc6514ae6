/** Which address the card may ask its host to open. */
import { withoutTrailing } from '@countersign/core/text';

/** As the desk makes them: `…/sign/` and 128 random bits. */
const PAGE = /^\/sign\/[0-9a-f]{32}$/;
const LOOPBACK: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * @param base where the signing page of this installation is, as the server wrote it into the card; empty: on this computer
 * @returns the address, if it is one of our own signing page
 */
export function ownLink(signUrl: unknown, base = ''): string | undefined {
  if (typeof signUrl !== 'string' || !URL.canParse(signUrl)) return undefined;
  const { protocol, hostname, pathname, username, password, search, hash, origin } = new URL(signUrl);
  if (username !== '' || password !== '' || search !== '' || hash !== '') return undefined;
  if (base === '') {
    return LOOPBACK.includes(hostname) && protocol === 'http:' && PAGE.test(pathname) ? signUrl : undefined;
  }
  const own = new URL(base);
  const folder = withoutTrailing(own.pathname, '/');
  const isOwn = origin === own.origin && pathname.startsWith(`${folder}/`) && PAGE.test(pathname.slice(folder.length));
  return isOwn ? signUrl : undefined;
}
