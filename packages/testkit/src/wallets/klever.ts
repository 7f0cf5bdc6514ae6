/** A stand-in for Klever's extension: the object that it injects, with the methods and errors of SEP-43. */
import type { Page } from 'playwright-core';
import { addressOf, createWallet, inject, signedBy, signedTextBy, type Wallet } from './wallet.ts';

export async function installKlever(page: Page, network: string): Promise<Wallet> {
  const wallet = createWallet(network);
  await inject(
    page,
    'kleverWallet.stellar',
    ['getAddress', 'getNetwork', 'signTransaction', 'signMessage'],
    (method, args) => {
      wallet.asked.push(method);
      if (wallet.answer === 'locked') return { throws: { code: -1, message: 'The wallet is locked' } };
      if (method === 'getAddress') return { gives: { address: addressOf(wallet) } };
      if (method === 'getNetwork') return { gives: { network: 'CUSTOM', networkPassphrase: wallet.network } };
      if (wallet.answer === 'nothing') return undefined;
      if (wallet.answer === 'decline') {
        return { gives: { error: { code: -4, message: 'The user rejected this request.' } } };
      }
      const signerAddress = addressOf(wallet);
      if (method === 'signMessage') {
        return { gives: { signedMessage: signedTextBy(wallet, args[0] as unknown as string), signerAddress } };
      }
      return { gives: { signedTxXdr: signedBy(wallet, args[0] as unknown as string), signerAddress } };
    },
  );
  return wallet;
}
