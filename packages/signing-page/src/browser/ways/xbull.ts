/** Signing in xBull: in its extension where there is one, otherwise in a window of its own. */
import { xBullWalletConnect } from '@creit.tech/xbull-wallet-connect';
import { asked, signedText } from './asked.ts';
import { xBullExtension } from './injected.ts';
import { patiently } from './patience.ts';
import { refusal } from './refusal.ts';
import type { Sign, SignOrder } from './way.ts';

const XBULL = { name: 'xBull', site: 'xbull.app' };

/** Its window says no in the same way whoever did; the other text is that of a window that went. */
const CODES = { 'Request rejected from the wallet': 'unable', 'no elements in sequence': 'closed' } as const;

export const signWithXBull: Sign = async (order, signal) => {
  const bridge = new xBullWalletConnect();
  const run = xBullExtension() === undefined ? inWindow : inExtension;
  try {
    return signedText(XBULL, await asked(XBULL, () => run(bridge, order, signal), CODES));
  } finally {
    bridge.closeWallet();
    bridge.closeConnections();
  }
};

async function inExtension(bridge: xBullWalletConnect, order: SignOrder): Promise<string> {
  // The first time, it asks for access.
  await bridge.connect();
  return await bridge.sign(orderOf(order));
}

async function inWindow(bridge: xBullWalletConnect, order: SignOrder, signal: AbortSignal): Promise<string> {
  // Opens the window before it waits for anything, as long as the press counts.
  const answer = bridge.sign(orderOf(order));
  answer.catch(() => {});
  const { target } = bridge;
  if (!target) throw refusal(XBULL, 'blocked');
  const state = () => (target.closed ? 'closed' : bridge.targetPublicKey === undefined ? 'opening' : 'ready');
  return await patiently(XBULL, answer, state, signal);
}

const orderOf = ({ xdr, signer, networkPassphrase }: SignOrder) => ({
  xdr,
  publicKey: signer,
  network: networkPassphrase,
});
