import { Asset, xdr } from '@stellar/stellar-sdk/base';
import { changedAccount, changedTrustline, spendable, TRUSTLINE_AUTHORIZED } from '../entries.ts';
import { movementEvent } from '../events/asset-events.ts';
import { accountKey, trustlineKey } from '../keys.ts';
import { accountOf } from '../transaction/envelope.ts';
import { type OperationKind, type OperationOutcome, type OperationScope, resultsOf } from './operation.ts';

const refuse = xdr.PaymentResult;
const { resultOf, outcome } = resultsOf(xdr.OperationResultTr.payment);

export const PAYMENT: OperationKind<xdr.PaymentOp> = {
  problem: ({ amount, asset }) =>
    amount > 0n && isValidAsset(asset) ? undefined : resultOf(refuse.paymentMalformed()),
  apply: payment,
  untried: resultOf(refuse.paymentSuccess()),
};

/** Pays XLM or an issued asset between accounts. Payments from the issuer are minted, those to it are burnt. */
function payment(op: xdr.PaymentOp, scope: OperationScope): OperationOutcome {
  const destination = accountOf(op.destination);
  const asset = Asset.fromOperation(op.asset);
  // Returning an asset works even if the issuer's account no longer exists.
  if (asset.getIssuer() !== destination && scope.overlay.account(accountKey(destination)) === undefined) {
    return outcome(refuse.paymentNoDestination());
  }
  const pay = asset.isNative() ? payLumens : payAsset;
  const result = pay(op.amount, asset, destination, scope);
  if (result.type !== 'paymentSuccess') return outcome(result);
  const movement = { asset, from: scope.source, to: destination };
  return outcome(result, [
    movementEvent(scope.networkId, movement, op.amount, { to: op.destination, memo: scope.memo }),
  ]);
}

function payLumens(
  amount: bigint,
  _asset: Asset,
  destination: string,
  { overlay, source }: OperationScope,
): xdr.PaymentResult {
  // The network does not check the balance of an account that pays itself.
  if (destination === source) return refuse.paymentSuccess();
  const payer = overlay.account(accountKey(source)) as xdr.AccountEntry;
  if (spendable(payer) < amount) return refuse.paymentUnderfunded();
  // Lumens are too few for a balance to overflow.
  const payee = overlay.account(accountKey(destination)) as xdr.AccountEntry;
  overlay.put(changedAccount(payer, { balance: payer.balance - amount }));
  overlay.put(changedAccount(payee, { balance: payee.balance + amount }));
  return refuse.paymentSuccess();
}

/** The payee's side is checked first, as on the network. */
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
  if (destination !== issuer) {
    const to = lineOf(destination);
    if (to === undefined) return refuse.paymentNoTrust();
    if ((to.flags & TRUSTLINE_AUTHORIZED) === 0) return refuse.paymentNotAuthorized();
    if (to.balance + amount > to.limit) return refuse.paymentLineFull();
    overlay.put(changedTrustline(to, { balance: to.balance + amount }));
  }
  if (source !== issuer) {
    // Read only after the payee was written, since payer and payee may be the same account.
    const from = lineOf(source);
    if (from === undefined) return refuse.paymentSrcNoTrust();
    if ((from.flags & TRUSTLINE_AUTHORIZED) === 0) return refuse.paymentSrcNotAuthorized();
    if (from.balance < amount) return refuse.paymentUnderfunded();
    overlay.put(changedTrustline(from, { balance: from.balance - amount }));
  }
  return refuse.paymentSuccess();
}

const LETTERS_AND_DIGITS = /^[0-9A-Za-z]+$/;

/** Whether an asset's code is valid: letters and digits, then only zero bytes; the short form where it fits. */
export function isValidAsset(asset: xdr.Asset | xdr.ChangeTrustAsset | xdr.TrustLineAsset): boolean {
  switch (asset.type) {
    case 'assetTypeNative':
      return true;
    case 'assetTypeCreditAlphanum4':
      return isCode(asset.alphaNum4.assetCode.toBytes(), 1);
    case 'assetTypeCreditAlphanum12':
      return isCode(asset.alphaNum12.assetCode.toBytes(), 5);
    case 'assetTypePoolShare':
      return false;
  }
}

function isCode(bytes: Uint8Array, shortest: number): boolean {
  const end = bytes.indexOf(0);
  const code = end === -1 ? bytes : bytes.subarray(0, end);
  const isPadded = bytes.subarray(code.length).every((byte) => byte === 0);
  return isPadded && code.length >= shortest && LETTERS_AND_DIGITS.test(Buffer.from(code).toString('latin1'));
}
