import { Asset, xdr } from '@stellar/stellar-sdk/base';
import { BASE_RESERVE, changedAccount, changedTrustline, newTrustline, spendable } from '../entries.ts';
import { accountKey, trustlineKey } from '../keys.ts';
import type { OperationOutcome, OperationScope } from './operation.ts';

/** Opens a trustline, or changes the limit of one. A limit of 0, which would remove it, is not supported here. */
export function changeTrust(op: xdr.ChangeTrustOp, { overlay, source }: OperationScope): OperationOutcome {
  const refuse = xdr.ChangeTrustResult;
  if (op.limit === 0n) return { success: false, result: xdr.OperationResult.opNotSupported(), events: [] };
  if (op.line.type === 'assetTypePoolShare' || op.line.type === 'assetTypeNative' || op.limit < 0n) {
    return outcome(refuse.changeTrustMalformed());
  }
  const asset = Asset.fromOperation(op.line as unknown as xdr.Asset);
  if (asset.getIssuer() === source) return outcome(refuse.changeTrustMalformed());
  const line = overlay.get(trustlineKey(source, asset));
  if (line?.type === 'trustline') {
    if (op.limit < line.trustLine.balance) return outcome(refuse.changeTrustInvalidLimit());
    overlay.put(changedTrustline(line.trustLine, { limit: op.limit }));
    return outcome(refuse.changeTrustSuccess());
  }
  if (overlay.account(accountKey(asset.getIssuer() as string)) === undefined)
    return outcome(refuse.changeTrustNoIssuer());
  const account = overlay.account(accountKey(source)) as xdr.AccountEntry;
  if (spendable(account) < BASE_RESERVE) return outcome(refuse.changeTrustLowReserve());
  overlay.put(changedAccount(account, { numSubEntries: account.numSubEntries + 1 }));
  overlay.put(newTrustline(source, asset, op.limit));
  return outcome(refuse.changeTrustSuccess());
}

function outcome(result: xdr.ChangeTrustResult): OperationOutcome {
  return {
    success: result.type === 'changeTrustSuccess',
    result: xdr.OperationResult.opInner(xdr.OperationResultTr.changeTrust(result)),
    events: [],
  };
}
