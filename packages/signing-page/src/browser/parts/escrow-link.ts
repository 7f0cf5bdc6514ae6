/** A page on this machine alone has no link that somebody else could open. */
export const ALONE = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** The address of an escrow's page, for somebody else; relative to a page such as `/sign/…`, below whatever path a proxy serves. */
export const escrowLink = (contractId: string): string | undefined =>
  ALONE.test(location.hostname) ? undefined : new URL(`../escrow/${contractId}`, location.href).href;
