import * as z from 'zod';
import { recogniseAction, transactionDifferences } from '../../actions/actions.ts';
import { type ReadTransaction, readTransaction } from '../../envelope/read-transaction.ts';
import { CountersignError, ERROR_CATALOGUE, fieldProblem } from '../../errors/errors.ts';
import { boundedText } from '../../escrow/bounded.ts';
import { parseInput } from '../../escrow/parse-input.ts';
import { hasSigned } from '../../signatures/check-signatures.ts';
import type { DeskContext, RunningContext } from '../context.ts';
import {
  isUndecided,
  mayBeSent,
  type PastTransaction,
  type PreparedRequest,
  type PreparedTransaction,
  transactionToReport,
} from '../model/requests.ts';
import { endedError } from '../model/require-unsent.ts';
import type { KeptSettlement, Settlement } from '../model/results.ts';
import { readStored } from '../model/reverify.ts';
import { publicSettlement, settlementIn } from '../outcome/outcome-words.ts';
import { findSeen, isOwnPast, requireRight } from '../people/access.ts';
import { withSignUrl } from '../people/sign-url.ts';
import { withPaid } from '../read/paid.ts';
import { withPreviousAddresses } from '../read/renewed.ts';
import { requireSigned } from '../read/signers-view.ts';
import { readOutcomeToReport } from '../status/deaths.ts';
import { settleLate } from '../status/late.ts';
import { acceptForeign } from './accept-foreign.ts';
import { readSubmitted } from './read-submitted.ts';
import { ENDED, sendInTime } from './send.ts';
import { requireSignedInPart, type Signed, sendSigned, storedSignatures } from './several-signers.ts';

const idSchema = boundedText(100);
const submissionSchema = z.strictObject({ signedXdr: z.string(), id: idSchema.optional() });
/** Only an id: the signing page has delivered the signature already. */
const deliveredSchema = z.strictObject({ id: idSchema });

/**
 * @param input `{ signedXdr, id? }`, or `{ id }` of a request whose signature was delivered
 * @throws CountersignError for everything that was refused before it was sent; what became of it afterwards is a result
 */
export async function submit(context: RunningContext, input: unknown): Promise<Settlement> {
  if (context.policy.readOnly) throw new CountersignError('READ_ONLY');
  const about: About = {};
  try {
    const settlement = settlementIn(context.words, await submitAbout(context, input, about));
    return await withPaid(context, await withPreviousAddresses(context, settlement), context.call());
  } catch (error) {
    throw await withSignUrl(context, error, about.requestId);
  }
}

/** The request that a submission is about, as far as that was found out. */
type About = { requestId?: string | undefined };

async function submitAbout(context: RunningContext, input: unknown, about: About): Promise<KeptSettlement> {
  const delivered = deliveredSchema.safeParse(input);
  about.requestId = delivered.data?.id;
  if (delivered.success) return await submitDelivered(context, delivered.data.id);
  const { id, signedXdr } = parseInput(submissionSchema, input);
  about.requestId = id;
  const named = id === undefined ? undefined : await findNamed(context, id);
  if (id !== undefined && named === undefined) return await submitForgotten(context, id, signedXdr);
  const read = await readSubmitted(context, signedXdr);
  if (read.signatures.length === 0) await requireOwnTransaction(context, read);
  // In this order, since a renewal in between turns the transaction into a past one.
  const known = await context.store.findByHash(read.hashHex);
  const past = known === undefined ? await context.store.findPast(read.hashHex) : undefined;
  about.requestId ??= known?.requestId ?? past?.requestId;
  if (past !== undefined) return await settlePast(context, read, past, id);
  const preparedTransaction = await findTransaction(context, read, known, named);
  if (preparedTransaction !== undefined && !isUnsentForeign(preparedTransaction))
    return await submitKnown(context, read, preparedTransaction);
  const foreign = await acceptForeign(context, read, context.call());
  await requireSigned(context, read, context.call());
  const transaction = await context.store.addForeign(foreign.transaction, foreign.agreement);
  return await sendInTime({ context, read, transaction, prepared: undefined });
}

/** Refuses an unsigned transaction before anything is looked up, so that no one learns who prepared it. */
async function requireOwnTransaction(context: DeskContext, { hashHex }: ReadTransaction): Promise<void> {
  const transaction = await context.store.findByHash(hashHex);
  if ((await findSeen(context, transaction?.requestId)) === undefined) throw new CountersignError('XDR_NOT_SIGNED');
}

/**
 * The request with this id; undefined where it belongs to somebody else or is forgotten.
 * @throws CountersignError HANDLE_NOT_FOUND for one that they may only see
 */
async function findNamed(context: DeskContext, id: string): Promise<PreparedRequest | undefined> {
  const seen = await findSeen(context, id);
  return seen && (await requireRight(context, id, 'sign'));
}

/**
 * The id of a forgotten request, which only its owner can know: its transaction proves that it existed.
 * @throws CountersignError HANDLE_NOT_FOUND for every other id
 */
async function submitForgotten(context: RunningContext, id: string, signedXdr: string): Promise<KeptSettlement> {
  const read = await readSubmitted(context, signedXdr).catch(() => undefined);
  const past = read && (await context.store.findPast(read.hashHex));
  if (read === undefined || past?.requestId !== id || !(await isOwnPast(context, past))) {
    throw new CountersignError('HANDLE_NOT_FOUND');
  }
  return await settleLate(context, read, past);
}

/** A foreign transaction that an earlier call stored but did not send: it is compared again by today's rules. */
function isUnsentForeign({ requestId, state }: PreparedTransaction): boolean {
  return requestId === undefined && state === 'offered';
}

async function submitDelivered(context: RunningContext, id: string): Promise<KeptSettlement> {
  const prepared = await readOutcomeToReport(context, await requireRight(context, id, 'sign'), 'rivals');
  const transaction = transactionToReport(prepared);
  if (transaction.settlement !== undefined && (!isUndecided(transaction) || isLastWord(context, transaction)))
    return transaction.settlement;
  if (transaction.signedXdr === undefined || !isUndecided(transaction)) {
    const kept =
      transaction.state === 'offered'
        ? await storedSignatures(context, transaction, prepared, context.call())
        : undefined;
    if (kept === undefined) throw endedError(prepared, context.words) ?? new CountersignError('NOT_SIGNED_YET');
    return await sendSigned(context, kept, transaction, prepared);
  }
  const read = readTransaction(transaction.signedXdr, context.network.passphrase);
  return await submitTransaction(context, read, transaction, prepared);
}

async function submitKnown(
  context: RunningContext,
  read: ReadTransaction,
  transaction: PreparedTransaction,
): Promise<KeptSettlement> {
  const own = transaction.requestId === undefined ? undefined : await findSeen(context, transaction.requestId);
  if (own !== undefined) {
    const prepared = await readOutcomeToReport(context, own, 'rivals');
    const settlement = settlementOf(context, prepared, transaction);
    return settlement ?? (await submitTransaction(context, read, transaction, prepared));
  }
  // Somebody else prepared it. The signature is the sender's right to send it, and to learn what became of it.
  const signed = await requireSignedTransaction(context, read, transaction);
  const prepared = transaction.requestId === undefined ? undefined : await context.store.find(transaction.requestId);
  const current = prepared && (await readOutcomeToReport(context, prepared, 'rivals'));
  const decided =
    current === undefined ? finalSettlement(context, transaction) : settlementOf(context, current, transaction);
  const settlement = decided ?? (await sendSigned(context, signed, transaction, current));
  if (transaction.requestId === undefined) return settlement;
  // Another transaction of the request settled, which only callers who may see the request learn.
  if (settlement.transactionHash !== transaction.hash) throw new CountersignError('NOT_PREPARED_HERE', ENDED);
  return publicSettlement(settlement, context.words);
}

async function submitTransaction(
  context: RunningContext,
  read: ReadTransaction,
  transaction: PreparedTransaction,
  prepared: PreparedRequest,
): Promise<KeptSettlement> {
  return await sendSigned(context, await requireSignedTransaction(context, read, transaction), transaction, prepared);
}

async function requireSignedTransaction(
  context: RunningContext,
  read: ReadTransaction,
  transaction: PreparedTransaction,
): Promise<Signed> {
  // The unsigned XDR came back as it was handed out.
  if (read.signatures.length === 0) throw new CountersignError('XDR_NOT_SIGNED', AS_IT_WAS);
  // This exact XDR was checked before it was sent; its account may have different signers by now.
  if (mayBeSent(transaction) && transaction.signedXdr === read.xdr) return { read };
  if (transaction.requestId !== undefined) return await requireSignedInPart(context, read, context.call());
  await requireSigned(context, read, context.call());
  return { read };
}

const AS_IT_WAS = {
  message: 'This is the unsigned transaction, exactly as it was handed out here: the wallet has not signed it.',
} as const;

/** The outcome of a transaction that was renewed or forgotten after it was signed. */
async function settlePast(
  context: RunningContext,
  read: ReadTransaction,
  past: PastTransaction,
  id: string | undefined,
): Promise<KeptSettlement> {
  if (id !== undefined && past.requestId !== id) {
    throw new CountersignError('INPUT_INVALID', { fields: [fieldProblem('id', 'ID_OF_ANOTHER')] });
  }
  if (await isOwnPast(context, past)) return await settleLate(context, read, past);
  // A valid signature gives somebody else the right to learn the outcome.
  await requireSigned(context, read, context.call());
  return publicSettlement(await settleLate(context, read, past), context.words);
}

/**
 * The transaction with the signed transaction's hash; undefined if it was never offered here.
 * @param transaction what the store has under that hash
 * @param prepared the person's own request, if they named one
 */
async function findTransaction(
  context: DeskContext,
  read: ReadTransaction,
  transaction: PreparedTransaction | undefined,
  prepared: PreparedRequest | undefined,
): Promise<PreparedTransaction | undefined> {
  if (transaction !== undefined) {
    if (prepared === undefined || transaction.requestId === prepared.id) return transaction;
    const isTheirs = (await findSeen(context, transaction.requestId)) !== undefined;
    // Somebody else's transaction gives the same error as one that was never made here.
    if (!isTheirs && transaction.requestId !== undefined) throw changedTransaction(context, read, prepared);
    const whose = transaction.requestId === undefined ? { isElsewhere: true } : { id: transaction.requestId };
    throw new CountersignError('INPUT_INVALID', { fields: [fieldProblem('id', 'ID_OF_ANOTHER', whose)] });
  }
  if (prepared !== undefined) throw changedTransaction(context, read, prepared);
  const about = recogniseAction(read, context.network);
  const transactions = about === undefined ? [] : await context.store.findByContract(about.name, about.contractId);
  const preparedRequests = transactions.filter((other) => other.requestId !== undefined);
  if (preparedRequests.length === 0) return undefined;
  for (const other of preparedRequests) {
    const seen = await findSeen(context, other.requestId);
    if (seen !== undefined) throw await withSignUrl(context, changedTransaction(context, read, seen), seen.id);
  }
  // It would take the address of somebody else's escrow, and comparing the two would tell about theirs.
  throw new CountersignError('NOT_PREPARED_HERE');
}

/** The outcome of the transaction's request, if it is decided, by this transaction or an earlier one. */
function settlementOf(
  context: DeskContext,
  { transactions }: PreparedRequest,
  { hash }: PreparedTransaction,
): KeptSettlement | undefined {
  const settled = transactions.find(({ state }) => state === 'settled' || state === 'taken');
  const itself = transactions.find((transaction) => transaction.hash === hash);
  return settled?.settlement ?? (itself && finalSettlement(context, itself));
}

/** The outcome, if it is final: by the ledger, or by the service where there is no ledger. */
function finalSettlement(context: DeskContext, transaction: PreparedTransaction): KeptSettlement | undefined {
  const { state, settlement } = transaction;
  const wasSent = transaction.signedXdr !== undefined;
  const isDecided = state === 'settled' || state === 'taken' || state === 'rejected' || (state === 'dead' && wasSent);
  return isDecided || isLastWord(context, transaction) ? settlement : undefined;
}

/** Whether `accepted` is final because no ledger can be asked. A service would refuse a second sending. */
function isLastWord({ ledger }: DeskContext, { state, isGivenUp }: PreparedTransaction): boolean {
  return ledger === undefined && state === 'accepted' && !isGivenUp;
}

/** How it differs from the transaction that was signed, if a signature shows which that was; else from the newest transaction. */
function changedTransaction(
  { network }: Pick<DeskContext, 'network'>,
  read: ReadTransaction,
  { transactions }: PreparedRequest,
): CountersignError {
  const originals = transactions.map((transaction) => readStored(transaction, network));
  const signed = originals.find(({ source, hash }) => hasSigned(read, source, hash));
  const original = signed ?? originals[0];
  if (original === undefined) return new CountersignError('TRANSACTION_CHANGED');
  const differences = transactionDifferences(original, read, network);
  const error = (when: string) =>
    new CountersignError('TRANSACTION_CHANGED', {
      message: `${ERROR_CATALOGUE.TRANSACTION_CHANGED.message}${when}`,
      differences,
    });
  if (signed) return error(' It was signed as prepared and changed afterwards, so its signature is no longer valid.');
  return error(hasSigned(read, original.source, read.hash) ? ' It was changed before it was signed.' : '');
}
