/** A Stellar RPC as the desk asks it. What it cannot say is no answer, never an error: nothing depends on it alone. */
import { Api, Server } from '@stellar/stellar-sdk/rpc';
import type { Ledger, Outcome } from './ledger.ts';

const ANSWER_TIMEOUT_MS = 5_000;

/** @param rpcUrl https, or http on loopback (checked where settings are parsed) */
export function openLedger(rpcUrl: string): Ledger {
  const server = new Server(rpcUrl, { allowHttp: true, timeout: ANSWER_TIMEOUT_MS });
  return {
    outcomeOf: async (hash, signal) => {
      const given = AbortSignal.any([
        AbortSignal.timeout(ANSWER_TIMEOUT_MS),
        ...(signal === undefined ? [] : [signal]),
      ]);
      return await Promise.race([ask(server, hash), whenAborted(given)]);
    },
  };
}

async function ask(server: Server, hash: string): Promise<Outcome> {
  try {
    const found = await server.getTransaction(hash);
    if (found.status === Api.GetTransactionStatus.SUCCESS) return { kind: 'settled' };
    if (found.status === Api.GetTransactionStatus.FAILED) return { kind: 'failed', code: found.resultXdr.result.type };
    return { kind: 'not-found', from: found.oldestLedgerCloseTime * 1_000, to: found.latestLedgerCloseTime * 1_000 };
  } catch {
    return { kind: 'no-answer' };
  }
}

function whenAborted(signal: AbortSignal): Promise<Outcome> {
  return new Promise((resolve) => {
    const end = () => resolve({ kind: 'no-answer' });
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
