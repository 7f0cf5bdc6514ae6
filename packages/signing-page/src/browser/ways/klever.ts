/** Signing in Klever, which speaks SEP-43. */
import { askWallet, needSigner, refusal, refused, signedText } from './ask-wallet.ts';
import { klever } from './injected.ts';
import type { Sign, SignMessage } from './way.ts';

const KLEVER = { name: 'Klever', site: 'klever.io' };

export const signWithKlever: Sign = async ({ xdr, networkPassphrase, signer }) => {
  const wallet = klever();
  if (wallet === undefined) throw refusal(KLEVER, 'absent');
  return await askWallet(KLEVER, async () => {
    const access = await wallet.getAddress();
    if (access.error !== undefined) throw refused(KLEVER, access.error);
    const network = await wallet.getNetwork();
    if (network.error !== undefined) throw refused(KLEVER, network.error);
    if (network.networkPassphrase !== networkPassphrase) throw refusal(KLEVER, 'network');
    const signed = await wallet.signTransaction(xdr, { networkPassphrase, address: signer });
    if (signed.error !== undefined) throw refused(KLEVER, signed.error);
    needSigner(KLEVER, signer, signed.signerAddress);
    return signedText(KLEVER, signed.signedTxXdr);
  });
};

export const signTextWithKlever: SignMessage = async ({ message, networkPassphrase, signer }) => {
  const wallet = klever();
  if (wallet?.signMessage === undefined) throw refusal(KLEVER, 'absent');
  return await askWallet(KLEVER, async () => {
    const access = await wallet.getAddress();
    if (access.error !== undefined) throw refused(KLEVER, access.error);
    const signed = await wallet.signMessage?.(message, { networkPassphrase, address: signer });
    if (signed?.error !== undefined) throw refused(KLEVER, signed.error);
    needSigner(KLEVER, signer, signed?.signerAddress);
    return signedText(KLEVER, signed?.signedMessage);
  });
};
