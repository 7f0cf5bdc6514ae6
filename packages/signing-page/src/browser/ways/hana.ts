/** Signing in Hana: it signs with the account that it is asked for, if it has it. */
import { askWallet, refusal, signedText } from './ask-wallet.ts';
import { hana } from './injected.ts';
import type { Sign, SignMessage } from './way.ts';

const HANA = { name: 'Hana', site: 'hanawallet.io' };

export const sign: Sign = async ({ xdr, networkPassphrase, signer }) => {
  const wallet = hana();
  if (wallet === undefined) throw refusal(HANA, 'absent');
  return await askWallet(HANA, async () => {
    // The first time, it asks for access.
    await wallet.getPublicKey();
    return signedText(HANA, await wallet.signTransaction({ xdr, accountToSign: signer, networkPassphrase }));
  });
};

export const signText: SignMessage = async ({ message, signer }) => {
  const wallet = hana();
  if (wallet?.signMessage === undefined) throw refusal(HANA, 'absent');
  return await askWallet(HANA, async () => {
    await wallet.getPublicKey();
    return signedText(HANA, await wallet.signMessage?.({ message, accountToSign: signer }));
  });
};
