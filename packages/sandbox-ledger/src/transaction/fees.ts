/**
 * What transactions cost. A contract call has fixed prices of a plausible size on its declared resources: real
 * networks meter and vote on theirs. The same sum is asked of a simulation and of the transaction that follows it.
 * All in stroops.
 */
import type { xdr } from '@stellar/stellar-sdk/base';
import { BASE_FEE } from '../header.ts';
import type { ReadTransaction } from './envelope.ts';

const PER_READ_ENTRY = 6_250n;
const PER_WRITTEN_ENTRY = 10_000n;
const PER_WRITTEN_BYTE = 12n;
const PER_10_000_INSTRUCTIONS = 25n;
/** As in the live service's calls of September 2026 that restored two entries. */
export const PER_RESTORED_ENTRY = 320_000n;

type Declared = Pick<xdr.SorobanTransactionData, 'ext' | 'resources'>;

/** Which of the entries that a call writes it restores first, by their place among them. */
export function restoredEntries({ ext }: Pick<Declared, 'ext'>): readonly number[] {
  return ext.type === 'resourceExt' ? ext.resourceExt.archivedSorobanEntries : [];
}

/** The rent of so many restored entries: the part of the fee that is given back where it is not used. */
export function restorationFee(entries: number): bigint {
  return BigInt(entries) * PER_RESTORED_ENTRY;
}

/** What a simulation says that a call costs. */
export function resourceFee(declared: Declared): bigint {
  return nonRefundableFee(declared) + restorationFee(restoredEntries(declared).length);
}

/** What is charged for declared resources whether they are used or not. */
export function nonRefundableFee({ resources }: Pick<Declared, 'resources'>): bigint {
  const { readOnly, readWrite } = resources.footprint;
  return (
    BigInt(readOnly.length + readWrite.length) * PER_READ_ENTRY +
    BigInt(readWrite.length) * PER_WRITTEN_ENTRY +
    BigInt(resources.writeBytes) * PER_WRITTEN_BYTE +
    (BigInt(resources.instructions) * PER_10_000_INSTRUCTIONS) / 10_000n
  );
}

/** What of a declared fee is given back but for what was used of it. */
export function refundableFee(data: xdr.SorobanTransactionData | undefined): bigint {
  return data === undefined ? 0n : data.resourceFee - nonRefundableFee(data);
}

/** What a transaction offers to pay for its resources; 0 where it calls no contract. */
export function declaredResourceFee(tx: xdr.Transaction): bigint {
  return tx.ext.type === 'sorobanData' ? tx.ext.sorobanData.resourceFee : 0n;
}

/** What a transaction offers for being taken in, beside its resources, and the least that it must. */
export type Inclusion = { readonly offered: bigint; readonly least: bigint };

export function innerInclusion({ tx }: ReadTransaction): Inclusion {
  return {
    offered: BigInt(tx.fee) - declaredResourceFee(tx),
    least: BigInt(BASE_FEE * Math.max(1, tx.operations.length)),
  };
}

/** A fee bump counts as one operation more. */
export function bumpInclusion({ tx }: ReadTransaction, fee: bigint): Inclusion {
  return { offered: fee - declaredResourceFee(tx), least: BigInt(BASE_FEE * (tx.operations.length + 1)) };
}

/** The least fee that would be right: what the network says of a transaction that it refused. */
export function leastFee(tx: xdr.Transaction, { least }: Inclusion): bigint {
  return declaredResourceFee(tx) + least;
}

/** What is taken at first: nobody competes for room here, so no more than the least, and never more than was offered. */
export function chargedFee(tx: xdr.Transaction, { offered, least }: Inclusion): bigint {
  return declaredResourceFee(tx) + (offered < least ? offered : least);
}
