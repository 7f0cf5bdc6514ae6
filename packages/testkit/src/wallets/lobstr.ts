/** A stand-in for LOBSTR's signer extension, behind which the app on the phone answers. */
import type { Page } from 'playwright-core';
import { addressOf, answerPosts, createWallet, signedBy, signedTextBy, type Wallet } from './wallet.ts';

type Message = Readonly<Record<'type' | 'dataToSign' | 'connectionKey' | 'signType', string>>;
const KEY = 'a connection of its own';

export async function installLobstr(page: Page, network: string): Promise<Wallet & { isThere: boolean }> {
  const wallet = { ...createWallet(network), isThere: true };
  await answerPosts(page, 'LOBSTR', (message: Message) => respond(wallet, message));
  return wallet;
}

function respond(
  wallet: Wallet & { readonly isThere: boolean },
  { type, dataToSign, connectionKey, signType }: Message,
): object | null {
  if (!wallet.isThere) return null;
  wallet.asked.push(type);
  if (type === 'REQUEST_CONNECTION_STATUS') return { isConnected: true };
  if (type === 'REQUEST_ACCESS') return { publicKey: addressOf(wallet), connectionKey: KEY };
  if (connectionKey !== KEY) return { error: 'The connection key is missing' };
  if (wallet.answer === 'locked') return { error: 'Associated account not found' };
  if (wallet.answer === 'nothing') return { error: 'Signing request timed out' };
  if (wallet.answer === 'decline') return { error: 'User declined access' };
  if (type === 'SIGN' && signType === 'message') {
    return { signedData: signedTextBy(wallet, dataToSign), signerAddress: addressOf(wallet) };
  }
  if (type !== 'SIGN' || signType !== 'transaction') return { error: `not imitated: ${type}` };
  return { signedData: signedBy(wallet, dataToSign), signerAddress: addressOf(wallet) };
}
