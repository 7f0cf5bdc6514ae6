import type { NetworkName } from '../../escrow/network.ts';

export type ProofInput = {
  /** G address. */
  readonly address: string;
  /** Who claims the wallet, and where: in words that the signer recognises. */
  readonly person: string;
  readonly place: string;
};

export type ProofLink = {
  /** The page on which the wallet signs; only for the person who was asked. */
  readonly url: string;
  /** Epoch milliseconds. */
  readonly endsAt: number;
};

/** What opens a signing page: the text's code is given back with the signature. */
export type PageProof = ProofToSign & { readonly code: string };

/** What signs a browser in as a wallet. The id is given back with the signature. */
export type SignInToSign = ProofToSign & { readonly id: string };

export type SignInProof = {
  readonly id: string;
  /** By SEP-53, 64 bytes in base64 or hex. */
  readonly signature?: string | undefined;
  /** From a wallet that signs no text: the transaction that follows from it, see `neverSentTransaction`. */
  readonly signedXdr?: string | undefined;
};

export type ProofToSign = {
  /** G address whose key signs. */
  readonly address: string;
  /** The text that it signs by SEP-53, in the language of the person who was asked. */
  readonly text: string;
  readonly network: NetworkName;
  readonly networkPassphrase: string;
  /** Epoch milliseconds. */
  readonly endsAt: number;
};
