/** A transaction as a link that a wallet on this device takes (SEP-7), and delivers to this page's server when signed. */
import type { SignOrder } from './way.ts';

/** SEP-7 cuts a message there. */
const MESSAGE_LIMIT = 300;

/** @param page the address of this page. @param message what the wallet shows beside the transaction */
export function sep7Link({ xdr, networkPassphrase, signer }: SignOrder, page: string, message: string): string {
  const { origin, pathname } = new URL(page);
  const fields = {
    xdr,
    network_passphrase: networkPassphrase,
    pubkey: signer,
    msg: message.slice(0, MESSAGE_LIMIT),
    callback: `url:${origin}${pathname}/callback`,
  };
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `web+stellar:tx?${query.join('&')}`;
}

/** Stellar's laboratory, which signs with a wallet of the person's. */
export function laboratoryLink({ xdr, networkPassphrase }: SignOrder): string {
  const query = `xdr=${encodeURIComponent(xdr)}&networkPassphrase=${encodeURIComponent(networkPassphrase)}`;
  return `https://lab.stellar.org/transaction/cli-sign?${query}`;
}

/** @param link as `sep7Link` makes it */
export function albedoLink(link: string): string {
  return `https://albedo.link/web-stellar-handler?sep0007link=${encodeURIComponent(link)}`;
}
