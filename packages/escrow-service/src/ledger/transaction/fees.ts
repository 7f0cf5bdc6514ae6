/**
 * What a contract call costs here: fixed prices of a plausible size on declared resources. Real networks meter
 * and vote on theirs. The same sum is asked of a simulation and of the transaction that follows it.
 */
import type { xdr } from '@stellar/stellar-sdk/base';

const PER_READ_ENTRY = 6_250n;
const PER_WRITTEN_ENTRY = 10_000n;
const PER_WRITTEN_BYTE = 12n;
const PER_10_000_INSTRUCTIONS = 25n;

/** In stroops. */
export function resourceFee(resources: xdr.SorobanResources): bigint {
  const { readOnly, readWrite } = resources.footprint;
  return (
    BigInt(readOnly.length + readWrite.length) * PER_READ_ENTRY +
    BigInt(readWrite.length) * PER_WRITTEN_ENTRY +
    BigInt(resources.writeBytes) * PER_WRITTEN_BYTE +
    (BigInt(resources.instructions) * PER_10_000_INSTRUCTIONS) / 10_000n
  );
}
