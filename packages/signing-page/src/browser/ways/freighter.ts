/** Signing in Freighter, the browser extension. What it says is data: cleaned and shown as its words. */
import { CountersignError } from '@countersign/core/errors';
import { cleanLine } from '@countersign/core/text';
import { isConnected, requestAccess, signTransaction } from '@stellar/freighter-api';
import { type Sign, wayProblem } from './way.ts';

export const signWithFreighter: Sign = async ({ xdr, networkPassphrase, signer }) => {
  if (!(await isConnected()).isConnected) {
    throw wayProblem(
      'Freighter does not answer in this browser.',
      'Install or unlock it, or sign in another wallet below.',
    );
  }
  const access = await requestAccess();
  if (access.error !== undefined || access.address === '') throw refused(access.error);
  const answer = await signTransaction(xdr, { networkPassphrase, address: signer });
  if (answer.error !== undefined || !answer.signedTxXdr) throw refused(answer.error);
  // Not every version says who signed; the desk checks the signature itself.
  if (answer.signerAddress && answer.signerAddress !== signer) {
    throw new CountersignError('SIGNED_BY_ANOTHER', {
      message: `Freighter signed with another account, ${cleanLine(answer.signerAddress, 60)}.`,
    });
  }
  return answer.signedTxXdr;
};

function refused(error: { readonly message?: string } | undefined): CountersignError {
  const words = cleanLine(error?.message ?? '', 200);
  return wayProblem(
    words === '' ? 'Freighter did not sign.' : `Freighter did not sign. It said: “${words}”`,
    'Nothing was sent. Choose the signer’s account and this network in Freighter, then try again.',
  );
}
