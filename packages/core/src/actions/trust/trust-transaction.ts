/** Builds the transaction that adds a trustline. Kept apart from the reading code, which also runs in a browser. */
import { Account, Asset, Operation, TransactionBuilder } from '@stellar/stellar-sdk/base';
import type { Asset as IssuedAsset } from '../../escrow/network.ts';
import { FEE } from './change-trust.ts';

/** Times are seconds since 1970. */
export type TrustParts = {
  readonly signer: string;
  readonly asset: IssuedAsset;
  /** The account's present sequence number. */
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
