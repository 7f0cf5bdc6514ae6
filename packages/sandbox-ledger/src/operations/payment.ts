import { Asset, xdr } from '@stellar/stellar-sdk/base';
import { changedAccount, changedTrustline, spendable } from '../entries.ts';
import { movementEvent } from '../events/asset-events.ts';
import { accountKey, trustlineKey } from '../keys.ts';
import { accountOf } from '../transaction/envelope.ts';
import type { OperationOutcome, OperationScope } from './operation.ts';

/** Pays XLM or an issued asset from account to account. What the issuer pays comes into being; what it gets is gone. */
export function payment(op: xdr.PaymentOp, scope: OperationScope): OperationOutcome {
  const destination = accountOf(op.destination);
  if (op.amount <= 0n) return outcome(xdr.PaymentResult.paymentMalformed());
  if (scope.overlay.account(accountKey(destination)) === undefined) {
    return outcome(xdr.PaymentResult.paymentNoDestination());
  }
  const asset = Asset.fromOperation(op.asset);
  const pay = asset.isNative() ? payLumens : payAsset;
  const result = pay(op.amount, asset, destination, scope);
  if (result.type !== 'paymentSuccess') return outcome(result);
  const movement = { asset, from: scope.source, to: destination };
  return outcome(result, [movementEvent(movement, op.amount, { to: op.destination, memo: scope.memo })]);
}

function payLumens(
  amount: bigint,
  _asset: Asset,
  destination: string,
  { overlay, source }: OperationScope,
): xdr.PaymentResult {
  const payer = overlay.account(accountKey(source)) as xdr.AccountEntry;
  if (spendable(payer) < amount) return xdr.PaymentResult.paymentUnderfunded();
  overlay.put(changedAccount(payer, { balance: payer.balance - amount }));
  // Read only now: payer and payee may be one. There are not enough lumens for a balance to run over.
  const payee = overlay.account(accountKey(destination)) as xdr.AccountEntry;
  overlay.put(changedAccount(payee, { balance: payee.balance + amount }));
  return xdr.PaymentResult.paymentSuccess();
}

function payAsset(
  amount: bigint,
  asset: Asset,
  destination: string,
  { overlay, source }: OperationScope,
): xdr.PaymentResult {
  const lineOf = (holder: string) => {
    const data = overlay.get(trustlineKey(holder, asset));
    return data?.type === 'trustline' ? data.trustLine : undefined;
  };
  const issuer = asset.getIssuer();
  if (source !== issuer) {
    const from = lineOf(source);
    if (from === undefined) return xdr.PaymentResult.paymentSrcNoTrust();
    if (from.balance < amount) return xdr.PaymentResult.paymentUnderfunded();
    overlay.put(changedTrustline(from, { balance: from.balance - amount }));
  }
  if (destination !== issuer) {
    const to = lineOf(destination);
    if (to === undefined) return xdr.PaymentResult.paymentNoTrust();
    if (to.balance + amount > to.limit) return xdr.PaymentResult.paymentLineFull();
    overlay.put(changedTrustline(to, { balance: to.balance + amount }));
  }
  return xdr.PaymentResult.paymentSuccess();
}

function outcome(result: xdr.PaymentResult, events: readonly xdr.ContractEvent[] = []): OperationOutcome {
  return {
    success: result.type === 'paymentSuccess',
    result: xdr.OperationResult.opInner(xdr.OperationResultTr.payment(result)),
    events,
  };
}
