/**
 * Stands in for Freighter's extension: what its content script does with the messages that @stellar/freighter-api 6
 * posts to the window (the misspelt `messagedId` is the extension's own), with the account and network it is set to.
 */
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { type Transaction, TransactionBuilder } from '@stellar/stellar-sdk/base';
import type { Page } from 'playwright-core';
import { signedTextBy } from '../wallets/wallet.ts';

export type Freighter = {
  account: string;
  network: string;
  /** What its person does when asked to sign; `locked`: closes the window in which it asks for its password. */
  answer: 'sign' | 'decline' | 'nothing' | 'change' | 'locked';
  readonly asked: string[];
  readonly given: string[];
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
  const freighter: Freighter = { account, network, answer: 'sign', asked: [], given: [] };
  await page.exposeFunction('standInForFreighter', (message: Message) => respond(freighter, message));
  await page.addInitScript(`addEventListener('message', async (event) => {
    if (event.source !== window || event.data?.source !== 'FREIGHTER_EXTERNAL_MSG_REQUEST') return;
    const response = await window.standInForFreighter(event.data);
    if (response === null) return;
    window.postMessage(
      { source: 'FREIGHTER_EXTERNAL_MSG_RESPONSE', messagedId: event.data.messageId, ...response },
      window.location.origin,
    );
  });`);
  return freighter;
}

async function respond(
  freighter: Freighter,
  { type, transactionXdr = '', blob = '', networkPassphrase }: Message,
): Promise<object | null> {
  freighter.asked.push(type);
  const keypair = sandboxKeypair(freighter.account);
  if (type === 'REQUEST_CONNECTION_STATUS') return { isConnected: true };
  if (freighter.answer === 'locked') return { publicKey: '', apiError: { code: -4, message: 'It was not unlocked.' } };
  if (type === 'REQUEST_ACCESS') return { publicKey: keypair.publicKey() };
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
  const transaction = TransactionBuilder.fromXDR(transactionXdr, freighter.network) as Transaction;
  const signed = freighter.answer === 'change' ? changed(transaction) : transaction;
  signed.sign(keypair);
  return { signedTransaction: signed.toXDR(), signerAddress: keypair.publicKey() };
}

/** The same transaction with another fee, as a wallet with a mind of its own would make it. */
function changed(transaction: Transaction): Transaction {
  return TransactionBuilder.cloneFrom(transaction, { fee: String(Number(transaction.fee) + 100) }).build();
}
