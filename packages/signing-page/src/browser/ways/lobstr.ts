/** Signing in LOBSTR: its extension passes what is to be signed on to the app on the person's phone. */
import { getPublicKey, isConnected, signMessage, signTransaction } from '@lobstrco/signer-extension-api';
import { askWallet, needAccount, needSigner, refusal, refused, signedText } from './ask-wallet.ts';
import type { Sign, SignMessage } from './way.ts';

const LOBSTR = { name: 'LOBSTR', site: 'lobstr.co' };

/** It has no codes: these texts of its extension are fixed, since pages compare them. */
const CODES = {
  'User declined access': 'declined',
  'The connection key is missing': 'locked',
  'Associated account not found': 'locked',
  'Signing request timed out': 'silent',
  'Unable to send message to extension': 'silent',
  "Couldn't open access prompt": 'blocked',
} as const;

export const signWithLobstr: Sign = async ({ xdr, signer }) => {
  if (!(await isConnected())) throw refusal(LOBSTR, 'absent');
  return await askWallet(
    LOBSTR,
    async () => {
      needAccount(LOBSTR, signer, await getPublicKey());
      return signedText(LOBSTR, await signTransaction(xdr));
    },
    CODES,
  );
};

export const signTextWithLobstr: SignMessage = async ({ message, signer }) => {
  if (!(await isConnected())) throw refusal(LOBSTR, 'absent');
  return await askWallet(
    LOBSTR,
    async () => {
      needAccount(LOBSTR, signer, await getPublicKey());
      const answer = await signMessage(message);
      if (answer === null) throw refused(LOBSTR, undefined);
      needSigner(LOBSTR, signer, answer.signerAddress);
      return signedText(LOBSTR, answer.signedMessage);
    },
    CODES,
  );
};
