/** A way to sign: one per wallet, loaded on demand. It only signs; the page compares and delivers what comes back. */
import { NETWORKS, type NetworkName, SANDBOX_ACCOUNTS } from '@countersign/core/network';

/** What a wallet is given: decoded and compared by the page. */
export type SignOrder = {
  /** Unsigned envelope in base64. */
  readonly xdr: string;
  /** SHA-256 of what is signed. */
  readonly hash: Uint8Array;
  readonly network: NetworkName;
  readonly networkPassphrase: string;
  /** G address whose signature is wanted. */
  readonly signer: string;
};

/**
 * Asks the person in the wallet. @param signal ends the waiting, though not always what the wallet shows
 * @returns the signed envelope in base64. @throws CountersignError CANCELLED: nothing was sent; SIGNED_BY_ANOTHER
 */
export type Sign = (order: SignOrder, signal: AbortSignal) => Promise<string>;

/** A text that proves whose an account is; a wallet signs it by SEP-53, so that it can never be a transaction. */
export type MessageOrder = {
  readonly message: string;
  readonly networkPassphrase: string;
  /** G address whose signature is wanted. */
  readonly signer: string;
};

/** As `Sign`. @returns the signature as the wallet gave it, in base64 or hex; the server checks it */
export type SignMessage = (order: MessageOrder, signal: AbortSignal) => Promise<string>;

/** What is known of a way before it is loaded: small, since every reader gets it. */
export type Way = {
  /** What its button says after "Sign with": a wallet's name as its maker writes it. No two are equal. */
  readonly name: string;
  /** What the person does next, which the page says while it waits. */
  readonly kind: 'extension' | 'popup' | 'device' | 'demo';
  /** Networks that it can sign for. */
  readonly networks: readonly NetworkName[];
  /** Whether it is here, found out without asking the person or loading its library; nothing, or absent: it cannot be known. */
  readonly detect?: () => Promise<boolean | undefined>;
  readonly load: () => Promise<Sign>;
  /** Present if it can sign a text by SEP-53, on any network. */
  readonly loadMessage?: () => Promise<SignMessage>;
};

type Signer = Pick<SignOrder, 'networkPassphrase' | 'signer'>;

export function demoAccountOf({ networkPassphrase, signer }: Signer): string | undefined {
  if (networkPassphrase !== NETWORKS.sandbox.passphrase) return undefined;
  return SANDBOX_ACCOUNTS.find(({ address }) => address === signer)?.name;
}
