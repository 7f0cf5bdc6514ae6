/** Checks a transaction's signatures as the network will: by the account's signers, where the ledger can be asked. */
import type { ReadTransaction } from '../../envelope/read-transaction.ts';
import { CountersignError } from '../../errors/errors.ts';
import type { FoundAccount } from '../../ledger/ledger.ts';
import { checkSignatures } from '../../signatures/check-signatures.ts';
import { checkWeights } from '../../signatures/check-weights.ts';
import type { DeskContext } from '../context.ts';
import type { CallOptions } from '../desk.ts';

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
