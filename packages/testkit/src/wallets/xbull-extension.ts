/** Stands in for xBull's extension: the object that it injects, which gives errors back instead of throwing them. */
import type { Page } from 'playwright-core';
import { addressOf, createWallet, inject, signedBy, signedTextBy, type Wallet } from './wallet.ts';

type Options = { readonly networkPassphrase: string; readonly address: string };

export async function installXBullExtension(page: Page, network: string): Promise<Wallet> {
  const wallet = createWallet(network);
  await inject(page, 'xBullSDK', ['getAddress', 'signTransaction', 'signMessage'], (method, args) => {
    wallet.asked.push(method);
    if (wallet.answer === 'locked') return { gives: { error: { code: -1, message: 'Wallet is locked' } } };
    if (method === 'getAddress') return { gives: { address: addressOf(wallet) } };
    const signerAddress = addressOf(wallet);
    const [{ xdr, opts }] = (method === 'signMessage' ? [{}] : args) as unknown as [
      { readonly xdr: string; readonly opts: Options },
    ];
    if (wallet.answer === 'nothing') return undefined;
    if (wallet.answer === 'decline') return { gives: { error: { code: -4, message: 'Request declined' } } };
    if (method === 'signMessage') {
      return { gives: { signedMessage: signedTextBy(wallet, args[0] as unknown as string), signerAddress } };
    }
    if (opts.networkPassphrase !== wallet.network) {
      return { gives: { error: { code: -3, message: 'Network passphrase is not the current one' } } };
    }
    return { gives: { signedTxXdr: signedBy(wallet, xdr), signerAddress } };
  });
  return wallet;
}
