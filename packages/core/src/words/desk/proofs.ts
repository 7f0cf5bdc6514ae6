/** What a person's wallet signs to prove that it is theirs. */
import { format } from '../../text/message.ts';
import type { DeskLanguage } from '../core.ts';

/** What the wallet that is asked to sign a transaction signs first, to open its page. */
export type PageProofText = Pick<WalletProof, 'address' | 'host' | 'code'>;

export type SignInText = Pick<WalletProof, 'address' | 'code'> & { readonly origin: string; readonly network: string };

/** What a person signs to prove that a wallet is theirs. */
export type WalletProof = {
  /** G address. */
  readonly address: string;
  /** Who says that it is theirs, and where: ids or a purpose, without line breaks. */
  readonly person: string;
  readonly place: string;
  /** Name of the host that asks. */
  readonly host: string;
  /** 128 random bits, used once. */
  readonly code: string;
};

export const walletProofText = ({ messages }: DeskLanguage, proof: WalletProof): string =>
  format(messages.proofs.wallet, proof);

/** What the signer's wallet signs before a link that anyone may have shows the transaction. */
export const pageProofText = ({ messages }: DeskLanguage, proof: PageProofText): string =>
  format(messages.proofs.page, proof);

/** What a wallet signs to sign in at an origin. */
export const signInText = ({ messages }: DeskLanguage, text: SignInText): string =>
  format(messages.proofs.signIn, text);
