/** What an account keeps: signers, thresholds, flags, home domain and named values. */
import { xdr } from '@stellar/stellar-sdk/base';
import { BASE_RESERVE, changedAccount, spendable } from '../entries.ts';
import { accountId, accountKey } from '../keys.ts';
import { type OperationKind, type OperationOutcome, type OperationScope, resultsOf } from './operation.ts';

const MAX_SIGNERS = 20;
const MAX_WEIGHT = 255;
const ALL_FLAGS = 0xf;
const { authRevocableFlag, authImmutableFlag, authClawbackEnabledFlag } = xdr.AccountFlags;
const refuse = xdr.SetOptionsResult;

const { resultOf, outcome } = resultsOf(xdr.OperationResultTr.setOptions);

export const SET_OPTIONS: OperationKind<xdr.SetOptionsOp> = {
  problem: (op, source) => {
    const problem = problemOf(op, source);
    return problem && resultOf(problem);
  },
  apply: setOptions,
  /** A change of signers or thresholds requires the high threshold. */
  threshold: (op) => ([...thresholdsIn(op), op.signer].some((value) => value !== null) ? 'high' : 'medium'),
  untried: resultOf(refuse.setOptionsSuccess()),
};

function problemOf(op: xdr.SetOptionsOp, source: string): xdr.SetOptionsResult | undefined {
  const set = op.setFlags ?? 0;
  const clear = op.clearFlags ?? 0;
  if (((set | clear) & ~ALL_FLAGS) !== 0) return refuse.setOptionsUnknownFlag();
  if ((set & clear) !== 0) return refuse.setOptionsBadFlags();
  if (thresholdsIn(op).some((value) => value !== null && value > MAX_WEIGHT)) {
    return refuse.setOptionsThresholdOutOfRange();
  }
  if (op.signer !== null && !isPossibleSigner(op.signer, source)) return refuse.setOptionsBadSigner();
  if (op.homeDomain !== null && !isPlainText(op.homeDomain)) return refuse.setOptionsInvalidHomeDomain();
  return undefined;
}

function thresholdsIn(op: xdr.SetOptionsOp): (number | null)[] {
  return [op.masterWeight, op.lowThreshold, op.medThreshold, op.highThreshold];
}

function isPossibleSigner({ key, weight }: xdr.Signer, source: string): boolean {
  if (weight > MAX_WEIGHT) return false;
  if (key.type === 'signerKeyTypeEd25519') return !key.ed25519.equals(accountId(source).ed25519);
  return key.type !== 'signerKeyTypeEd25519SignedPayload' || key.ed25519SignedPayload.payload.length > 0;
}

function setOptions(op: xdr.SetOptionsOp, { overlay, source }: OperationScope): OperationOutcome {
  const { inflationDest } = op;
  if (
    inflationDest !== null &&
    overlay.get(xdr.LedgerKey.account(new xdr.LedgerKeyAccount({ accountId: inflationDest }))) === undefined
  ) {
    return outcome(refuse.setOptionsInvalidInflation());
  }
  const account = overlay.account(accountKey(source)) as xdr.AccountEntry;
  const changesFlags = op.setFlags !== null || op.clearFlags !== null;
  const isImmutable = (account.flags & authImmutableFlag.value) !== 0;
  if (isImmutable && ((op.setFlags ?? 0) | (op.clearFlags ?? 0)) !== 0) return outcome(refuse.setOptionsCantChange());
  const flags = (account.flags & ~(op.clearFlags ?? 0)) | (op.setFlags ?? 0);
  const clawbackAlone = (flags & authClawbackEnabledFlag.value) !== 0 && (flags & authRevocableFlag.value) === 0;
  if (changesFlags && clawbackAlone) return outcome(refuse.setOptionsAuthRevocableRequired());
  const thresholds = Uint8Array.from(account.thresholds.toBytes(), (before, at) => thresholdsIn(op)[at] ?? before);
  const changed = new xdr.AccountEntry({
    ...account,
    inflationDest: inflationDest ?? account.inflationDest,
    homeDomain: op.homeDomain ?? account.homeDomain,
    flags,
    thresholds,
  });
  const result = op.signer === null ? changedAccount(changed, {}) : withSigner(changed, op.signer);
  if (result === 'too many signers') return outcome(refuse.setOptionsTooManySigners());
  if (result === 'low reserve') return outcome(refuse.setOptionsLowReserve());
  if (result === 'too many') return { success: false, result: xdr.OperationResult.opTooManySubentries(), events: [] };
  overlay.put(result);
  return outcome(refuse.setOptionsSuccess());
}

/** Adds a signer, changes its weight, or removes it: the weight is 0. */
function withSigner(account: xdr.AccountEntry, signer: xdr.Signer): ReturnType<typeof ownOneMore> | 'too many signers' {
  const others = account.signers.filter(({ key }) => !key.equals(signer.key));
  const isKnown = others.length < account.signers.length;
  if (signer.weight === 0) return withoutSigner(account, signer.key);
  // The network keeps them in the order of their keys.
  const text = ({ key }: xdr.Signer) => key.toXdr('hex');
  const signers = [...others, signer].toSorted((a, b) => (text(a) < text(b) ? -1 : 1));
  if (isKnown) return changedAccount(account, { signers });
  return signers.length > MAX_SIGNERS ? 'too many signers' : ownOneMore(account, { signers });
}

export function withoutSigner(account: xdr.AccountEntry, removed: xdr.SignerKey): xdr.LedgerEntryData {
  const signers = account.signers.filter(({ key }) => !key.equals(removed));
  const numSubEntries = account.numSubEntries - (account.signers.length - signers.length);
  return changedAccount(account, { signers, numSubEntries });
}

/** Whether a text is ASCII without control characters, as the network wants its names. */
export function isPlainText({ bytes }: { readonly bytes: Uint8Array }): boolean {
  return bytes.every((byte) => byte >= 0x20 && byte <= 0x7e);
}

/** The network's limit of trustlines, signers and the like that one account owns. */
const MAX_SUB_ENTRIES = 1_000;

/** The account with one more sub-entry, if the limit and its reserve allow it. */
export function ownOneMore(
  account: xdr.AccountEntry,
  change: Parameters<typeof changedAccount>[1] = {},
): xdr.LedgerEntryData | 'too many' | 'low reserve' {
  if (account.numSubEntries >= MAX_SUB_ENTRIES) return 'too many';
  if (spendable(account) < BASE_RESERVE) return 'low reserve';
  return changedAccount(account, { ...change, numSubEntries: account.numSubEntries + 1 });
}

const named = resultsOf(xdr.OperationResultTr.manageData);

export const MANAGE_DATA: OperationKind<xdr.ManageDataOp> = {
  problem: ({ dataName }) =>
    dataName.length > 0 && isPlainText(dataName)
      ? undefined
      : named.resultOf(xdr.ManageDataResult.manageDataInvalidName()),
  apply: manageData,
  untried: named.resultOf(xdr.ManageDataResult.manageDataSuccess()),
};

/** Sets a named value of an account's, or removes it: there is no value. */
function manageData(op: xdr.ManageDataOp, { overlay, source }: OperationScope): OperationOutcome {
  const { dataName, dataValue } = op;
  const key = xdr.LedgerKey.data(new xdr.LedgerKeyData({ accountId: accountId(source), dataName }));
  const existing = overlay.get(key);
  const account = overlay.account(accountKey(source)) as xdr.AccountEntry;
  if (dataValue === null) {
    if (existing === undefined) return named.outcome(xdr.ManageDataResult.manageDataNameNotFound());
    overlay.put(changedAccount(account, { numSubEntries: account.numSubEntries - 1 }));
    overlay.remove(key);
    return named.outcome(xdr.ManageDataResult.manageDataSuccess());
  }
  if (existing === undefined) {
    const owner = ownOneMore(account);
    if (owner === 'low reserve') return named.outcome(xdr.ManageDataResult.manageDataLowReserve());
    if (owner === 'too many') return { success: false, result: xdr.OperationResult.opTooManySubentries(), events: [] };
    overlay.put(owner);
  }
  const ext = xdr.DataEntryExt.v0();
  overlay.put(xdr.LedgerEntryData.data(new xdr.DataEntry({ accountId: accountId(source), dataName, dataValue, ext })));
  return named.outcome(xdr.ManageDataResult.manageDataSuccess());
}
