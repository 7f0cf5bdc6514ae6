/** Signing in Rabet: it signs with the account that is selected in it, and cannot be asked for another. */
import { askWallet, needAccount, refusal, signedText } from './ask-wallet.ts';
import { rabet } from './injected.ts';
import type { Sign } from './way.ts';

const RABET = { name: 'Rabet', site: 'rabet.io' };

/** What its background script answers. */
const CODES = {
  'user-rejected': 'declined',
  'wrong-password': 'locked',
  'no-user-logged': 'locked',
  'no-account': 'locked',
  'no-message-received': 'silent',
} as const;

export const sign: Sign = async ({ xdr, network, signer }) => {
  const wallet = rabet();
  if (wallet === undefined) throw refusal(RABET, 'absent');
  return await askWallet(
    RABET,
    async () => {
      const { publicKey } = await wallet.connect();
      needAccount(RABET, signer, String(publicKey));
      const { xdr: signed } = await wallet.sign(xdr, network === 'public' ? 'mainnet' : 'testnet');
      return signedText(RABET, signed);
    },
    CODES,
  );
};
