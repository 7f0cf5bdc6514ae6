/** The Stellar RPC methods that clients call in this flow, with the wire shapes of the real server. */
import { xdr } from '@stellar/stellar-sdk/base';
import * as z from 'zod';
import { ledgerEntry } from '../entries.ts';
import { keyOf } from '../keys.ts';
import type { Ledger, LedgerView } from '../ledger.ts';
import { PROTOCOL_VERSION, type StoredTransaction } from '../store.ts';
import type { Simulation } from '../transaction/simulate.ts';
import { closeMeta } from './close-meta.ts';

/** The real server's limit on keys in one request. */
const MAX_KEYS = 200;

const transactionParams = z.object({ transaction: z.string() });
const simulateParams = transactionParams.extend({
  authMode: z.enum(['', 'enforce', 'record', 'record_allow_nonroot']).nullish(),
});
const keysParams = z.object({ keys: z.array(z.string()).min(1).max(MAX_KEYS) });
const hashParams = z.object({ hash: z.string().regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hexadecimal characters') });

export type Method = (params: unknown) => unknown;

/** A problem with a request's parameters; its message goes to the caller. */
export class ParamsError extends Error {}

export function rpcMethods(ledger: Ledger, friendbotUrl: () => string): Readonly<Record<string, Method>> {
  return {
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

    getLatestLedger: () =>
      ledger.view(({ latest }) => ({
        id: latest.hash,
        protocolVersion: PROTOCOL_VERSION,
        sequence: latest.sequence,
        closeTime: String(latest.closedAt),
        headerXdr: latest.header.toXdr('base64'),
        metadataXdr: closeMeta(latest).toXdr('base64'),
      })),

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

    getTransaction(params) {
      const hash = parse(hashParams, params).hash.toLowerCase();
      return ledger.view((view) => ({
        ...transactionReply(view.transaction(hash)),
        txHash: hash,
        latestLedger: view.latest.sequence,
        latestLedgerCloseTime: String(view.latest.closedAt),
        oldestLedger: view.oldest.sequence,
        oldestLedgerCloseTime: String(view.oldest.closedAt),
      }));
    },
  };
}

function parse<T>(schema: z.ZodType<T>, params: unknown): T {
  const parsed = schema.safeParse(params);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ParamsError(`${issue?.path.join('.') || 'params'}: ${issue?.message}`);
}

function canonicalKey(text: string): string {
  try {
    return xdr.LedgerKey.fromXdr(text, 'base64').toXdr('base64');
  } catch {
    throw new ParamsError('cannot unmarshal a key value');
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

function transactionReply(stored: StoredTransaction | undefined) {
  if (stored === undefined)
    return { status: 'NOT_FOUND', ledger: 0, createdAt: '0', applicationOrder: 0, feeBump: false };
  const meta = xdr.TransactionMeta.fromXdr(stored.meta, 'base64');
  const { operations, diagnosticEvents } = (meta as xdr.TransactionMetaV4Arm).v4;
  return {
    status: stored.success ? 'SUCCESS' : 'FAILED',
    applicationOrder: 1,
    feeBump: false,
    ledger: stored.ledger,
    createdAt: String(stored.closedAt),
    envelopeXdr: stored.envelope,
    resultXdr: stored.result,
    resultMetaXdr: stored.meta,
    diagnosticEventsXdr: diagnosticEvents.map((event) => event.toXdr('base64')),
    events: {
      contractEventsXdr: operations.map(({ events }) => events.map((event) => event.toXdr('base64'))),
      transactionEventsXdr: [],
    },
  };
}
