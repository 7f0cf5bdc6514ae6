/** Multisig accounts: signatures are kept until there are enough, then the transaction is sent. */
import type { xdr } from '@stellar/stellar-sdk/base';
import { type ReadTransaction, readTransaction } from '../../envelope/read-transaction.ts';
import { CountersignError } from '../../errors/errors.ts';
import { partOf, type SignerSignature, signedWith, signersOf } from '../../signatures/index.ts';
import type { DeskContext, RunningContext } from '../context.ts';
import type { CallOptions } from '../model/call-options.ts';
import { mayBeSent, type PreparedRequest, type PreparedTransaction } from '../model/requests.ts';
import type { KeptSettlement } from '../model/results.ts';
import { readStored } from '../model/reverify.ts';
import { partlySignedSettlement } from '../outcome/outcome-words.ts';
import { isPartlySigned, requireSignedAlone } from '../read/signers-view.ts';
import { expiredError } from '../status/late.ts';
import { requireReady, sendInTime } from './send.ts';

/** A transaction whose signatures were checked; `part` where more are needed. */
export type Signed = {
  readonly read: ReadTransaction;
  readonly part?: { readonly signatures: readonly SignerSignature[]; readonly account: xdr.AccountEntry };
};

/**
 * As `requireSigned`, but accepts too few signatures.
 * @throws CountersignError SIGNATURES_MISSING where signatures cannot be collected one by one
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
 * Sends a transaction that has enough signatures, counting those that were kept; else keeps them.
 * @throws CountersignError as `sendInTime`; TRANSACTION_EXPIRED where a newer transaction was offered
 */
export async function sendSigned(
  context: RunningContext,
  { read, part }: Signed,
  transaction: PreparedTransaction,
  prepared: PreparedRequest | undefined,
): Promise<KeptSettlement> {
  const sending = { context, read, transaction, prepared };
  if (part === undefined) return await sendInTime(sending);
  if (prepared === undefined) throw new CountersignError('SIGNATURES_MISSING');
  const decided = mayBeSent(transaction) ? undefined : await requireReady(sending);
  if (decided !== undefined) return decided;
  const { account, signatures } = part;
  const all = await context.store.keepSignatures(transaction.hash, signatures);
  context.onCheckpoint?.('kept');
  if (all === undefined) return await sendSinceSent(context, transaction, prepared);
  const complete = signedWith(read, account, all, context.network.passphrase);
  if (complete === undefined) {
    const signers = signersOf(read, account, new Set(all.map(({ signer }) => signer)));
    return partlySignedSettlement(transaction, read.source, signers, context.now(), context.words);
  }
  // The same check as for a transaction that arrived fully signed.
  partOf(complete, account, context.network);
  return await sendInTime({ ...sending, read: complete });
}

/** A signature that arrives after enough others: its signer learns the outcome of the transaction. */
async function sendSinceSent(
  context: RunningContext,
  { hash }: PreparedTransaction,
  prepared: PreparedRequest,
): Promise<KeptSettlement> {
  const transaction = await context.store.findByHash(hash);
  if (transaction?.signedXdr === undefined || !mayBeSent(transaction)) {
    throw await expiredError(context, { hash, contractId: '', expiresAt: 0, ...transaction, requestId: prepared.id });
  }
  const read = readTransaction(transaction.signedXdr, context.network.passphrase);
  return await sendInTime({ context, read, transaction, prepared });
}

/** Tries again to send a transaction with its kept signatures: a process may have died before. Undefined without any. */
export async function storedSignatures(
  context: DeskContext,
  transaction: PreparedTransaction,
  prepared: PreparedRequest,
  { signal }: CallOptions,
): Promise<Signed | undefined> {
  if (!(await isPartlySigned(context, prepared))) return undefined;
  const read = readStored(transaction, context.network);
  const found = await context.ledger?.accountOf(read.source, signal);
  return found?.kind === 'account' ? { read, part: { signatures: [], account: found.entry } } : undefined;
}
