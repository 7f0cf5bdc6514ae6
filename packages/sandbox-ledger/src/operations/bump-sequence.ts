import { xdr } from '@stellar/stellar-sdk/base';
import { changedAccount } from '../entries.ts';
import { accountKey } from '../keys.ts';
import type { OperationOutcome, OperationScope } from './operation.ts';

export function bumpSequenceResult(result: xdr.BumpSequenceResult): xdr.OperationResult {
  return xdr.OperationResult.opInner(xdr.OperationResultTr.bumpSequence(result));
}

export function bumpSequenceProblem({ bumpTo }: xdr.BumpSequenceOp): xdr.OperationResult | undefined {
  return bumpTo < 0n ? bumpSequenceResult(xdr.BumpSequenceResult.bumpSequenceBadSeq()) : undefined;
}

/** Raises an account's sequence number; one that is lower already passed, and succeeds too. */
export function bumpSequence({ bumpTo }: xdr.BumpSequenceOp, { overlay, source }: OperationScope): OperationOutcome {
  const account = overlay.account(accountKey(source)) as xdr.AccountEntry;
  if (bumpTo > account.seqNum) overlay.put(changedAccount(account, { seqNum: bumpTo }));
  return { success: true, result: bumpSequenceResult(xdr.BumpSequenceResult.bumpSequenceSuccess()), events: [] };
}
