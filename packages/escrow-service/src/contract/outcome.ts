/** What became of a transaction that was sent, by its hash. */
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

/** It was included and has done what it should; what the call returned, where that can be read. */
export type Settled = { readonly returnValue: xdr.ScVal | undefined };

/**
 * Asks until the network knows.
 * @throws Refusal where it failed or can no longer be included | NetworkTrouble where the time to wait is over
 */
export async function awaitOutcome(call: Call, sent: Sent): Promise<Settled> {
  let isOver = false;
  do {
    const reply = await lookUp(call, sent.hash).catch(orNothing);
    if (reply?.status === 'NOT_FOUND') {
      // Only of a question that was begun after the bound had passed: the server looks first and then says its ledgers.
      if (isOver) throw new Refusal('The network refused the transaction: txTooLate (it was not included in time)');
      isOver = knowsAllUpTo(reply, sent);
    } else if (reply !== undefined) return settledOr(reply);
  } while (await pause(call, call.patience.pollMs));
  throw new NetworkTrouble(
    'The network took the transaction, and its outcome is not known yet; send the same signed XDR again to learn it',
  );
}

/**
 * What became of it, if the network already knows. It may take a moment until the RPC knows what the network does.
 * @throws Refusal where it failed | NetworkTrouble where the RPC does not say
 */
export async function earlierOutcome(call: Call, hash: string, looks: number): Promise<Settled | undefined> {
  for (let left = looks; ; left--) {
    const reply = await lookUp(call, hash);
    if (reply.status !== 'NOT_FOUND') return settledOr(reply);
    if (left <= 1 || !(await pause(call, call.patience.pollMs))) return undefined;
  }
}

/** Not the SDK's parser: a later protocol's XDR would hide from it that the transaction is settled. */
export async function lookUp(call: Call, hash: string): Promise<Api.RawGetTransactionResponse> {
  const reply = await ask(call, (rpc) => rpc._getTransaction(hash));
  if (!Object.hasOwn(Api.GetTransactionStatus, reply?.status)) throw unreadable();
  return reply;
}

/** Trouble on the way does not end the waiting for a transaction that was taken. */
function orNothing(error: unknown): undefined {
  if (!(error instanceof NetworkTrouble)) throw error;
}

/** Whether all ledgers that could hold it are known to the RPC. The times are texts on the wire. */
function knowsAllUpTo(reply: Api.RawGetTransactionResponse, { maxTime, ledger }: Sent): boolean {
  return maxTime > 0 && Number(reply.latestLedgerCloseTime) > maxTime && reply.oldestLedger <= ledger + 1;
}

function settledOr(reply: Api.RawGetTransactionResponse): Settled {
  if (reply.status === 'SUCCESS') return { returnValue: read(() => returnValueOf(reply.resultMetaXdr ?? '')) };
  const result = read(() => xdr.TransactionResult.fromXdr(reply.resultXdr ?? '', 'base64'));
  if (result === undefined) throw new Refusal('The transaction failed: txFailed');
  const diagnostics = (reply.diagnosticEventsXdr ?? []).flatMap(
    (event) => read(() => xdr.DiagnosticEvent.fromXdr(event, 'base64')) ?? [],
  );
  throw refusalOf(result, diagnostics);
}

function returnValueOf(metaXdr: string): xdr.ScVal | undefined {
  const meta = xdr.TransactionMeta.fromXdr(metaXdr, 'base64');
  return meta.type === 'v3' || meta.type === 'v4' ? (meta.value.sorobanMeta?.returnValue ?? undefined) : undefined;
}

/** The status stands, whether or not its details can be read. */
function read<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}
