/** What the desk tells of a wallet that is to be proven. */
import type { NetworkName } from '../../escrow/network.ts';

export type ProofInput = {
  /** G address. */
  readonly address: string;
  /** Who says that the wallet is theirs, and where: as whoever signs knows them. */
  readonly person: string;
  readonly place: string;
};

export type ProofLink = {
  /** Of the page on which the wallet signs; for the person who was asked alone. */
  readonly url: string;
  /** Epoch milliseconds. */
  readonly endsAt: number;
};

export type ProofToSign = {
  /** G address whose key signs. */
  readonly address: string;
  /** What it signs, by SEP-53: in the language of whoever was asked. */
  readonly text: string;
  readonly network: NetworkName;
  readonly networkPassphrase: string;
  /** Epoch milliseconds. */
  readonly endsAt: number;
};
