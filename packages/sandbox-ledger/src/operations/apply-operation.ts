/** The operations that this ledger knows: contract calls, accounts, trustlines and payments. Others are refused. */
import { xdr } from '@stellar/stellar-sdk/base';
import { changeTrust } from './change-trust.ts';
import { createAccount } from './create-account.ts';
import {
  extendFootprintTtl,
  extendTtlProblem,
  extendTtlResult,
  restoreFootprint,
  restoreProblem,
  restoreResult,
} from './footprint-ttl.ts';
import { callResult, invokeHostFunction } from './invoke-host-function.ts';
import type { OperationOutcome, OperationScope } from './operation.ts';
import { payment } from './payment.ts';

export function applyOperation(body: xdr.OperationBody, scope: OperationScope): OperationOutcome {
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
    default:
      return { success: false, result: xdr.OperationResult.opNotSupported(), events: [] };
  }
}

/** What is wrong with an operation whatever the ledger holds. The network checks it before it takes a fee. */
export function operationProblem(
  body: xdr.OperationBody,
  sorobanData: xdr.SorobanTransactionData | undefined,
): xdr.OperationResult | undefined {
  switch (body.type) {
    case 'extendFootprintTtl':
      return extendTtlProblem(body.extendFootprintTtlOp, sorobanData);
    case 'restoreFootprint':
      return restoreProblem(sorobanData);
    default:
      return undefined;
  }
}

/**
 * The result that an operation has before anything was tried: its kind's first code, which is success. The
 * network shows it of the operations beside the one that made a transaction invalid.
 * @returns nothing for kinds that this ledger does not know
 */
export function untriedResult(body: xdr.OperationBody): xdr.OperationResult | undefined {
  const inner = xdr.OperationResult.opInner;
  const tr = xdr.OperationResultTr;
  switch (body.type) {
    case 'invokeHostFunction':
      return callResult(xdr.InvokeHostFunctionResult.invokeHostFunctionSuccess(new Uint8Array(32)));
    case 'extendFootprintTtl':
      return extendTtlResult(xdr.ExtendFootprintTtlResult.extendFootprintTtlSuccess());
    case 'restoreFootprint':
      return restoreResult(xdr.RestoreFootprintResult.restoreFootprintSuccess());
    case 'createAccount':
      return inner(tr.createAccount(xdr.CreateAccountResult.createAccountSuccess()));
    case 'changeTrust':
      return inner(tr.changeTrust(xdr.ChangeTrustResult.changeTrustSuccess()));
    case 'payment':
      return inner(tr.payment(xdr.PaymentResult.paymentSuccess()));
    default:
      return undefined;
  }
}
