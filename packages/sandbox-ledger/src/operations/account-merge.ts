import { Asset, xdr } from '@stellar/stellar-sdk/base';
import { changedAccount } from '../entries.ts';
import { movementEvent } from '../events/asset-events.ts';
import { accountKey } from '../keys.ts';
import { accountOf } from '../transaction/envelope.ts';
import type { OperationOutcome, OperationScope } from './operation.ts';

const refuse = xdr.AccountMergeResult;

export function accountMergeResult(result: xdr.AccountMergeResult): xdr.OperationResult {
  return xdr.OperationResult.opInner(xdr.OperationResultTr.accountMerge(result));
}

export function accountMergeProblem(destination: xdr.MuxedAccount, source: string): xdr.OperationResult | undefined {
  return accountOf(destination) === source ? accountMergeResult(refuse.accountMergeMalformed()) : undefined;
}

/** Gives all of an account's XLM to another, and removes it. */
export function accountMerge(to: xdr.MuxedAccount, scope: OperationScope): OperationOutcome {
  const { overlay, source, memo } = scope;
  const destination = accountOf(to);
  const payee = overlay.account(accountKey(destination));
  if (payee === undefined) return failed(refuse.accountMergeNoAccount());
  const { flags, numSubEntries, signers, seqNum, balance } = overlay.account(accountKey(source)) as xdr.AccountEntry;
  if ((flags & xdr.AccountFlags.authImmutableFlag.value) !== 0) return failed(refuse.accountMergeImmutableSet());
  if (numSubEntries !== signers.length) return failed(refuse.accountMergeHasSubEntries());
  // If it were created again in this ledger, it would start with a sequence number that it already used.
  if (seqNum >= BigInt(scope.sequence) << 32n) return failed(refuse.accountMergeSeqnumTooFar());
  overlay.put(changedAccount(payee, { balance: payee.balance + balance }));
  overlay.remove(accountKey(source));
  const event = movementEvent({ asset: Asset.native(), from: source, to: destination }, balance, { to, memo });
  return { success: true, result: accountMergeResult(refuse.accountMergeSuccess(balance)), events: [event] };
}

function failed(result: xdr.AccountMergeResult): OperationOutcome {
  return { success: false, result: accountMergeResult(result), events: [] };
}
