/** Signatures that wait for others, in the store's file: the last one of each signer over a transaction of a handle. */
import type { DatabaseSync } from 'node:sqlite';
import type { SignerSignature } from '../../../signatures/index.ts';
import type { KeptSignature } from '../store.ts';

/** A row without the signature's bytes: a newer transaction made it useless, and its signer must sign again. */
export const KEPT_SIGNATURES = `
  CREATE TABLE kept_signature (
    handle TEXT NOT NULL REFERENCES handle(id) ON DELETE CASCADE,
    signer TEXT NOT NULL,
    hash TEXT NOT NULL,
    signature TEXT,
    PRIMARY KEY (handle, signer)
  ) STRICT, WITHOUT ROWID;
`;

type KeptRow = { readonly signer: string; readonly hash: string; readonly signature: string | null };

/** Methods that change something must be called within a write. */
export function signatureKeeper(sqlite: DatabaseSync) {
  const all = sqlite.prepare('SELECT signer, hash, signature FROM kept_signature WHERE handle = ? ORDER BY signer');
  const put = sqlite.prepare(
    'INSERT OR REPLACE INTO kept_signature (handle, signer, hash, signature) VALUES (?, ?, ?, ?)',
  );
  const drop = sqlite.prepare('UPDATE kept_signature SET signature = NULL WHERE handle = ? AND hash <> ?');
  return {
    of: (handle: string): readonly KeptSignature[] =>
      (all.all(handle) as KeptRow[]).map(({ signature, ...kept }) => ({
        ...kept,
        ...(signature === null ? {} : { signature }),
      })),
    keep(handle: string, hash: string, signatures: readonly SignerSignature[]): void {
      for (const { signer, signature } of signatures) put.run(handle, signer, hash, signature);
    },
    /** Drops signatures over any other transaction. */
    dropOthers: (handle: string, hash: string): void => void drop.run(handle, hash),
  };
}
