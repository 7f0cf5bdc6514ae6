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
