/** What a restored store does not know: what people signed between its backup and its restore. */

export type Gap = {
  /** When the backup was made, and when it was restored; epoch milliseconds. */
  readonly madeAt: number;
  readonly restoredAt: number;
  /** The ledger from which events are to be read; absent where no Stellar RPC was asked when the backup was made. */
  readonly ledger?: number;
  /** The sequence number of each signing account when the backup was made, by address. */
  readonly sequences: Readonly<Record<string, string>>;
  /** A hash of the terms of each escrow that was created since, no matter who created it, by address. */
  readonly escrows: Readonly<Record<string, string>>;
  /** Whether `escrows` is complete: nothing of the gap is unknown any more. */
  readonly isRead: boolean;
};

/** A file of an older version gets the table when it is restored, before it is migrated. */
export const restoredTable = (text: string): string =>
  `CREATE TABLE IF NOT EXISTS restored (network ${text} PRIMARY KEY, gap TEXT NOT NULL);`;

export const gapIn = (row: unknown): Gap | undefined =>
  row === undefined ? undefined : (JSON.parse((row as { readonly gap: string }).gap) as Gap);

/** Without a restore, a settled request would be forgotten by then as well. */
export const isGapOver = ({ restoredAt }: Gap, now: number, settledKeptMs: number): boolean =>
  now > restoredAt + settledKeptMs;
