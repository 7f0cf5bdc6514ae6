/** Who has signed for an account with several signers, and who still can, as it is shown. */

import { readTransaction } from '../envelope/read-transaction.ts';
import { hasSeveralSigners, signersOf } from '../signatures/index.ts';
import type { DeskContext } from './context.ts';
import type { SignersView } from './results.ts';
import type { Handle, Offer } from './store/offers.ts';

/** Whether signatures over the handle's newest offer wait for others. */
export async function isPartlySigned({ store }: DeskContext, { id, offers: [newest] }: Handle): Promise<boolean> {
  const kept = await store.signaturesOf(id);
  return kept.some(({ hash, signature }) => signature !== undefined && hash === newest?.hash);
}

/** Who signed an earlier transaction of the handle, and signs again. */
export async function signersAgain(
  { store }: DeskContext,
  handle: Handle,
  { hash }: Offer,
): Promise<readonly string[]> {
  const kept = await store.signaturesOf(handle.id);
  return kept.filter((each) => each.hash !== hash).map(({ signer }) => signer);
}

/** By the account's entry as the ledger had it when it was last asked; nothing for an account with its own key alone. */
export async function signersView(
  context: DeskContext,
  handle: Handle,
  offer: Offer,
): Promise<SignersView | undefined> {
  const account = context.accounts?.get(handle.request.signer);
  const isOpen = offer.state === 'offered' && handle.end === undefined;
  if (account === undefined || !isOpen || !hasSeveralSigners(account)) return undefined;
  const kept = await context.store.signaturesOf(handle.id);
  const over = kept.filter(({ hash, signature }) => signature !== undefined && hash === offer.hash);
  const again = await signersAgain(context, handle, offer);
  const read = readTransaction(offer.unsignedXdr, context.network.passphrase);
  const { signers, ...weights } = signersOf(read, account, new Set(over.map(({ signer }) => signer)));
  return {
    ...weights,
    signers: signers.map((each) => ({ ...each, ...(again.includes(each.address) ? { again: true as const } : {}) })),
  };
}
