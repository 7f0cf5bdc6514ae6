/**
 * For wallets that sign no text: a transaction in the form of SEP-10 that no network ever accepts. Its sequence number is
 * 0, and every account's next one is higher.
 */
import { createHash } from 'node:crypto';
import { Account, Operation, TransactionBuilder } from '@stellar/stellar-sdk/base';
import type { Network } from '../../escrow/network.ts';

/** How long a proof can be signed: the text, and the transaction by its time bounds. */
export const VALID_SECONDS = 300;
const FEE = '100';
/** Of the name of an entry of data, in bytes. */
const LONGEST_NAME = 64;

type NeverSent = {
  /** G address of the wallet that signs it. */
  readonly address: string;
  readonly host: string;
  readonly text: string;
  readonly network: Pick<Network, 'passphrase'>;
  readonly endsAtSeconds: number;
};

/** @returns unsigned envelope in base64; undefined where the host's name is too long for it */
export function neverSentTransaction({ address, host, text, network, endsAtSeconds }: NeverSent): string | undefined {
  const name = `${host} auth`;
  if (Buffer.byteLength(name) > LONGEST_NAME) return undefined;
  const value = createHash('sha256').update(text).digest();
  const builder = new TransactionBuilder(new Account(address, '-1'), {
    fee: FEE,
    networkPassphrase: network.passphrase,
    timebounds: { minTime: endsAtSeconds - VALID_SECONDS, maxTime: endsAtSeconds },
  });
  return builder
    .addOperation(Operation.manageData({ source: address, name, value }))
    .build()
    .toXdr();
}
