import { isConnected, requestAccess, signMessage, signTransaction } from '@stellar/freighter-api';
import { refusal, refused, signedBy } from './ask-wallet.ts';
import type { Sign, SignMessage } from './way.ts';

const FREIGHTER = { name: 'Freighter', site: 'freighter.app' };

export const sign: Sign = async ({ xdr, networkPassphrase, signer }) => {
  await needAccess();
  return signedBy(FREIGHTER, signer, await signTransaction(xdr, { networkPassphrase, address: signer }));
};

export const signText: SignMessage = async ({ message, networkPassphrase, signer }) => {
  await needAccess();
  return signedBy(FREIGHTER, signer, await signMessage(message, { networkPassphrase, address: signer }));
};

async function needAccess(): Promise<void> {
  if (!(await isConnected()).isConnected) throw refusal(FREIGHTER, 'absent');
  const access = await requestAccess();
  if (access.error !== undefined || access.address === '') throw refused(FREIGHTER, access.error);
}
