/** The Stellar RPC methods, with the wire shapes of the real server. */
import { xdr } from '@stellar/stellar-sdk/base';
import * as z from 'zod';
import { ledgerEntry } from '../entries.ts';
import { keyOf } from '../keys.ts';
import type { Ledger, LedgerView } from '../ledger.ts';
import { PROTOCOL_VERSION } from '../rules.ts';
import type { Simulation } from '../transaction/simulate.ts';
import { eventMethods } from './event-methods.ts';
import { feeStats } from './fee-stats.ts';
import { ledgerMethods } from './ledger-methods.ts';
import { type Method, paramsError, parse, xdrFormat } from './params.ts';
import { transactionMethods } from './transaction-methods.ts';

/** The real server's limit on keys in one request. */
const MAX_KEYS = 200;

const transactionParams = z.object({ transaction: z.string(), xdrFormat });
const simulateParams = transactionParams.extend({
  authMode: z.enum(['', 'enforce', 'record', 'record_allow_nonroot']).nullish(),
});
const keysParams = z.object({ keys: z.array(z.string()).min(1).max(MAX_KEYS), xdrFormat });

/** There is no validator behind this RPC and no release of the real server's; whoever asks is told so. */
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

    getLedgerEntries(params) {
      const keys = parse(keysParams, params).keys.map(canonicalKey);
      return ledger.view((view) => ({
        entries: keys.flatMap((key) => {
          const found = view.entry(key);
          if (found === undefined) return [];
          return {
            key,
            xdr: found.data.toXdr('base64'),
            lastModifiedLedgerSeq: found.modified,
            ...(found.liveUntil === undefined ? {} : { liveUntilLedgerSeq: found.liveUntil }),
            extXdr: xdr.LedgerEntryExt.v0().toXdr('base64'),
          };
        }),
        latestLedger: view.latest.sequence,
      }));
    },

    simulateTransaction(params) {
      const { transaction, authMode } = parse(simulateParams, params);
      return ledger.view((view) => ({
        ...simulationReply(view.simulate(transaction, authMode || undefined), view),
        latestLedger: view.latest.sequence,
      }));
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

function canonicalKey(text: string): string {
  try {
    return xdr.LedgerKey.fromXdr(text, 'base64').toXdr('base64');
  } catch {
    throw paramsError('cannot unmarshal a key value');
  }
}

function simulationReply(simulation: Simulation, { latest }: LedgerView) {
  if ('error' in simulation) {
    return { error: simulation.error, events: simulation.events.map((event) => event.toXdr('base64')) };
  }
  const { returnValue, auth, transactionData, events, overlay } = simulation;
  return {
    transactionData: transactionData.toXdr('base64'),
    minResourceFee: transactionData.resourceFee.toString(),
    events: events.map((event) => new xdr.DiagnosticEvent({ inSuccessfulContractCall: true, event }).toXdr('base64')),
    results: [{ auth: auth.map((entry) => entry.toXdr('base64')), xdr: returnValue.toXdr('base64') }],
    stateChanges: overlay.writes().map(({ before, after }) => ({
      type: before === undefined ? 'created' : 'updated',
      key: keyOf(after).toXdr('base64'),
      before: before === undefined ? null : ledgerEntry(before.data, before.modified).toXdr('base64'),
      after: ledgerEntry(after, latest.sequence + 1).toXdr('base64'),
    })),
  };
}
