import { Asset, xdr } from '@stellar/stellar-sdk/base';
import {
  changedAccount,
  changedTrustline,
  newTrustline,
  TRUSTLINE_AUTHORIZED,
  TRUSTLINE_CLAWBACK_ENABLED,
} from '../entries.ts';
import { accountKey, trustlineKey } from '../keys.ts';
import { type OperationKind, type OperationOutcome, type OperationScope, resultsOf } from './operation.ts';
import { isValidAsset } from './payment.ts';
import { ownOneMore } from './set-options.ts';

const { authRequiredFlag, authClawbackEnabledFlag } = xdr.AccountFlags;

const refuse = xdr.ChangeTrustResult;
const { resultOf, outcome } = resultsOf(xdr.OperationResultTr.changeTrust);

export const CHANGE_TRUST: OperationKind<xdr.ChangeTrustOp> = {
  problem,
  apply: changeTrust,
  untried: resultOf(refuse.changeTrustSuccess()),
};

/** The network's checks, except that liquidity pool shares are not supported. */
function problem({ line, limit }: xdr.ChangeTrustOp, source: string): xdr.OperationResult | undefined {
  if (line.type === 'assetTypePoolShare') return xdr.OperationResult.opNotSupported();
  const sound =
    limit >= 0n && line.type !== 'assetTypeNative' && isValidAsset(line) && assetOf(line).getIssuer() !== source;
  return sound ? undefined : resultOf(refuse.changeTrustMalformed());
}

function changeTrust({ line, limit }: xdr.ChangeTrustOp, { overlay, source }: OperationScope): OperationOutcome {
  const asset = assetOf(line);
  const key = trustlineKey(source, asset);
  const found = overlay.get(key);
  const trustline = found?.type === 'trustline' ? found.trustLine : undefined;
  if (limit < (trustline?.balance ?? 1n)) return outcome(refuse.changeTrustInvalidLimit());
  const account = overlay.account(accountKey(source)) as xdr.AccountEntry;
  if (trustline !== undefined && limit === 0n) {
    overlay.put(changedAccount(account, { numSubEntries: account.numSubEntries - 1 }));
    overlay.remove(key);
    return outcome(refuse.changeTrustSuccess());
  }
  const issuer = overlay.account(accountKey(asset.getIssuer() as string));
  if (issuer === undefined) return outcome(refuse.changeTrustNoIssuer());
  if (trustline !== undefined) {
    overlay.put(changedTrustline(trustline, { limit }));
    return outcome(refuse.changeTrustSuccess());
  }
  const owner = ownOneMore(account);
  if (owner === 'low reserve') return outcome(refuse.changeTrustLowReserve());
  if (owner === 'too many') return { success: false, result: xdr.OperationResult.opTooManySubentries(), events: [] };
  overlay.put(owner);
  const flags =
    ((issuer.flags & authRequiredFlag.value) === 0 ? TRUSTLINE_AUTHORIZED : 0) |
    ((issuer.flags & authClawbackEnabledFlag.value) === 0 ? 0 : TRUSTLINE_CLAWBACK_ENABLED);
  overlay.put(newTrustline(source, asset, limit, { flags }));
  return outcome(refuse.changeTrustSuccess());
}

function assetOf(line: xdr.ChangeTrustAsset): Asset {
  return Asset.fromOperation(line as unknown as xdr.Asset);
}
