/** A stand-in for Hana's extension: the object that it injects, as its maker describes it. */
import type { Page } from 'playwright-core';
import { addressOf, createWallet, inject, signedBy, signedTextBy, type Wallet } from './wallet.ts';

type Order = { readonly xdr: string; readonly accountToSign: string; readonly networkPassphrase: string };

export async function installHana(page: Page, network: string): Promise<Wallet> {
  const wallet = createWallet(network);
  await inject(page, 'hanaWallet.stellar', ['getPublicKey', 'signTransaction', 'signMessage'], (method, args) => {
    wallet.asked.push(method);
    if (wallet.answer === 'locked') return { throws: { message: 'Wallet is locked' } };
    if (method === 'getPublicKey') return { gives: addressOf(wallet) };
    if (wallet.answer === 'nothing') return undefined;
    if (wallet.answer === 'decline') return { throws: { code: 4001, message: 'User rejected the request.' } };
    if (method === 'signMessage') {
      const { message } = args[0] as unknown as { readonly message: string };
      return { gives: signedTextBy(wallet, message) };
    }
    const { xdr, networkPassphrase } = args[0] as unknown as Order;
    if (networkPassphrase !== wallet.network) return { throws: { message: 'Network is not supported' } };
    return { gives: signedBy(wallet, xdr) };
  });
  return wallet;
}
