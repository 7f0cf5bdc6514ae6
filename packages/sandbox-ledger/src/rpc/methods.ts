/** The Stellar RPC methods, with the wire shapes of the real server. */
import { xdr } from '@stellar/stellar-sdk/base';
import * as z from 'zod';
import { ledgerEntry } from '../entries.ts';
import { keyOf } from '../keys.ts';
import type { Ledger, LedgerView } from '../ledger.ts';
import { PROTOCOL_VERSION } from '../rules.ts';
import { EnvelopeError } from '../transaction/envelope.ts';
import type { Simulation } from '../transaction/simulate.ts';
import { entryMethods } from './entry-methods.ts';
import { eventMethods } from './event-methods.ts';
import { feeStats } from './fee-stats.ts';
import { ledgerMethods } from './ledger-methods.ts';
import { type Method, parse, xdrFormat } from './params.ts';
import { transactionMethods } from './transaction-methods.ts';

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
