import { isConnected, requestAccess, signMessage, signTransaction } from '@stellar/freighter-api';
import { needSigner, refusal, refused, signedText } from './ask-wallet.ts';
import type { Sign, SignMessage } from './way.ts';

const FREIGHTER = { name: 'Freighter', site: 'freighter.app' };

export const signWithFreighter: Sign = async ({ xdr, networkPassphrase, signer }) => {
  await needAccess();
  const answer = await signTransaction(xdr, { networkPassphrase, address: signer });
  if (answer.error !== undefined) throw refused(FREIGHTER, answer.error);
  needSigner(FREIGHTER, signer, answer.signerAddress);
  return signedText(FREIGHTER, answer.signedTxXdr);
};

export const signTextWithFreighter: SignMessage = async ({ message, networkPassphrase, signer }) => {
  await needAccess();
  const answer = await signMessage(message, { networkPassphrase, address: signer });
  if (answer.error !== undefined) throw refused(FREIGHTER, answer.error);
  needSigner(FREIGHTER, signer, answer.signerAddress);
  return signedText(FREIGHTER, answer.signedMessage);
};

async function needAccess(): Promise<void> {
  if (!(await isConnected()).isConnected) throw refusal(FREIGHTER, 'absent');
  const access = await requestAccess();
  if (access.error !== undefined || access.address === '') throw refused(FREIGHTER, access.error);
}
