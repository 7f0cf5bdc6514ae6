/** Signing in xBull: in its extension where there is one, otherwise in a window of its own. */
import { xBullWalletConnect } from '@creit.tech/xbull-wallet-connect';
import { askWallet, patiently, refusal, signedBy, signedText } from './ask-wallet.ts';
import { xBullExtension } from './injected.ts';
import type { Sign, SignMessage, SignOrder } from './way.ts';

const XBULL = { name: 'xBull', site: 'xbull.app' };

/** Its window gives the same text whether the person or the wallet refused; the other text means that it was closed. */
const CODES = { 'Request rejected from the wallet': 'unable', 'no elements in sequence': 'closed' } as const;

type Ask<Answer> = (bridge: xBullWalletConnect) => Promise<Answer>;

export const sign: Sign = async (order, signal) =>
  signedText(XBULL, await ask((bridge) => bridge.sign(orderOf(order)), signal));

export const signText: SignMessage = async ({ message, networkPassphrase, signer }, signal) => {
  const options = { networkPassphrase, address: signer };
  return signedBy(XBULL, signer, await ask((bridge) => bridge.signMessage(message, options), signal));
};

async function ask<Answer>(run: Ask<Answer>, signal: AbortSignal): Promise<Answer> {
  const bridge = new xBullWalletConnect();
  const place = xBullExtension() === undefined ? inWindow : inExtension;
  try {
    return await askWallet(XBULL, () => place(bridge, run, signal), CODES);
  } finally {
    bridge.closeWallet();
    bridge.closeConnections();
  }
}

async function inExtension<Answer>(bridge: xBullWalletConnect, run: Ask<Answer>): Promise<Answer> {
  // The first time, it asks for access.
  await bridge.connect();
  return await run(bridge);
}

async function inWindow<Answer>(bridge: xBullWalletConnect, run: Ask<Answer>, signal: AbortSignal): Promise<Answer> {
  // Opens the window before awaiting anything, while the click still permits it.
  const answer = run(bridge);
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
