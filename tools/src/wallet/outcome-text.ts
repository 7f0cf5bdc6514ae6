/** What became of a payment, and whose word that is. */
import type { Settlement } from '@countersign/core';

export function outcomeText({ message, transactionHash, by, ledger, next }: Settlement): string {
  const word = {
    ledger: `The ledger says so${ledger === undefined ? '' : ` (asked at ${ledger})`}.`,
    service: 'The escrow service says so; the ledger could not be asked.',
    here: 'This is what is known on this machine; the ledger could not be asked.',
  }[by];
  return `${message} (transaction ${transactionHash})\n${word}\n${next}`;
}
