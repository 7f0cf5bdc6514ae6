/** The codes of a transaction's operations, or its own where it has none of them: refused (`ERROR`) or applied. */
import { type Keypair, xdr } from '@stellar/stellar-sdk/base';
import { signed, type TestLedger } from './ledger-client.ts';

export type Codes = { readonly status: 'ERROR' | 'PENDING' | 'DUPLICATE'; readonly codes: readonly string[] };

/** Sends operations of the first signer's, signed by all, for the least fee. */
export function runOperations(
  t: TestLedger,
  signers: readonly [Keypair, ...Keypair[]],
  ...operations: xdr.Operation[]
): Codes {
  const [source] = signers;
  const transaction = t.build(source, operations, { fee: String(100 * operations.length) });
  return codesOf(t, signed(transaction, ...signers));
}

export function codesOf(t: TestLedger, envelope: string): Codes {
  const sent = t.ledger.send(envelope);
  const stored = t.ledger.view((view) => view.transaction(sent.hash));
  const { result } =
    sent.status === 'ERROR' ? sent.result : xdr.TransactionResult.fromXdr(stored?.result as string, 'base64');
  const codes =
    result.type === 'txSuccess' || result.type === 'txFailed'
      ? result.results.map((each) => (each.type === 'opInner' ? each.tr.value.type : each.type))
      : [result.type];
  return { status: sent.status, codes };
}
