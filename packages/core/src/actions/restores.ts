/** Whether a transaction brings archived entries back within its call. */
import type { ReadTransaction } from '../envelope/read-transaction.ts';

export function restores({ transaction: { ext } }: ReadTransaction): boolean {
  if (ext.type !== 'sorobanData') return false;
  const { ext: more } = ext.sorobanData;
  return more.type === 'resourceExt' && more.resourceExt.archivedSorobanEntries.length > 0;
}
