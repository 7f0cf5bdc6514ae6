/** The operations that this ledger knows: contract calls, accounts and what they own, and payments. */
import { Asset, StrKey, xdr } from '@stellar/stellar-sdk/base';
import { BASE_RESERVE, changedAccount, newAccount, spendable } from '../entries.ts';
import { movementEvent } from '../events/asset-events.ts';
import { accountKey, keyText } from '../keys.ts';
import { accountOf } from '../transaction/envelope.ts';
import type { Threshold } from '../transaction/signatures.ts';
import { changeTrust, changeTrustProblem, changeTrustResult } from './change-trust.ts';
import {
  extendFootprintTtl,
  extendTtlProblem,
  extendTtlResult,
  restoreFootprint,
  restoreProblem,
  restoreResult,
} from './footprint-ttl.ts';
import { callResult, invokeHostFunction } from './invoke-host-function.ts';
import { manageData, manageDataProblem, manageDataResult } from './manage-data.ts';
import type { OperationOutcome, OperationScope } from './operation.ts';
import { payment, paymentProblem, paymentResult } from './payment.ts';
import { changesSigning, setOptions, setOptionsProblem, setOptionsResult } from './set-options.ts';

/** @param scope its source may be missing: an earlier operation may have failed to create it */
export function applyOperation(body: xdr.OperationBody, scope: OperationScope): OperationOutcome {
  // Not by `account`, which would count as a contract call's own reading.
  if (scope.overlay.read(keyText(accountKey(scope.source))) === undefined) {
    return { success: false, result: xdr.OperationResult.opNoAccount(), events: [] };
  }
  switch (body.type) {
    case 'invokeHostFunction':
      return invokeHostFunction(body.invokeHostFunctionOp, scope);
    case 'extendFootprintTtl':
      return extendFootprintTtl(body.extendFootprintTtlOp, scope);
    case 'restoreFootprint':
      return restoreFootprint(scope);
    case 'createAccount':
      return createAccount(body.createAccountOp, scope);
    case 'changeTrust':
      return changeTrust(body.changeTrustOp, scope);
    case 'payment':
      return payment(body.paymentOp, scope);
    case 'setOptions':
      return setOptions(body.setOptionsOp, scope);
    case 'manageData':
      return manageData(body.manageDataOp, scope);
    case 'bumpSequence':
      return bumpSequence(body.bumpSequenceOp, scope);
    case 'accountMerge':
      return accountMerge(body.destination, scope);
    default:
      return { success: false, result: xdr.OperationResult.opNotSupported(), events: [] };
  }
}

/** Problems of an operation that do not depend on the ledger. The network checks them before it takes a fee. */
export function operationProblem(
  body: xdr.OperationBody,
  source: string,
  sorobanData: xdr.SorobanTransactionData | undefined,
): xdr.OperationResult | undefined {
  switch (body.type) {
    case 'extendFootprintTtl':
      return extendTtlProblem(body.extendFootprintTtlOp, sorobanData);
    case 'restoreFootprint':
      return restoreProblem(sorobanData);
    case 'createAccount':
      return createAccountProblem(body.createAccountOp, source);
    case 'changeTrust':
      return changeTrustProblem(body.changeTrustOp, source);
    case 'payment':
      return paymentProblem(body.paymentOp);
    case 'setOptions':
      return setOptionsProblem(body.setOptionsOp, source);
    case 'manageData':
      return manageDataProblem(body.manageDataOp);
    case 'bumpSequence':
      return bumpSequenceProblem(body.bumpSequenceOp);
    case 'accountMerge':
      return accountMergeProblem(body.destination, source);
    default:
      return undefined;
  }
}

export function thresholdOf(body: xdr.OperationBody): Threshold {
  switch (body.type) {
    case 'setOptions':
      return changesSigning(body.setOptionsOp) ? 'high' : 'medium';
    case 'accountMerge':
      return 'high';
    case 'bumpSequence':
    case 'extendFootprintTtl':
    case 'restoreFootprint':
      return 'low';
    default:
      return 'medium';
  }
}

/**
 * The result of an operation that was not tried: its kind's first code, which is success. The network reports it for the
 * operations other than the one that made a transaction invalid.
 * @returns undefined for kinds that this ledger does not know
 */
export function untriedResult(body: xdr.OperationBody): xdr.OperationResult | undefined {
  switch (body.type) {
    case 'invokeHostFunction':
      return callResult(xdr.InvokeHostFunctionResult.invokeHostFunctionSuccess(new Uint8Array(32)));
    case 'extendFootprintTtl':
      return extendTtlResult(xdr.ExtendFootprintTtlResult.extendFootprintTtlSuccess());
    case 'restoreFootprint':
      return restoreResult(xdr.RestoreFootprintResult.restoreFootprintSuccess());
    case 'createAccount':
      return createAccountResult(xdr.CreateAccountResult.createAccountSuccess());
    case 'changeTrust':
      return changeTrustResult(xdr.ChangeTrustResult.changeTrustSuccess());
    case 'payment':
      return paymentResult(xdr.PaymentResult.paymentSuccess());
    case 'setOptions':
      return setOptionsResult(xdr.SetOptionsResult.setOptionsSuccess());
    case 'manageData':
      return manageDataResult(xdr.ManageDataResult.manageDataSuccess());
    case 'bumpSequence':
      return bumpSequenceResult(xdr.BumpSequenceResult.bumpSequenceSuccess());
    case 'accountMerge':
      return accountMergeResult(xdr.AccountMergeResult.accountMergeSuccess(0n));
    default:
      return undefined;
  }
}

function bumpSequenceResult(result: xdr.BumpSequenceResult): xdr.OperationResult {
  return xdr.OperationResult.opInner(xdr.OperationResultTr.bumpSequence(result));
}

function bumpSequenceProblem({ bumpTo }: xdr.BumpSequenceOp): xdr.OperationResult | undefined {
  return bumpTo < 0n ? bumpSequenceResult(xdr.BumpSequenceResult.bumpSequenceBadSeq()) : undefined;
}

/** Raises an account's sequence number; one that is lower already passed, and succeeds too. */
function bumpSequence({ bumpTo }: xdr.BumpSequenceOp, { overlay, source }: OperationScope): OperationOutcome {
  const account = overlay.account(accountKey(source)) as xdr.AccountEntry;
  if (bumpTo > account.seqNum) overlay.put(changedAccount(account, { seqNum: bumpTo }));
  return { success: true, result: bumpSequenceResult(xdr.BumpSequenceResult.bumpSequenceSuccess()), events: [] };
}

const refuse = xdr.AccountMergeResult;

function accountMergeResult(result: xdr.AccountMergeResult): xdr.OperationResult {
  return xdr.OperationResult.opInner(xdr.OperationResultTr.accountMerge(result));
}

function accountMergeProblem(destination: xdr.MuxedAccount, source: string): xdr.OperationResult | undefined {
  return accountOf(destination) === source ? accountMergeResult(refuse.accountMergeMalformed()) : undefined;
}

/** Gives all of an account's XLM to another, and removes it. */
function accountMerge(to: xdr.MuxedAccount, scope: OperationScope): OperationOutcome {
  const { overlay, source, memo } = scope;
  const destination = accountOf(to);
  const payee = overlay.account(accountKey(destination));
  if (payee === undefined) return failed(refuse.accountMergeNoAccount());
  const { flags, numSubEntries, signers, seqNum, balance } = overlay.account(accountKey(source)) as xdr.AccountEntry;
  if ((flags & xdr.AccountFlags.authImmutableFlag.value) !== 0) return failed(refuse.accountMergeImmutableSet());
  if (numSubEntries !== signers.length) return failed(refuse.accountMergeHasSubEntries());
  // If it were created again in this ledger, it would start with a sequence number that it already used.
  if (seqNum >= BigInt(scope.sequence) << 32n) return failed(refuse.accountMergeSeqnumTooFar());
  overlay.put(changedAccount(payee, { balance: payee.balance + balance }));
  overlay.remove(accountKey(source));
  const movement = { asset: Asset.native(), from: source, to: destination };
  const event = movementEvent(scope.networkId, movement, balance, { to, memo });
  return { success: true, result: accountMergeResult(refuse.accountMergeSuccess(balance)), events: [event] };
}

function failed(result: xdr.AccountMergeResult): OperationOutcome {
  return { success: false, result: accountMergeResult(result), events: [] };
}

function createAccountResult(result: xdr.CreateAccountResult): xdr.OperationResult {
  return xdr.OperationResult.opInner(xdr.OperationResultTr.createAccount(result));
}

function createAccountProblem(op: xdr.CreateAccountOp, source: string): xdr.OperationResult | undefined {
  return op.startingBalance < 0n || destinationOf(op) === source
    ? createAccountResult(xdr.CreateAccountResult.createAccountMalformed())
    : undefined;
}

/** Opens an account with XLM of the source's. Its first sequence number follows from the ledger, as on the network. */
function createAccount(op: xdr.CreateAccountOp, scope: OperationScope): OperationOutcome {
  const { overlay, source, sequence } = scope;
  const refuse = xdr.CreateAccountResult;
  const destination = destinationOf(op);
  if (overlay.account(accountKey(destination)) !== undefined) return outcome(refuse.createAccountAlreadyExist());
  if (op.startingBalance < 2n * BASE_RESERVE) return outcome(refuse.createAccountLowReserve());
  const payer = overlay.account(accountKey(source)) as xdr.AccountEntry;
  if (spendable(payer) < op.startingBalance) return outcome(refuse.createAccountUnderfunded());
  overlay.put(changedAccount(payer, { balance: payer.balance - op.startingBalance }));
  overlay.put(newAccount(destination, op.startingBalance, BigInt(sequence) << 32n));
  const to = xdr.MuxedAccount.keyTypeEd25519(op.destination.ed25519);
  return outcome(refuse.createAccountSuccess(), [
    movementEvent(scope.networkId, { asset: Asset.native(), from: source, to: destination }, op.startingBalance, {
      to,
      memo: scope.memo,
    }),
  ]);
}

function destinationOf(op: xdr.CreateAccountOp): string {
  return StrKey.encodeEd25519PublicKey(op.destination.ed25519.toBytes());
}

function outcome(result: xdr.CreateAccountResult, events: readonly xdr.ContractEvent[] = []): OperationOutcome {
  return { success: result.type === 'createAccountSuccess', result: createAccountResult(result), events };
}
