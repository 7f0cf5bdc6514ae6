/** Transaction results, plain and of fee bumps. */
import { xdr } from '@stellar/stellar-sdk/base';

/** @param fee charged, in stroops */
export function transactionResult(fee: bigint, result: xdr.TransactionResultResult): xdr.TransactionResult {
  return new xdr.TransactionResult({ feeCharged: fee, result, ext: xdr.TransactionResultExt.v0() });
}

/** A fee bump's result around that of the transaction inside, which itself pays nothing; `hash`: its own. */
export function feeBumpResult(
  fee: bigint,
  inner: { readonly hash: Uint8Array; readonly result: xdr.TransactionResultResult },
): xdr.TransactionResult {
  const pair = new xdr.InnerTransactionResultPair({
    transactionHash: inner.hash,
    result: new xdr.InnerTransactionResult({
      feeCharged: 0n,
      // The two unions have the same encoding, except for the arms of a fee bump.
      result: xdr.InnerTransactionResultResult.fromXdr(inner.result.toXdr()),
      ext: xdr.InnerTransactionResultExt.v0(),
    }),
  });
  return transactionResult(
    fee,
    inner.result.type === 'txSuccess'
      ? xdr.TransactionResultResult.txFeeBumpInnerSuccess(pair)
      : xdr.TransactionResultResult.txFeeBumpInnerFailed(pair),
  );
}
