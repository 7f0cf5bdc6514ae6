/** The operations that this ledger knows: contract calls, accounts, trustlines and payments. Others are refused. */
import { xdr } from '@stellar/stellar-sdk/base';
import { changeTrust } from './change-trust.ts';
import { createAccount } from './create-account.ts';
import { callResult, invokeHostFunction } from './invoke-host-function.ts';
import type { OperationOutcome, OperationScope } from './operation.ts';
import { payment } from './payment.ts';

export function applyOperation(body: xdr.OperationBody, scope: OperationScope): OperationOutcome {
  switch (body.type) {
    case 'invokeHostFunction':
      return invokeHostFunction(body.invokeHostFunctionOp, scope);
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
