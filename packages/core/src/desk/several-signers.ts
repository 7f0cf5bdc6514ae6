/** An account with several signers: their signatures are kept until there are enough, and then sent. */

import type { xdr } from '@stellar/stellar-sdk/base';
import { type ReadTransaction, readTransaction } from '../envelope/read-transaction.ts';
import { CountersignError } from '../errors/errors.ts';
import { partOf, type SignerSignature, signedWith, signersOf } from '../signatures/index.ts';
import type { DeskContext } from './context.ts';
import type { CallOptions } from './desk.ts';
import { expiredError } from './late.ts';
import { partlySignedSettlement } from './outcome-words.ts';
import { requireSignedAlone } from './require-signed.ts';
import type { Settlement } from './results.ts';
import type { RunningCall } from './run-call.ts';
import { requireReady, sendInTime } from './send.ts';
import { isPartlySigned } from './signers-view.ts';
import { type Handle, mayBeSent, type Offer } from './store/offers.ts';

/** A transaction with signatures that were checked; `part` where others are missing. */
export type Signed = {
  readonly read: ReadTransaction;
  readonly part?: { readonly signatures: readonly SignerSignature[]; readonly account: xdr.AccountEntry };
};

/**
 * As `requireSigned`, where too few may have signed so far.
 * @throws CountersignError SIGNATURES_MISSING where no others can add theirs one by one
 */
export async function requireSignedInPart(
  context: DeskContext,
  read: ReadTransaction,
  { signal }: CallOptions,
): Promise<Signed> {
  const found = await context.ledger?.accountOf(read.source, signal);
  if (found?.kind !== 'account') {
    requireSignedAlone(context, read, found);
    return { read };
  }
  const signatures = partOf(read, found.entry, context.network);
  return signatures === undefined ? { read } : { read, part: { signatures, account: found.entry } };
}

/**
 * Sends what has enough signatures, with those that were kept; keeps the others.
 * @throws CountersignError as `sendInTime`; TRANSACTION_EXPIRED where a newer transaction was offered
 */
export async function sendSigned(
  context: DeskContext,
  { read, part }: Signed,
  offer: Offer,
  handle: Handle | undefined,
  call: RunningCall,
): Promise<Settlement> {
  if (part === undefined) return await sendInTime(context, read, offer, handle, call);
  if (handle === undefined) throw new CountersignError('SIGNATURES_MISSING');
  const decided = mayBeSent(offer) ? undefined : await requireReady(context, read, offer, handle, call);
  if (decided !== undefined) return decided;
  const { account, signatures } = part;
  const all = await context.store.keepSignatures(offer.hash, signatures);
  context.reached?.('kept');
  if (all === undefined) return await sendSinceSent(context, offer, handle, call);
  const complete = signedWith(read, account, all, context.network.passphrase);
  if (complete === undefined) {
    const signed = new Set(all.map(({ signer }) => signer));
    return partlySignedSettlement(offer, read.source, signersOf(read, account, signed), context.now(), context.words);
  }
  // The same gate as for one that came whole.
  partOf(complete, account, context.network);
  return await sendInTime(context, complete, offer, handle, call);
}

/** Whoever adds a signature too many learns what became of the transaction without it. */
async function sendSinceSent(
  context: DeskContext,
  { hash }: Offer,
  handle: Handle,
  call: RunningCall,
): Promise<Settlement> {
  const offer = await context.store.findByHash(hash);
  if (offer?.signedXdr === undefined || !mayBeSent(offer)) {
    throw await expiredError(context, { hash, contractId: '', expiresAt: 0, ...offer, handle: handle.id });
  }
  const sent = readTransaction(offer.signedXdr, context.network.passphrase);
  return await sendInTime(context, sent, offer, handle, call);
}

/** What was kept of an offer, once more: a process may have died before it sent it. Nothing where nothing is kept. */
export async function keptPart(
  context: DeskContext,
  offer: Offer,
  handle: Handle,
  { signal }: CallOptions,
): Promise<Signed | undefined> {
  if (!(await isPartlySigned(context, handle))) return undefined;
  const read = readTransaction(offer.unsignedXdr, context.network.passphrase);
  const found = await context.ledger?.accountOf(read.source, signal);
  return found?.kind === 'account' ? { read, part: { signatures: [], account: found.entry } } : undefined;
}
