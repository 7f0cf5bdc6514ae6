/** Recent inclusion fees, as the real server counts them over the last ledgers. */
import { xdr } from '@stellar/stellar-sdk/base';
import type { LedgerView } from '../ledger.ts';
import type { StoredTransaction } from '../store.ts';
import { callsContract } from './close-meta.ts';

/** How many ledgers real servers count. */
const CONTRACT_LEDGERS = 50;
const CLASSIC_LEDGERS = 10;
const PERCENTILES = [10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99];

export function feeStats(view: LedgerView) {
  const back = (ledgers: number) => {
    const from = Math.max(view.oldest.sequence, view.latest.sequence - ledgers + 1);
    return { ledgerCount: view.latest.sequence - from + 1, paid: view.transactions(from, ledgers).map(paidBy) };
  };
  const calls = back(CONTRACT_LEDGERS);
  const classic = back(CLASSIC_LEDGERS);
  return {
    sorobanInclusionFee: distribution(feesOf(calls.paid, true), calls.ledgerCount),
    inclusionFee: distribution(feesOf(classic.paid, false), classic.ledgerCount),
    latestLedger: view.latest.sequence,
  };
}

type Paid = { readonly soroban: boolean; readonly fee: bigint };

function feesOf(paid: readonly Paid[], soroban: boolean): bigint[] {
  return paid.filter((one) => one.soroban === soroban).map(({ fee }) => fee);
}

/** The fee per operation; a fee bump does not count as one. */
function paidBy(stored: StoredTransaction): Paid {
  const envelope = xdr.TransactionEnvelope.fromXdr(stored.envelope, 'base64');
  const { feeCharged } = xdr.TransactionResult.fromXdr(stored.result, 'base64');
  if (!callsContract(envelope)) return { soroban: false, fee: feeCharged / BigInt(operationsOf(envelope)) };
  const meta = xdr.TransactionMeta.fromXdr(stored.meta, 'base64') as xdr.TransactionMetaV4Arm;
  const ext = meta.v4.sorobanMeta?.ext;
  const resources =
    ext?.type === 'v1' ? ext.v1.totalNonRefundableResourceFeeCharged + ext.v1.totalRefundableResourceFeeCharged : 0n;
  return { soroban: true, fee: feeCharged - resources };
}

function operationsOf(envelope: xdr.TransactionEnvelope): number {
  if (envelope.type === 'envelopeTypeTxFeeBump') return envelope.feeBump.tx.innerTx.v1.tx.operations.length;
  return (envelope.type === 'envelopeTypeTx' ? envelope.v1 : envelope.v0).tx.operations.length;
}

/** Nearest-rank percentiles; zeros where nothing was paid. */
function distribution(fees: readonly bigint[], ledgerCount: number) {
  const sorted = fees.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const at = (index: number) => String(sorted[index] ?? 0n);
  const percentile = (p: number) => at(Math.ceil((p * sorted.length) / 100) - 1);
  return {
    max: at(sorted.length - 1),
    min: at(0),
    mode: String(mostFrequent(sorted)),
    ...Object.fromEntries(PERCENTILES.map((p) => [`p${p}`, percentile(p)])),
    transactionCount: String(sorted.length),
    ledgerCount: sorted.length === 0 ? 0 : ledgerCount,
  };
}

/** The lowest of those that occur most often. */
function mostFrequent(sorted: readonly bigint[]): bigint {
  const counts = new Map<bigint, number>();
  for (const fee of sorted) counts.set(fee, (counts.get(fee) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  return [...counts].find(([, count]) => count === most)?.[0] ?? 0n;
}
