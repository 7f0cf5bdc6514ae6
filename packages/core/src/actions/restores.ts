/** Whether a transaction brings archived entries back within its call. */
import type { ReadTransaction } from '../envelope/read-transaction.ts';

export const RESTORES =
  'Entries of the escrow were archived, and this transaction restores them. That is why its network fee is higher.';

export function restores({ transaction: { ext } }: ReadTransaction): boolean {
  if (ext.type !== 'sorobanData') return false;
  const { ext: more } = ext.sorobanData;
  return more.type === 'resourceExt' && more.resourceExt.archivedSorobanEntries.length > 0;
}
