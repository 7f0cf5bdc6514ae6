/** The view of a multisig account: who has signed, and who still can. */
import { readTransaction } from '../../envelope/read-transaction.ts';
import { hasSeveralSigners, signersOf } from '../../signatures/index.ts';
import type { DeskContext } from '../context.ts';
import type { SignersView } from '../results.ts';
import type { Handle, Offer } from '../store/offers.ts';

/** Whether signatures over the handle's newest offer wait for others. */
export async function isPartlySigned({ store }: DeskContext, { id, offers: [newest] }: Handle): Promise<boolean> {
  const kept = await store.signaturesOf(id);
  return kept.some(({ hash, signature }) => signature !== undefined && hash === newest?.hash);
}

/** Those who signed an earlier transaction of the handle and must sign again. */
export async function signersAgain(
  { store }: DeskContext,
  handle: Handle,
  { hash }: Offer,
): Promise<readonly string[]> {
  const kept = await store.signaturesOf(handle.id);
  return kept.filter((each) => each.hash !== hash).map(({ signer }) => signer);
}

/** From the account's entry as it was last read; undefined for an account that needs only its own key. */
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
