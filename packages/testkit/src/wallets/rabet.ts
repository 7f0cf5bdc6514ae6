/** A stand-in for Rabet's extension: the object that it injects, and the errors of its background script. */
import { NETWORKS } from '@countersign/core/network';
import type { Page } from 'playwright-core';
import { addressOf, createWallet, inject, signedBy, type Wallet } from './wallet.ts';

export async function installRabet(page: Page, network: string): Promise<Wallet> {
  const wallet = createWallet(network);
  await inject(page, 'rabet', ['connect', 'sign'], (method, args) => {
    wallet.asked.push(method);
    if (wallet.answer === 'locked') return { throws: { error: 'wrong-password' } };
    if (method === 'connect') return { gives: { publicKey: addressOf(wallet) } };
    const [xdr, asked] = args as unknown as [string, string];
    if (wallet.answer === 'nothing') return undefined;
    if (wallet.answer === 'decline') return { throws: { error: 'user-rejected' } };
    // It signs for the network that it is asked for, whatever is selected in it.
    const { passphrase } = asked.includes('main') ? NETWORKS.public : NETWORKS.testnet;
    return { gives: { xdr: signedBy({ ...wallet, network: passphrase }, xdr) } };
  });
  return wallet;
}
