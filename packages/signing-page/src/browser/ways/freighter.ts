/** Signing in Freighter, the browser extension. What it says is data: cleaned and shown as its words. */
import { CountersignError } from '@countersign/core/errors';
import { cleanLine } from '@countersign/core/text';
import type { Match } from '../read-view.ts';

export async function signWithFreighter({ read, summary }: Match): Promise<string> {
  const { isConnected, requestAccess, signTransaction } = await import('./freighter-api.ts').catch(() => {
    throw trouble(
      'The part of this page that Freighter needs could not be loaded.',
      'Reload the page, then try again.',
    );
  });
  if (!(await isConnected()).isConnected) {
    throw trouble(
      'Freighter does not answer in this browser.',
      'Install or unlock it, or sign in another wallet below.',
    );
  }
  const access = await requestAccess();
  if (access.error !== undefined || access.address === '') throw refused(access.error);
  const answer = await signTransaction(read.xdr, {
    networkPassphrase: summary.networkPassphrase,
    address: summary.signer,
  });
  if (answer.error !== undefined || !answer.signedTxXdr) throw refused(answer.error);
  // Not every version says who signed; the desk checks the signature itself.
  if (answer.signerAddress && answer.signerAddress !== summary.signer) {
    throw new CountersignError('SIGNED_BY_ANOTHER', {
      message: `Freighter signed with another account, ${cleanLine(answer.signerAddress, 60)}.`,
    });
  }
  return answer.signedTxXdr;
}

function refused(error: { readonly message?: string } | undefined): CountersignError {
  const words = cleanLine(error?.message ?? '', 200);
  return trouble(
    words === '' ? 'Freighter did not sign.' : `Freighter did not sign. It said: “${words}”`,
    'Nothing was sent. Choose the signer’s account and this network in Freighter, then try again.',
  );
}

function trouble(message: string, remedy: string): CountersignError {
  return new CountersignError('CANCELLED', { message, remedy });
}
