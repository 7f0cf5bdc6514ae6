/** Signing in Klever, which speaks SEP-43. */
import { askWallet, refusal, refused, signedBy } from './ask-wallet.ts';
import { klever } from './injected.ts';
import type { Sign, SignMessage } from './way.ts';

const KLEVER = { name: 'Klever', site: 'klever.io' };

export const sign: Sign = async ({ xdr, networkPassphrase, signer }) => {
  const wallet = klever();
  if (wallet === undefined) throw refusal(KLEVER, 'absent');
  return await askWallet(KLEVER, async () => {
    needAnswer(await wallet.getAddress());
    const network = needAnswer(await wallet.getNetwork());
    if (network.networkPassphrase !== networkPassphrase) throw refusal(KLEVER, 'network');
    return signedBy(KLEVER, signer, await wallet.signTransaction(xdr, { networkPassphrase, address: signer }));
  });
};

export const signText: SignMessage = async ({ message, networkPassphrase, signer }) => {
  const wallet = klever();
  if (wallet?.signMessage === undefined) throw refusal(KLEVER, 'absent');
  return await askWallet(KLEVER, async () => {
    needAnswer(await wallet.getAddress());
    return signedBy(KLEVER, signer, await wallet.signMessage?.(message, { networkPassphrase, address: signer }));
  });
};

function needAnswer<Answer extends { readonly error?: unknown }>(answer: Answer): Answer {
  if (answer.error !== undefined) throw refused(KLEVER, answer.error);
  return answer;
}
