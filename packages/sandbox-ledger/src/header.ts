/** Ledger headers, chained like the network's. */
import { createHash } from 'node:crypto';
import { xdr } from '@stellar/stellar-sdk/base';

/** The protocol that the ledger names in its headers. A change of its rules needs a new version of its file. */
export const PROTOCOL_VERSION = 27;

export const BASE_FEE = 100;
const BASE_RESERVE = 5_000_000;
const NOTHING = new Uint8Array(32);

export type LedgerContents = {
  readonly sequence: number;
  readonly protocol: number;
  /** Epoch seconds. */
  readonly closedAt: number;
  readonly envelope: string | undefined;
  /** XDR; undefined for an empty ledger. */
  readonly result: Uint8Array | undefined;
  /** Every entry written, in base64, in order. */
  readonly entries: readonly string[];
  /** Fees taken and lumens created in this ledger, in stroops. */
  readonly fees: bigint;
  readonly newCoins: bigint;
};

/**
 * There is no consensus and no bucket list here. Their header fields contain hashes of the input and of what was written,
 * chained to the previous ledger: two ledgers with one hash have the same past and the same entries.
 */
export function nextHeader(
  contents: LedgerContents,
  previous: { readonly hash: string; readonly header: xdr.LedgerHeader } | undefined,
): xdr.LedgerHeader {
  const before = previous?.header;
  const previousLedgerHash = previous === undefined ? NOTHING : Buffer.from(previous.hash, 'hex');
  return new xdr.LedgerHeader({
    ledgerVersion: contents.protocol,
    previousLedgerHash,
    scpValue: new xdr.StellarValue({
      txSetHash: sha256(previousLedgerHash, contents.envelope ?? ''),
      closeTime: BigInt(contents.closedAt),
      upgrades: [],
      ext: xdr.StellarValueExt.stellarValueBasic(),
    }),
    txSetResultHash: contents.result === undefined ? NOTHING : sha256(contents.result),
    bucketListHash: sha256(before?.bucketListHash.toBytes() ?? NOTHING, contents.entries.join('\n')),
    ledgerSeq: contents.sequence,
    totalCoins: (before?.totalCoins ?? 0n) + contents.newCoins,
    feePool: (before?.feePool ?? 0n) + contents.fees,
    inflationSeq: 0,
    idPool: 0n,
    baseFee: BASE_FEE,
    baseReserve: BASE_RESERVE,
    maxTxSetSize: 100,
    skipList: [NOTHING, NOTHING, NOTHING, NOTHING],
    ext: xdr.LedgerHeaderExt.v0(),
  });
}

function sha256(...parts: (Uint8Array | string)[]): Uint8Array {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return digest.digest();
}
