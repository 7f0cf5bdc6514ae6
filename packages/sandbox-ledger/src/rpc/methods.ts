/** The Stellar RPC methods, with the wire shapes of the real server. */
import { xdr } from '@stellar/stellar-sdk/base';
import * as z from 'zod';
import { ledgerEntry } from '../entries.ts';
import { PROTOCOL_VERSION } from '../header.ts';
import { keyOf } from '../keys.ts';
import type { Ledger, LedgerView } from '../ledger.ts';
import type { ClosedLedger, StoredTransaction } from '../store.ts';
import { EnvelopeError } from '../transaction/envelope.ts';
import type { Simulation } from '../transaction/simulate.ts';
import { callsContract, closeMeta, headerEntry } from './close-meta.ts';
import { entryMethods } from './entry-methods.ts';
import { eventMethods } from './event-methods.ts';
import { type Method, paramsError, parse, parsePage, requireLedger, xdrFormat } from './params.ts';
import { transactionMethods } from './transaction-methods.ts';

function ledgerMethods(ledger: Ledger): Readonly<Record<string, Method>> {
  return {
    getLatestLedger: () =>
      ledger.view((view) => ({
        id: view.latest.hash,
        protocolVersion: PROTOCOL_VERSION,
        sequence: view.latest.sequence,
        closeTime: String(view.latest.closedAt),
        headerXdr: view.latest.header.toXdr('base64'),
        metadataXdr: metaOf(view, view.latest),
      })),

    getLedgers(params) {
      const { startLedger, cursor, limit } = parsePage(params);
      return ledger.view((view) => {
        const first = cursor ? afterCursor(cursor) : startLedger;
        requireLedger(first, view);
        const ledgers = view.ledgers(first, limit);
        return {
          ledgers: ledgers.map((closed) => ({
            hash: closed.hash,
            sequence: closed.sequence,
            ledgerCloseTime: String(closed.closedAt),
            headerXdr: headerEntry(closed).toXdr('base64'),
            metadataXdr: metaOf(view, closed),
          })),
          latestLedger: view.latest.sequence,
          latestLedgerCloseTime: view.latest.closedAt,
          oldestLedger: view.oldest.sequence,
          oldestLedgerCloseTime: view.oldest.closedAt,
          cursor: String(ledgers.at(-1)?.sequence ?? first - 1),
        };
      });
    },
  };
}

function metaOf(view: LedgerView, closed: ClosedLedger): string {
  const [transaction] = view.transactions(closed.sequence, 1);
  return xdr.LedgerCloseMeta.v2(
    closeMeta(closed, transaction?.ledger === closed.sequence ? transaction : undefined),
  ).toXdr('base64');
}

function afterCursor(cursor: string): number {
  if (!/^\d{1,10}$/.test(cursor)) throw paramsError('pagination.cursor: must be the number of a ledger');
  return Number(cursor) + 1;
}

/** How many ledgers real servers count. */
const CONTRACT_LEDGERS = 50;
const CLASSIC_LEDGERS = 10;
const PERCENTILES = [10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99];

/** Recent inclusion fees, as the real server counts them over the last ledgers. */
function feeStats(view: LedgerView) {
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

const transactionParams = z.object({ transaction: z.string(), xdrFormat });
const AUTH_MODES = ['enforce', 'record', 'record_allow_nonroot'] as const;
const simulateParams = transactionParams.extend({
  authMode: z.string().nullish(),
  useUpgradedAuth: z.boolean().nullish(),
});

/** Says that there is no validator behind this RPC, and that it is not the real server. */
const VERSION = {
  version: 'countersign-sandbox (simulated)',
  commitHash: 'none',
  buildTimestamp: 'none',
  captiveCoreVersion: 'none: an embedded ledger (simulated)',
  protocolVersion: PROTOCOL_VERSION,
};

export function rpcMethods(ledger: Ledger, friendbotUrl: () => string): Readonly<Record<string, Method>> {
  return {
    ...ledgerMethods(ledger),
    ...transactionMethods(ledger),
    ...eventMethods(ledger),
    ...entryMethods(ledger),

    getHealth: () =>
      ledger.view(({ latest, oldest }) => ({
        status: 'healthy',
        latestLedger: latest.sequence,
        latestLedgerCloseTime: String(latest.closedAt),
        oldestLedger: oldest.sequence,
        oldestLedgerCloseTime: String(oldest.closedAt),
        ledgerRetentionWindow: latest.sequence - oldest.sequence + 1,
      })),

    getNetwork: () => ({
      friendbotUrl: friendbotUrl(),
      passphrase: ledger.passphrase,
      protocolVersion: PROTOCOL_VERSION,
    }),

    getVersionInfo: () => VERSION,

    getFeeStats: () => ledger.view(feeStats),

    simulateTransaction(params) {
      const { transaction, authMode, useUpgradedAuth } = parse(simulateParams, params);
      const mode = AUTH_MODES.find((known) => known === authMode);
      if (authMode && mode === undefined) {
        return unsimulated(`optional 'authMode' must be one of ${AUTH_MODES.join(',')} when included`);
      }
      const options = { authMode: mode, upgradedAuth: useUpgradedAuth === true };
      try {
        return ledger.view((view) => ({
          ...simulationReply(view.simulate(transaction, options), view),
          latestLedger: view.latest.sequence,
        }));
      } catch (error) {
        if (error instanceof EnvelopeError) return unsimulated(`Could not unmarshal transaction: ${error.message}`);
        throw error;
      }
    },

    sendTransaction(params) {
      const sent = ledger.send(parse(transactionParams, params).transaction);
      return {
        status: sent.status,
        hash: sent.hash,
        latestLedger: sent.latest.sequence,
        latestLedgerCloseTime: String(sent.latest.closedAt),
        ...(sent.status === 'ERROR' ? { errorResultXdr: sent.result.toXdr('base64') } : {}),
      };
    },
  };
}

/** Like the real server, which reports ledger 0 if it fails before it reads the ledger. */
function unsimulated(error: string) {
  return { error, latestLedger: 0 };
}

function simulationReply(simulation: Simulation, { latest }: LedgerView) {
  if ('error' in simulation) {
    return { error: simulation.error, events: simulation.events.map((event) => event.toXdr('base64')) };
  }
  const { call, transactionData } = simulation;
  const reply = {
    transactionData: transactionData.toXdr('base64'),
    minResourceFee: transactionData.resourceFee.toString(),
  };
  if (call === undefined) return reply;
  const { returnValue, auth, events, writes } = call;
  return {
    ...reply,
    events: events.map((event) => new xdr.DiagnosticEvent({ inSuccessfulContractCall: true, event }).toXdr('base64')),
    results: [{ auth: auth.map((entry) => entry.toXdr('base64')), xdr: returnValue.toXdr('base64') }],
    stateChanges: writes.map(({ before, after }) => ({
      type: before === undefined ? 'created' : 'updated',
      key: keyOf(after).toXdr('base64'),
      before: before === undefined ? null : ledgerEntry(before.data, before.modified).toXdr('base64'),
      after: ledgerEntry(after, latest.sequence + 1).toXdr('base64'),
    })),
  };
}
