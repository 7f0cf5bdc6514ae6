/**
 * Fees of transactions, all in stroops. Declared resources have fixed prices of a plausible size; real networks meter
 * resources and vote on prices. A simulation and the transaction that follows it cost the same.
 */

import { xdr } from '@stellar/stellar-sdk/base';
import { ENTRY_LIFE } from '../entries.ts';
import { BASE_FEE } from '../header.ts';
import type { Overlay } from '../overlay.ts';
import type { ReadTransaction } from './envelope.ts';

const PER_READ_ENTRY = 6_250n;
const PER_WRITTEN_ENTRY = 10_000n;
const PER_WRITTEN_BYTE = 12n;
const PER_10_000_INSTRUCTIONS = 25n;
/** As in the live service's calls of September 2026 that restored two entries. */
export const PER_RESTORED_ENTRY = 320_000n;

type Declared = Pick<xdr.SorobanTransactionData, 'ext' | 'resources'>;

/** The indices, among the entries that a call writes, of those that it restores first. */
export function restoredEntries({ ext }: Pick<Declared, 'ext'>): readonly number[] {
  return ext.type === 'resourceExt' ? ext.resourceExt.archivedSorobanEntries : [];
}

/** The rent of so many restored entries: the refundable part of the fee. */
export function restorationFee(entries: number): bigint {
  return BigInt(entries) * PER_RESTORED_ENTRY;
}

/** The resource fee in a simulation's result. */
export function resourceFee(declared: Declared): bigint {
  return nonRefundableFee(declared) + restorationFee(restoredEntries(declared).length);
}

/** The part that is charged for declared resources, used or not. */
export function nonRefundableFee({ resources }: Pick<Declared, 'resources'>): bigint {
  const { readOnly, readWrite } = resources.footprint;
  return (
    BigInt(readOnly.length + readWrite.length) * PER_READ_ENTRY +
    BigInt(readWrite.length) * PER_WRITTEN_ENTRY +
    BigInt(resources.writeBytes) * PER_WRITTEN_BYTE +
    (BigInt(resources.instructions) * PER_10_000_INSTRUCTIONS) / 10_000n
  );
}

/** The part of a declared fee that is refunded, except for what was used. */
export function refundableFee(data: xdr.SorobanTransactionData | undefined): bigint {
  return data === undefined ? 0n : data.resourceFee - nonRefundableFee(data);
}

/** A transaction's declared resource fee; 0 without a contract call. */
export function declaredResourceFee(tx: xdr.Transaction): bigint {
  return tx.ext.type === 'sorobanData' ? tx.ext.sorobanData.resourceFee : 0n;
}

export type Inclusion = { readonly offered: bigint; readonly least: bigint };

export function innerInclusion({ tx }: ReadTransaction): Inclusion {
  return {
    offered: BigInt(tx.fee) - declaredResourceFee(tx),
    least: BigInt(BASE_FEE * Math.max(1, tx.operations.length)),
  };
}

/** A fee bump counts as one more operation. */
export function bumpInclusion({ tx }: ReadTransaction, fee: bigint): Inclusion {
  return { offered: fee - declaredResourceFee(tx), least: BigInt(BASE_FEE * (tx.operations.length + 1)) };
}

/** The least valid fee, which the network reports for a refused transaction. */
export function leastFee(tx: xdr.Transaction, { least }: Inclusion): bigint {
  return declaredResourceFee(tx) + least;
}

/** The fee that is taken first: the minimum, since there is no surge pricing here, and never more than was offered. */
export function chargedFee(tx: xdr.Transaction, { offered, least }: Inclusion): bigint {
  return declaredResourceFee(tx) + (offered < least ? offered : least);
}

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

/**
 * Rent: the price of longer times to live, in stroops. A network charges by size, at a price that it votes on. Here every
 * entry has one price per ledger, derived from the price of restoring it.
 */
export function rentOfExtensions(overlay: Overlay): bigint {
  const life = BigInt(ENTRY_LIFE);
  const ledgers = overlay.extensions().map(({ from, to }) => BigInt(Math.max(0, to - from)));
  return ledgers.reduce((sum, count) => sum + (count * PER_RESTORED_ENTRY + life - 1n) / life, 0n);
}
