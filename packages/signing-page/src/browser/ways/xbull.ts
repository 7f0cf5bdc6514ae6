/** Signing in xBull: in its extension where there is one, otherwise in a window of its own. */
import { xBullWalletConnect } from '@creit.tech/xbull-wallet-connect';
import { askWallet, needSigner, patiently, refusal, signedText } from './ask-wallet.ts';
import { xBullExtension } from './injected.ts';
import type { Sign, SignMessage, SignOrder } from './way.ts';

const XBULL = { name: 'xBull', site: 'xbull.app' };

/** Its window gives the same text whether the person or the wallet refused; the other text means that it was closed. */
const CODES = { 'Request rejected from the wallet': 'unable', 'no elements in sequence': 'closed' } as const;

type Ask<Answer> = (bridge: xBullWalletConnect) => Promise<Answer>;

export const signWithXBull: Sign = async (order, signal) =>
  signedText(XBULL, await ask((bridge) => bridge.sign(orderOf(order)), signal));

export const signTextWithXBull: SignMessage = async ({ message, networkPassphrase, signer }, signal) => {
  const options = { networkPassphrase, address: signer };
  const answer = await ask((bridge) => bridge.signMessage(message, options), signal);
  needSigner(XBULL, signer, answer.signerAddress);
  return signedText(XBULL, answer.signedMessage);
};

async function ask<Answer>(sign: Ask<Answer>, signal: AbortSignal): Promise<Answer> {
  const bridge = new xBullWalletConnect();
  const run = xBullExtension() === undefined ? inWindow : inExtension;
  try {
    return await askWallet(XBULL, () => run(bridge, sign, signal), CODES);
  } finally {
    bridge.closeWallet();
    bridge.closeConnections();
  }
}

async function inExtension<Answer>(bridge: xBullWalletConnect, sign: Ask<Answer>): Promise<Answer> {
  // The first time, it asks for access.
  await bridge.connect();
  return await sign(bridge);
}

async function inWindow<Answer>(bridge: xBullWalletConnect, sign: Ask<Answer>, signal: AbortSignal): Promise<Answer> {
  // Opens the window before awaiting anything, while the click still permits it.
  const answer = sign(bridge);
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
