/** A Stellar RPC as the desk asks it. What it cannot say is no answer, never an error: nothing depends on it alone. */
import { Api, Server } from '@stellar/stellar-sdk/rpc';
import type { Ledger, Outcome } from './ledger.ts';

const ANSWER_TIMEOUT_MS = 5_000;

/**
 * @param rpcUrl https, or http on loopback (checked where settings are parsed)
 * @param passphrase of the network that it must be of: another network's "not found" proves nothing
 */
export function openLedger(rpcUrl: string, passphrase: string): Ledger {
  const server = new Server(rpcUrl, { allowHttp: true, timeout: ANSWER_TIMEOUT_MS });
  let isOurs = false;
  const ask = async (hash: string): Promise<Outcome> => {
    isOurs ||= (await server.getNetwork()).passphrase === passphrase;
    return isOurs ? await outcomeOf(server, hash) : NO_ANSWER;
  };
  return {
    outcomeOf: async (hash, signal) => {
      const given = AbortSignal.any([
        AbortSignal.timeout(ANSWER_TIMEOUT_MS),
        ...(signal === undefined ? [] : [signal]),
      ]);
      return await Promise.race([ask(hash).catch(() => NO_ANSWER), whenAborted(given)]);
    },
  };
}

const NO_ANSWER: Outcome = { kind: 'no-answer' };

async function outcomeOf(server: Server, hash: string): Promise<Outcome> {
  const found = await server.getTransaction(hash);
  switch (found.status) {
    case Api.GetTransactionStatus.SUCCESS:
      return { kind: 'settled' };
    case Api.GetTransactionStatus.FAILED:
      return { kind: 'failed', code: found.resultXdr.result.type };
    case Api.GetTransactionStatus.NOT_FOUND:
      return { kind: 'not-found', from: found.oldestLedgerCloseTime * 1_000, to: found.latestLedgerCloseTime * 1_000 };
    default:
      return NO_ANSWER;
  }
}

function whenAborted(signal: AbortSignal): Promise<Outcome> {
  return new Promise((resolve) => {
    const end = () => resolve(NO_ANSWER);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
