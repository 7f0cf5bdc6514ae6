/** Signing in Hana: it signs with the account that it is asked for, if it has it. */
import { askWallet, refusal, signedText } from './ask-wallet.ts';
import { hana } from './injected.ts';
import type { Sign, SignMessage } from './way.ts';

const HANA = { name: 'Hana', site: 'hanawallet.io' };

export const sign: Sign = ({ xdr, networkPassphrase, signer: accountToSign }) =>
  ask('signTransaction', (wallet) => wallet.signTransaction({ xdr, accountToSign, networkPassphrase }));

export const signText: SignMessage = ({ message, signer: accountToSign }) =>
  ask('signMessage', (wallet) => wallet.signMessage?.({ message, accountToSign }));

type Hana = NonNullable<ReturnType<typeof hana>>;

async function ask(ability: keyof Hana, run: (wallet: Hana) => Promise<string> | undefined): Promise<string> {
  const wallet = hana();
  if (wallet?.[ability] === undefined) throw refusal(HANA, 'absent');
  return await askWallet(HANA, async () => {
    // The first time, it asks for access.
    await wallet.getPublicKey();
    return signedText(HANA, await run(wallet));
  });
}
