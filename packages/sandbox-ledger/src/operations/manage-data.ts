import { xdr } from '@stellar/stellar-sdk/base';
import { changedAccount } from '../entries.ts';
import { accountId, accountKey } from '../keys.ts';
import type { OperationOutcome, OperationScope } from './operation.ts';
import { isPlainText, ownOneMore } from './set-options.ts';

const refuse = xdr.ManageDataResult;

export function manageDataResult(result: xdr.ManageDataResult): xdr.OperationResult {
  return xdr.OperationResult.opInner(xdr.OperationResultTr.manageData(result));
}

export function manageDataProblem({ dataName }: xdr.ManageDataOp): xdr.OperationResult | undefined {
  const isName = dataName.length > 0 && isPlainText(dataName);
  return isName ? undefined : manageDataResult(refuse.manageDataInvalidName());
}

/** Sets a named value of an account's, or removes it: there is no value. */
export function manageData(op: xdr.ManageDataOp, { overlay, source }: OperationScope): OperationOutcome {
  const { dataName, dataValue } = op;
  const key = xdr.LedgerKey.data(new xdr.LedgerKeyData({ accountId: accountId(source), dataName }));
  const standing = overlay.get(key);
  const account = overlay.account(accountKey(source)) as xdr.AccountEntry;
  if (dataValue === null) {
    if (standing === undefined) return outcome(refuse.manageDataNameNotFound());
    overlay.put(changedAccount(account, { numSubEntries: account.numSubEntries - 1 }));
    overlay.remove(key);
    return outcome(refuse.manageDataSuccess());
  }
  if (standing === undefined) {
    const owner = ownOneMore(account);
    if (owner === 'low reserve') return outcome(refuse.manageDataLowReserve());
    if (owner === 'too many') return { success: false, result: xdr.OperationResult.opTooManySubentries(), events: [] };
    overlay.put(owner);
  }
  const ext = xdr.DataEntryExt.v0();
  overlay.put(xdr.LedgerEntryData.data(new xdr.DataEntry({ accountId: accountId(source), dataName, dataValue, ext })));
  return outcome(refuse.manageDataSuccess());
}

function outcome(result: xdr.ManageDataResult): OperationOutcome {
  return { success: result.type === 'manageDataSuccess', result: manageDataResult(result), events: [] };
}
