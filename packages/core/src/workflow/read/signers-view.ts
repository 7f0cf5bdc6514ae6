/** The view of a multisig account: who has signed, and who still can. */
import type { ReadTransaction } from '../../envelope/read-transaction.ts';
import { CountersignError } from '../../errors/errors.ts';
import type { FoundAccount } from '../../ledger/ledger.ts';
import { checkSignatures } from '../../signatures/check-signatures.ts';
import { checkWeights } from '../../signatures/check-weights.ts';
import { hasSeveralSigners, signersOf } from '../../signatures/index.ts';
import type { DeskContext } from '../context.ts';
import type { CallOptions } from '../model/call-options.ts';
import type { PreparedRequest, PreparedTransaction } from '../model/requests.ts';
import type { SignersView } from '../model/results.ts';
import { readStored } from '../model/reverify.ts';

/** Whether signatures over the request's newest transaction wait for others. */
export async function isPartlySigned(
  { store }: DeskContext,
  { id, transactions: [newest] }: PreparedRequest,
): Promise<boolean> {
  const kept = await store.signaturesOf(id);
  return kept.some(({ hash, signature }) => signature !== undefined && hash === newest?.hash);
}

/** Those who signed an earlier transaction of the request and must sign again. */
export async function signersAgain(
  { store }: DeskContext,
  prepared: PreparedRequest,
  { hash }: PreparedTransaction,
): Promise<readonly string[]> {
  const kept = await store.signaturesOf(prepared.id);
  return kept.filter((each) => each.hash !== hash).map(({ signer }) => signer);
}

/** Everyone whose signature the request can use, as far as that is known. */
export const signersIn = ({ request }: PreparedRequest, view: SignersView | undefined): readonly string[] => [
  request.signer,
  ...(view?.signers ?? []).map(({ address }) => address),
];

/** From the account's entry as it was last read; undefined for an account that needs only its own key. */
export async function signersView(
  context: DeskContext,
  prepared: PreparedRequest,
  transaction: PreparedTransaction,
): Promise<SignersView | undefined> {
  const account = context.accounts?.get(prepared.request.signer);
  const isOpen = transaction.state === 'offered' && prepared.end === undefined;
  if (account === undefined || !isOpen || !hasSeveralSigners(account)) return undefined;
  const kept = await context.store.signaturesOf(prepared.id);
  const over = kept.filter(({ hash, signature }) => signature !== undefined && hash === transaction.hash);
  const again = await signersAgain(context, prepared, transaction);
  const read = readStored(transaction, context.network);
  const { signers, ...weights } = signersOf(read, account, new Set(over.map(({ signer }) => signer)));
  return {
    ...weights,
    signers: signers.map((each) => (again.includes(each.address) ? { ...each, again: true } : each)),
  };
}

/**
 * Without Stellar RPC, or while it does not answer, only the account's own signature is accepted.
 * @throws CountersignError SIGNER_NOT_FOUND, MULTISIG_NOT_SUPPORTED, and those of `checkSignatures` and `checkWeights`
 */
export async function requireSigned(
  context: Pick<DeskContext, 'ledger' | 'network'>,
  read: ReadTransaction,
  { signal }: CallOptions,
): Promise<void> {
  // An unsigned transaction is refused at once, without asking the ledger.
  const found = read.signatures.length === 0 ? undefined : await context.ledger?.accountOf(read.source, signal);
  if (found?.kind === 'account') checkWeights(read, found.entry, context.network);
  else requireSignedAlone(context, read, found);
}

/** @param found the ledger's answer, which has no entry of the account; absent: it was not asked */
export function requireSignedAlone(
  { network }: Pick<DeskContext, 'network'>,
  read: ReadTransaction,
  found: Exclude<FoundAccount, { readonly kind: 'account' }> | undefined,
): void {
  try {
    checkSignatures(read, read.source, network);
  } catch (error) {
    if (found === undefined) throw error;
    if (!(error instanceof CountersignError) || error.code !== 'MULTISIG_NOT_SUPPORTED') throw error;
    if (found.kind === 'no-answer') throw new CountersignError('MULTISIG_NOT_SUPPORTED', NOT_ASKED);
  }
  if (found === undefined || found.kind === 'no-answer') return;
  throw new CountersignError('SIGNER_NOT_FOUND', {
    message: `The account ${read.source}, which is to pay for the transaction, does not exist on ${network.name}. It was not sent.`,
  });
}

const NOT_ASKED = {
  message:
    'The transaction has several signatures, and the network could not be asked which ones the account needs. It was not sent.',
  remedy: 'Submit it again in a minute. If it keeps failing, tell the person who runs Countersign.',
  operatorRemedy:
    'Submit it again in a minute. If it keeps failing, check STELLAR_RPC_URL; the doctor says whether it answers.',
} as const;
