/** The outcome of a sent transaction, by its hash. */
import { xdr } from '@stellar/stellar-sdk/base';
import { Api } from '@stellar/stellar-sdk/rpc';
import { ask, type Call, pause } from './call.ts';
import { NetworkTrouble, Refusal, unreadable } from './refusal.ts';
import { refusalOf } from './refusal-text.ts';

export type Sent = {
  readonly hash: string;
  /** Its time bound in epoch seconds; 0 for none. */
  readonly maxTime: number;
  /** The RPC's latest ledger when it was sent. */
  readonly ledger: number;
};

/**
 * Polls until the network knows the outcome.
 * @throws Refusal where it failed or can no longer be included | NetworkTrouble where the time to wait is over
 */
export async function awaitOutcome(call: Call, sent: Sent): Promise<void> {
  let isOver = false;
  do {
    const reply = await lookUp(call, sent.hash).catch(orNothing);
    if (reply?.status === 'NOT_FOUND') {
      // Only if the lookup began after the time bound: the server searches first and reports its latest ledger afterwards.
      if (isOver) throw new Refusal('The network refused the transaction: txTooLate (it was not included in time)');
      isOver = knowsAllUpTo(reply, sent);
    } else if (reply !== undefined) return requireSuccess(reply);
  } while (await pause(call, call.patience.pollMs));
  throw new NetworkTrouble(
    'The network took the transaction, and its outcome is not known yet; send the same signed XDR again to learn it',
  );
}

/**
 * Whether it succeeded, if the network already knows it. The RPC may lag behind the network for a moment.
 * @throws Refusal where it failed | NetworkTrouble where the RPC does not say
 */
export async function earlierOutcome(call: Call, hash: string, looks: number): Promise<boolean> {
  for (let left = looks; ; left--) {
    const reply = await lookUp(call, hash);
    if (reply.status !== 'NOT_FOUND') {
      requireSuccess(reply);
      return true;
    }
    if (left <= 1 || !(await pause(call, call.patience.pollMs))) return false;
  }
}

/** Without the SDK's parser, which would fail on a later protocol's XDR and hide that the transaction is settled. */
export async function lookUp(call: Call, hash: string): Promise<Api.RawGetTransactionResponse> {
  const reply = await ask(call, (rpc) => rpc._getTransaction(hash));
  if (!Object.hasOwn(Api.GetTransactionStatus, reply?.status)) throw unreadable();
  return reply;
}

/** Failed requests do not end the wait for a transaction that was accepted. */
function orNothing(error: unknown): undefined {
  if (!(error instanceof NetworkTrouble)) throw error;
}

/** Whether the RPC knows all ledgers that could contain it. Times are strings in the JSON. */
function knowsAllUpTo(reply: Api.RawGetTransactionResponse, { maxTime, ledger }: Sent): boolean {
  return maxTime > 0 && Number(reply.latestLedgerCloseTime) > maxTime && reply.oldestLedger <= ledger + 1;
}

/** @throws Refusal where it failed */
function requireSuccess(reply: Api.RawGetTransactionResponse): void {
  if (reply.status === 'SUCCESS') return;
  const result = read(() => xdr.TransactionResult.fromXdr(reply.resultXdr ?? '', 'base64'));
  if (result === undefined) throw new Refusal('The transaction failed: txFailed');
  const diagnostics = (reply.diagnosticEventsXdr ?? []).flatMap(
    (event) => read(() => xdr.DiagnosticEvent.fromXdr(event, 'base64')) ?? [],
  );
  throw refusalOf(result, diagnostics);
}

/** The status counts even if its details cannot be parsed. */
function read<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}
