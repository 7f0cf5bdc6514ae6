/** Signing in LOBSTR: its extension passes what is to be signed on to the app on the person's phone. */
import { getPublicKey, isConnected, signMessage, signTransaction } from '@lobstrco/signer-extension-api';
import { askWallet, needAccount, refusal, signedBy, signedText } from './ask-wallet.ts';
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

export const sign: Sign = ({ xdr, signer }) =>
  askAs(signer, async () => signedText(LOBSTR, await signTransaction(xdr)));

export const signText: SignMessage = ({ message, signer }) =>
  askAs(signer, async () => signedBy(LOBSTR, signer, await signMessage(message)));

async function askAs(signer: string, run: () => Promise<string>): Promise<string> {
  if (!(await isConnected())) throw refusal(LOBSTR, 'absent');
  const ask = async () => {
    needAccount(LOBSTR, signer, await getPublicKey());
    return await run();
  };
  return await askWallet(LOBSTR, ask, CODES);
}
