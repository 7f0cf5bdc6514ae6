/** The operations that this ledger knows: contract calls, accounts and what they own, and payments. */
import { xdr } from '@stellar/stellar-sdk/base';
import { accountKey, keyText } from '../keys.ts';
import type { Threshold } from '../transaction/signatures.ts';
import { accountMerge, accountMergeProblem, accountMergeResult } from './account-merge.ts';
import { bumpSequence, bumpSequenceProblem, bumpSequenceResult } from './bump-sequence.ts';
import { changeTrust, changeTrustProblem, changeTrustResult } from './change-trust.ts';
import { createAccount, createAccountProblem, createAccountResult } from './create-account.ts';
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
 * operations beside the one that made a transaction invalid.
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
