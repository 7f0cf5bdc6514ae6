/** The operation that lets an account hold an asset: one `changeTrust`, with the largest limit, as wallets do. */
import { Asset } from '@stellar/stellar-sdk/base';
import type { ReadTransaction } from '../../envelope/read-transaction.ts';
import type { Asset as IssuedAsset } from '../../escrow/network.ts';
import { no } from '../../kinds/factory-call.ts';
import type { Unreadable } from '../check.ts';

export const MAX_LIMIT = 2n ** 63n - 1n;
/** Stroops. A maximum bid: the network charges only what it needs, and its minimum would fail when it is busy. */
export const FEE = 10_000n;

export type ReadTrust = {
  readonly asset: IssuedAsset;
  /** C…, the token's contract: its address is the hash of the asset and the network. */
  readonly contractId: string;
  readonly limit: bigint;
};

export function readTrust(read: ReadTransaction, passphrase: string): ReadTrust | Unreadable {
  const [operation, ...more] = read.transaction.operations;
  if (operation === undefined || more.length > 0) {
    return no('operations', 'OPERATION_COUNT', { found: read.transaction.operations.length });
  }
  const { body } = operation;
  if (body.type !== 'changeTrust')
    return no('operation', 'OTHER_OPERATION', { found: body.type, wanted: 'changeTrust' });
  const { line, limit } = body.changeTrustOp;
  if (line.type === 'assetTypeNative' || line.type === 'assetTypePoolShare') {
    return no('asset', 'NO_ISSUED_ASSET', { found: line.type });
  }
  try {
    const asset = Asset.fromOperation(line);
    const issued = { code: asset.getCode(), issuer: asset.getIssuer() as string };
    return { asset: issued, contractId: asset.contractId(passphrase), limit };
  } catch {
    return no('asset', 'ASSET_CODE');
  }
}
