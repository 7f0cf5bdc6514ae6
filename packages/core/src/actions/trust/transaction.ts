/** The operation that lets an account hold an asset: one `changeTrust`, with the largest limit, as wallets do. */
import { Account, Asset, Operation, TransactionBuilder } from '@stellar/stellar-sdk/base';
import type { ReadTransaction } from '../../envelope/read-transaction.ts';
import { createSide } from '../../errors/differences.ts';
import { assetOf, type Asset as IssuedAsset } from '../../escrow/network.ts';
import { no } from '../../kinds/read-deploy.ts';
import { type Check, type CheckPolicy, checkEnvelope, mismatchOf, resultOf, type Unreadable, xlm } from '../check.ts';
import { Differences } from '../differences.ts';
import type { TrustRequest } from './request.ts';

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

/** The least that the network takes for an operation, in stroops. */
const LEAST_FEE = 100n;

/** A trustline's transaction against the request: whose account, which asset, no limit, and nothing next to it. */
export function checkTrust(read: ReadTransaction, request: TrustRequest, policy: CheckPolicy): Check<ReadTrust> {
  const { network } = policy;
  const differences = new Differences();
  checkEnvelope(read, request, policy, differences);
  if (read.transaction.ext.type !== 'v0') differences.note('resources', createSide('NONE'), createSide('DECLARED'));
  if (read.fee < LEAST_FEE || read.fee > FEE) {
    differences.note('network fee', createSide('BETWEEN', { least: xlm(LEAST_FEE), most: xlm(FEE) }), xlm(read.fee));
  }
  const call = readTrust(read, network.passphrase);
  if ('unreadable' in call) return mismatchOf('trust', call, differences);
  // Two assets cannot have one contract, so its address says which asset was asked for.
  if (call.contractId !== request.trustline.address) {
    const asset = assetOf(network, request.trustline.address);
    const { code, issuer } = call.asset;
    differences.note(
      'asset',
      asset === undefined
        ? createSide('ASSET_OF', { token: request.trustline.address })
        : `${asset.code}:${asset.issuer}`,
      `${code}:${issuer}`,
    );
  }
  if (call.limit !== MAX_LIMIT) differences.same('limit', MAX_LIMIT, call.limit);
  return resultOf(call, differences, () => []);
}

/** Times are seconds since 1970. */
type TrustParts = {
  readonly signer: string;
  readonly asset: IssuedAsset;
  readonly sequence: bigint;
  readonly begins: number;
  readonly ends: number;
  readonly passphrase: string;
};

/** The unsigned transaction, in base64. */
export function trustTransaction({ signer, asset, sequence, begins, ends, passphrase }: TrustParts): string {
  return new TransactionBuilder(new Account(signer, sequence.toString()), {
    fee: FEE.toString(),
    networkPassphrase: passphrase,
    timebounds: { minTime: begins, maxTime: ends },
  })
    .addOperation(Operation.changeTrust({ asset: new Asset(asset.code, asset.issuer) }))
    .build()
    .toXdr();
}
