/** The operations that this ledger knows: contract calls, accounts and what they own, and payments. */
import { Asset, StrKey, xdr } from '@stellar/stellar-sdk/base';
import { BASE_RESERVE, changedAccount, newAccount, spendable } from '../entries.ts';
import { movementEvent } from '../events/asset-events.ts';
import { accountKey, keyText } from '../keys.ts';
import { accountOf } from '../transaction/envelope.ts';
import type { Threshold } from '../transaction/signatures.ts';
import { CHANGE_TRUST } from './change-trust.ts';
import { EXTEND_FOOTPRINT_TTL, RESTORE_FOOTPRINT } from './footprint-ttl.ts';
import { INVOKE_HOST_FUNCTION } from './invoke-host-function.ts';
import { type OperationKind, type OperationOutcome, type OperationScope, resultsOf } from './operation.ts';
import { PAYMENT } from './payment.ts';
import { MANAGE_DATA, SET_OPTIONS } from './set-options.ts';

const bumped = resultsOf(xdr.OperationResultTr.bumpSequence);
const merged = resultsOf(xdr.OperationResultTr.accountMerge);
const created = resultsOf(xdr.OperationResultTr.createAccount);

const BUMP_SEQUENCE: OperationKind<xdr.BumpSequenceOp> = {
  problem: ({ bumpTo }) => (bumpTo < 0n ? bumped.resultOf(xdr.BumpSequenceResult.bumpSequenceBadSeq()) : undefined),
  /** Raises an account's sequence number; one that is lower already passed, and succeeds too. */
  apply: ({ bumpTo }, { overlay, source }) => {
    const account = overlay.account(accountKey(source)) as xdr.AccountEntry;
    if (bumpTo > account.seqNum) overlay.put(changedAccount(account, { seqNum: bumpTo }));
    return bumped.outcome(xdr.BumpSequenceResult.bumpSequenceSuccess());
  },
  threshold: () => 'low',
  untried: bumped.resultOf(xdr.BumpSequenceResult.bumpSequenceSuccess()),
};

const ACCOUNT_MERGE: OperationKind<xdr.MuxedAccount> = {
  problem: (destination, source) =>
    accountOf(destination) === source ? merged.resultOf(xdr.AccountMergeResult.accountMergeMalformed()) : undefined,
  apply: accountMerge,
  threshold: () => 'high',
  untried: merged.resultOf(xdr.AccountMergeResult.accountMergeSuccess(0n)),
};

const CREATE_ACCOUNT: OperationKind<xdr.CreateAccountOp> = {
  problem: (op, source) =>
    op.startingBalance < 0n || destinationOf(op) === source
      ? created.resultOf(xdr.CreateAccountResult.createAccountMalformed())
      : undefined,
  apply: createAccount,
  untried: created.resultOf(xdr.CreateAccountResult.createAccountSuccess()),
};

const KINDS: Readonly<Partial<Record<xdr.OperationBody['type'], OperationKind<never>>>> = {
  invokeHostFunction: INVOKE_HOST_FUNCTION,
  extendFootprintTtl: EXTEND_FOOTPRINT_TTL,
  restoreFootprint: RESTORE_FOOTPRINT,
  createAccount: CREATE_ACCOUNT,
  changeTrust: CHANGE_TRUST,
  payment: PAYMENT,
  setOptions: SET_OPTIONS,
  manageData: MANAGE_DATA,
  bumpSequence: BUMP_SEQUENCE,
  accountMerge: ACCOUNT_MERGE,
};

const operationIn = (body: xdr.OperationBody) => (body as { readonly value?: unknown }).value as never;

/** @param scope its source may be missing: an earlier operation may have failed to create it */
export function applyOperation(body: xdr.OperationBody, scope: OperationScope): OperationOutcome {
  // Not by `account`, which would count as a contract call's own reading.
  if (scope.overlay.read(keyText(accountKey(scope.source))) === undefined) {
    return { success: false, result: xdr.OperationResult.opNoAccount(), events: [] };
  }
  const notSupported = { success: false, result: xdr.OperationResult.opNotSupported(), events: [] };
  return KINDS[body.type]?.apply(operationIn(body), scope) ?? notSupported;
}

export function operationProblem(
  body: xdr.OperationBody,
  source: string,
  declared: xdr.SorobanTransactionData | undefined,
): xdr.OperationResult | undefined {
  return KINDS[body.type]?.problem?.(operationIn(body), source, declared);
}

export const thresholdOf = (body: xdr.OperationBody): Threshold =>
  KINDS[body.type]?.threshold?.(operationIn(body)) ?? 'medium';

/** @returns undefined for kinds that this ledger does not know */
export const untriedResult = (body: xdr.OperationBody): xdr.OperationResult | undefined => KINDS[body.type]?.untried;

/** Gives all of an account's XLM to another, and removes it. */
function accountMerge(to: xdr.MuxedAccount, scope: OperationScope): OperationOutcome {
  const refuse = xdr.AccountMergeResult;
  const { overlay, source, memo } = scope;
  const destination = accountOf(to);
  const payee = overlay.account(accountKey(destination));
  if (payee === undefined) return merged.outcome(refuse.accountMergeNoAccount());
  const { flags, numSubEntries, signers, seqNum, balance } = overlay.account(accountKey(source)) as xdr.AccountEntry;
  if ((flags & xdr.AccountFlags.authImmutableFlag.value) !== 0)
    return merged.outcome(refuse.accountMergeImmutableSet());
  if (numSubEntries !== signers.length) return merged.outcome(refuse.accountMergeHasSubEntries());
  // If it were created again in this ledger, it would start with a sequence number that it already used.
  if (seqNum >= BigInt(scope.sequence) << 32n) return merged.outcome(refuse.accountMergeSeqnumTooFar());
  overlay.put(changedAccount(payee, { balance: payee.balance + balance }));
  overlay.remove(accountKey(source));
  const movement = { asset: Asset.native(), from: source, to: destination };
  const event = movementEvent(scope.networkId, movement, balance, { to, memo });
  return merged.outcome(refuse.accountMergeSuccess(balance), [event]);
}

/** Opens an account with XLM of the source's. Its first sequence number follows from the ledger, as on the network. */
function createAccount(op: xdr.CreateAccountOp, scope: OperationScope): OperationOutcome {
  const { overlay, source, sequence } = scope;
  const refuse = xdr.CreateAccountResult;
  const destination = destinationOf(op);
  if (overlay.account(accountKey(destination)) !== undefined)
    return created.outcome(refuse.createAccountAlreadyExist());
  if (op.startingBalance < 2n * BASE_RESERVE) return created.outcome(refuse.createAccountLowReserve());
  const payer = overlay.account(accountKey(source)) as xdr.AccountEntry;
  if (spendable(payer) < op.startingBalance) return created.outcome(refuse.createAccountUnderfunded());
  overlay.put(changedAccount(payer, { balance: payer.balance - op.startingBalance }));
  overlay.put(newAccount(destination, op.startingBalance, BigInt(sequence) << 32n));
  const to = xdr.MuxedAccount.keyTypeEd25519(op.destination.ed25519);
  return created.outcome(refuse.createAccountSuccess(), [
    movementEvent(scope.networkId, { asset: Asset.native(), from: source, to: destination }, op.startingBalance, {
      to,
      memo: scope.memo,
    }),
  ]);
}

function destinationOf(op: xdr.CreateAccountOp): string {
  return StrKey.encodeEd25519PublicKey(op.destination.ed25519.toBytes());
}
