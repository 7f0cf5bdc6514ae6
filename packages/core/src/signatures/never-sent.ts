/**
 * For wallets that sign no text: a transaction in the form of SEP-10 that no network ever accepts. Its sequence number is
 * 0, and every account's next one is higher. Its checker makes it again, so that nothing in it can differ.
 */
import { hash, xdr } from '@stellar/stellar-sdk/base';
import { type ReadTransaction, readTransaction } from '../envelope/index.ts';
import { decodeStrKey } from '../escrow/index.ts';

/** How long it can be signed, by its time bounds. */
export const NEVER_SENT_SECONDS = 300;
const FEE = 100;
/** Of the name of an entry of data, in bytes. */
const LONGEST_NAME = 64;

export type NeverSent = {
  /** G address of the wallet that signs it. */
  readonly address: string;
  /** Of the page, such as `https://sign.example.org`. */
  readonly origin: string;
  /** What the wallet would sign otherwise. */
  readonly text: string;
  readonly passphrase: string;
  /** Epoch milliseconds, whole seconds. */
  readonly endsAt: number;
};

/** @returns undefined where the name of the host is too long for it */
export function neverSentTransaction(input: NeverSent): ReadTransaction | undefined {
  const { address, origin, text, passphrase, endsAt } = input;
  const key = decodeStrKey(address);
  const dataName = new TextEncoder().encode(`${new URL(origin).host} auth`);
  if (key?.kind !== 'account' || dataName.length > LONGEST_NAME) return undefined;
  const account = xdr.MuxedAccount.keyTypeEd25519(key.payload);
  const maxTime = BigInt(endsAt / 1_000);
  const entry = new xdr.ManageDataOp({ dataName: dataName as never, dataValue: hash(text) as never });
  const tx = new xdr.Transaction({
    sourceAccount: account,
    fee: FEE,
    seqNum: 0n,
    cond: xdr.Preconditions.precondTime(new xdr.TimeBounds({ minTime: maxTime - BigInt(NEVER_SENT_SECONDS), maxTime })),
    memo: xdr.Memo.memoNone(),
    operations: [new xdr.Operation({ sourceAccount: account, body: xdr.OperationBody.manageData(entry) })],
    ext: xdr.TransactionExt.v0(),
  });
  const envelope = xdr.TransactionEnvelope.envelopeTypeTx(new xdr.TransactionV1Envelope({ tx, signatures: [] }));
  return readTransaction(envelope.toXdr('base64'), passphrase);
}
