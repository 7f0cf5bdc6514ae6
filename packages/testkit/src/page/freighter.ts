/** A stand-in for Freighter's extension, with the account and network it is set to: the messages of @stellar/freighter-api 6. */
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import type { Page } from 'playwright-core';
import { answerPosts, createWallet, signedAs, signedTextBy, type Wallet } from '../wallets/wallet.ts';

export type Freighter = Wallet & {
  /** Runs while it shows a transaction to its person. */
  meanwhile?: () => Promise<unknown>;
};

type Message = {
  readonly type: string;
  readonly transactionXdr?: string;
  readonly blob?: string;
  readonly networkPassphrase?: string;
};

export async function installFreighter(page: Page, network: string, account = 'client'): Promise<Freighter> {
  const freighter: Freighter = createWallet(network, account);
  await answerPosts(page, 'FREIGHTER', (message: Message) => respond(freighter, message));
  return freighter;
}

async function respond(
  freighter: Freighter,
  { type, transactionXdr = '', blob = '', networkPassphrase }: Message,
): Promise<object | null> {
  freighter.asked.push(type);
  const keypair = sandboxKeypair(freighter.account);
  if (type === 'REQUEST_CONNECTION_STATUS') return { isConnected: true };
  if (type === 'REQUEST_ACCESS') {
    // Who ignores that would get a signature all the same: its person is then asked to unlock it again.
    return freighter.answer === 'locked'
      ? { publicKey: '', apiError: { code: -4, message: 'It was not unlocked.' } }
      : { publicKey: keypair.publicKey() };
  }
  if (type === 'REQUEST_ALLOWED_STATUS') return { isAllowed: true };
  if (type !== 'SUBMIT_TRANSACTION' && type !== 'SUBMIT_BLOB')
    return { apiError: { code: -1, message: `not imitated: ${type}` } };
  freighter.given.push(type === 'SUBMIT_BLOB' ? blob : transactionXdr);
  await freighter.meanwhile?.();
  if (freighter.answer === 'nothing') return null;
  if (freighter.answer === 'decline') return { apiError: { code: -4, message: 'The user rejected this request.' } };
  if (networkPassphrase !== freighter.network) {
    return { apiError: { code: -3, message: 'The passphrase of the transaction is not that of the network.' } };
  }
  if (type === 'SUBMIT_BLOB') {
    return { signedBlob: signedTextBy(freighter, blob), signerAddress: keypair.publicKey() };
  }
  return { signedTransaction: signedAs(freighter, transactionXdr), signerAddress: keypair.publicKey() };
}
