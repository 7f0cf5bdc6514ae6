/** The network's checks before it accepts a transaction, in its order. A refusal here costs no fee. */
import { xdr } from '@stellar/stellar-sdk/base';
import { spendable } from '../entries.ts';
import { accountKey } from '../keys.ts';
import { operationProblem, thresholdOf, untriedResult } from '../operations/apply-operation.ts';
import type { Overlay } from '../overlay.ts';
import { accountOf, type ReadTransaction } from './envelope.ts';
import { declaredResourceFee, innerInclusion, nonRefundableFee, restoredEntries } from './fees.ts';
import { isWithinLimits } from './resources.ts';
import { SignatureCheck } from './signatures.ts';

export type LedgerMoment = {
  /** Sequence of the ledger that the transaction would be in. */
  readonly sequence: number;
  /** Its close time, in epoch seconds. */
  readonly closeTime: number;
};

const SOROBAN_OPERATIONS: ReadonlySet<string> = new Set([
  'invokeHostFunction',
  'extendFootprintTtl',
  'restoreFootprint',
]);
/** The network's highest price for resources, in stroops. */
const MAX_RESOURCE_FEE = 2n ** 50n;

/** Whether the envelope's resource fee is in range. */
export function namesPossibleFee({ tx }: ReadTransaction): boolean {
  const fee = declaredResourceFee(tx);
  return fee >= 0n && fee <= MAX_RESOURCE_FEE;
}

/**
 * What is wrong with a transaction; undefined if it may be applied.
 * @param paysItself false inside a fee bump, where the fee is someone else's to pay
 */
export function problemOf(
  transaction: ReadTransaction,
  overlay: Overlay,
  moment: LedgerMoment,
  paysItself: boolean,
): xdr.TransactionResultResult | undefined {
  const { tx } = transaction;
  const refuse = xdr.TransactionResultResult;
  if (namesImpossibleSigner(tx.cond)) return refuse.txMalformed();
  if (tx.operations.length === 0) return refuse.txMissingOperation();
  const malformed = shapeProblem(tx, paysItself);
  if (malformed !== undefined) return malformed;
  const early = conditionsProblem(tx.cond, moment);
  if (early !== undefined) return early;
  const { offered, least } = innerInclusion(transaction);
  if (paysItself && offered < least) return refuse.txInsufficientFee();
  const source = overlay.account(accountKey(transaction.source));
  if (source === undefined) return refuse.txNoAccount();
  if (!sequenceFits(tx, source.seqNum, moment.sequence)) return refuse.txBadSeq();
  const signatures = new SignatureCheck(transaction.hash, transaction.signatures);
  const isSigned = signatures.meets(source, 'low') && signatures.signedByAll(extraSigners(tx.cond));
  if (!isSigned) return refuse.txBadAuth();
  if (paysItself && spendable(source) < BigInt(tx.fee)) return refuse.txInsufficientBalance();
  const operations = operationResults(transaction, overlay, signatures);
  if (operations.invalid) return refuse.txFailed(operations.results);
  return signatures.allUsed ? undefined : refuse.txBadAuthExtra();
}

function shapeProblem(tx: xdr.Transaction, paysItself: boolean): xdr.TransactionResultResult | undefined {
  const soroban = tx.operations.filter(({ body }) => SOROBAN_OPERATIONS.has(body.type)).length;
  if (soroban === 0) {
    return tx.ext.type === 'v0' ? undefined : xdr.TransactionResultResult.txMalformed();
  }
  if (tx.operations.length !== 1 || tx.ext.type !== 'sorobanData') return xdr.TransactionResultResult.txMalformed();
  const { sorobanData } = tx.ext;
  const { resourceFee: offered } = sorobanData;
  const { readOnly, readWrite } = sorobanData.resources.footprint;
  const keys = [...readOnly, ...readWrite].map((key) => key.toXdr('base64'));
  const fair =
    isPlainCall(tx) &&
    isWithinLimits(sorobanData) &&
    (!paysItself || offered <= BigInt(tx.fee)) &&
    offered >= nonRefundableFee(sorobanData) &&
    new Set(keys).size === keys.length &&
    namesRestored(restoredEntries(sorobanData), readWrite);
  return fair ? undefined : xdr.TransactionResultResult.txSorobanInvalid();
}

/** Since protocol 25 a call of a host function has neither a memo nor an M address as its source. */
function isPlainCall({ operations, memo, sourceAccount }: xdr.Transaction): boolean {
  const [operation] = operations;
  if (operation?.body.type !== 'invokeHostFunction') return true;
  const sources = [sourceAccount, operation.sourceAccount];
  return memo.type === 'memoNone' && sources.every((source) => source?.type !== 'keyTypeMuxedEd25519');
}

/** In ascending order, each of them a contract's entry. */
function namesRestored(indices: readonly number[], readWrite: readonly xdr.LedgerKey[]): boolean {
  return indices.every((index, at) => {
    const type = readWrite[index]?.type;
    return index > (indices[at - 1] ?? -1) && (type === 'contractData' || type === 'contractCode');
  });
}

function conditionsProblem(cond: xdr.Preconditions, moment: LedgerMoment): xdr.TransactionResultResult | undefined {
  const refuse = xdr.TransactionResultResult;
  const timeBounds =
    cond.type === 'precondTime' ? cond.timeBounds : cond.type === 'precondV2' ? cond.v2.timeBounds : null;
  if (timeBounds !== null) {
    if (timeBounds.minTime > BigInt(moment.closeTime)) return refuse.txTooEarly();
    if (timeBounds.maxTime !== 0n && timeBounds.maxTime < BigInt(moment.closeTime)) return refuse.txTooLate();
  }
  if (cond.type !== 'precondV2') return undefined;
  const { ledgerBounds, minSeqAge, minSeqLedgerGap } = cond.v2;
  if (ledgerBounds !== null) {
    if (ledgerBounds.minLedger > moment.sequence) return refuse.txTooEarly();
    if (ledgerBounds.maxLedger !== 0 && ledgerBounds.maxLedger <= moment.sequence) return refuse.txTooLate();
  }
  // This ledger does not store the ages of sequence numbers.
  return minSeqAge !== 0n || minSeqLedgerGap !== 0 ? refuse.txNotSupported() : undefined;
}

function extraSigners(cond: xdr.Preconditions): readonly xdr.SignerKey[] {
  return cond.type === 'precondV2' ? cond.v2.extraSigners : [];
}

/** A duplicate signer, or a payload signer without a payload. */
function namesImpossibleSigner(cond: xdr.Preconditions): boolean {
  const [first, second] = extraSigners(cond);
  if (first !== undefined && second?.equals(first) === true) return true;
  return extraSigners(cond).some(
    (key) => key.type === 'signerKeyTypeEd25519SignedPayload' && key.ed25519SignedPayload.payload.length === 0,
  );
}

/** The first sequence number of an account created in this ledger must not be reached by bumping. */
function sequenceFits(tx: xdr.Transaction, current: bigint, ledger: number): boolean {
  if (tx.seqNum === BigInt(ledger) << 32n) return false;
  const lowest = tx.cond.type === 'precondV2' ? tx.cond.v2.minSeqNum : null;
  return lowest === null ? tx.seqNum === current + 1n : lowest <= current && current < tx.seqNum;
}

/** The network stops at the first invalid operation; the others keep the result of an untried one. */
function operationResults(
  { tx, source }: ReadTransaction,
  overlay: Overlay,
  signatures: SignatureCheck,
): { readonly invalid: boolean; readonly results: xdr.OperationResult[] } {
  let invalid = false;
  const results = tx.operations.map((operation) => {
    const { body, sourceAccount } = operation;
    const untried = untriedResult(body);
    if (untried === undefined) invalid = true;
    const sorobanData = tx.ext.type === 'sorobanData' ? tx.ext.sorobanData : undefined;
    const problem = invalid
      ? undefined
      : (sourceProblem(operation, source, overlay, signatures) ??
        operationProblem(body, sourceAccount === null ? source : accountOf(sourceAccount), sorobanData));
    if (problem !== undefined) invalid = true;
    return problem ?? untried ?? xdr.OperationResult.opNotSupported();
  });
  return { invalid, results };
}

/** A source that does not exist yet may sign, if an earlier operation creates it. */
function sourceProblem(
  { sourceAccount, body }: xdr.Operation,
  transactionSource: string,
  overlay: Overlay,
  signatures: SignatureCheck,
): xdr.OperationResult | undefined {
  const source = sourceAccount === null ? transactionSource : accountOf(sourceAccount);
  const account = overlay.account(accountKey(source));
  const isSigned =
    account === undefined ? signatures.signedByNew(source) : signatures.meets(account, thresholdOf(body));
  return isSigned ? undefined : xdr.OperationResult.opBadAuth();
}
