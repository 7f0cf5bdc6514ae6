/** Transactions of one account with the same sequence number: the ledger accepts only one of them. */
import type { PreparedRequest, PreparedTransaction } from '../model/requests.ts';
import type { Store } from './store.ts';

type WithTransaction = { readonly prepared: PreparedRequest; readonly transaction: PreparedTransaction };

/** The other transactions that the same person prepared with this one's account and sequence number, newest first. */
export async function sharingSequence(
  store: Pick<Store, 'findBySequence'>,
  { owner, request: { signer } }: PreparedRequest,
  { hash, sequence }: PreparedTransaction,
): Promise<readonly WithTransaction[]> {
  const preparedRequests = sequence === undefined ? [] : await store.findBySequence(owner, sequence);
  return preparedRequests
    .filter(({ request }) => request.signer === signer)
    .flatMap((prepared) => prepared.transactions.map((transaction) => ({ prepared, transaction })))
    .filter(({ transaction }) => transaction.sequence === sequence && transaction.hash !== hash);
}

/** Whether the ledger included it, which uses the sequence number even if it failed. */
export function isIncluded({ state }: PreparedTransaction): boolean {
  return state === 'settled' || state === 'rejected';
}

/** Whether one of them is known to have been included before the transaction's time was over. */
export async function wasDisplaced(
  { store }: { readonly store: Pick<Store, 'findBySequence'> },
  prepared: PreparedRequest,
  transaction: PreparedTransaction,
): Promise<boolean> {
  const others = await sharingSequence(store, prepared, transaction);
  return others.some(
    ({ transaction: other }) => isIncluded(other) && (other.sentAt ?? other.offeredAt) <= transaction.expiresAt,
  );
}
