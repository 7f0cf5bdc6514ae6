/** A ledger in this process and what is sent to it, without HTTP: for tests that send much. */
import { NETWORKS } from '@countersign/core/network';
import { accountKey } from '@countersign/sandbox-ledger/internal/keys';
import { openLedger } from '@countersign/sandbox-ledger/internal/ledger';
import { rpcMethods } from '@countersign/sandbox-ledger/internal/rpc/methods';
import { Account, Contract, type Keypair, type Transaction, TransactionBuilder, xdr } from '@stellar/stellar-sdk/base';
import { assembleTransaction } from '@stellar/stellar-sdk/rpc';

const START = Date.UTC(2026, 5, 1, 12);

export type TestLedger = ReturnType<typeof openTestLedger>;

type BuildOptions = { readonly fee?: string; readonly sequence?: bigint; readonly maxTime?: number };

export function openTestLedger(dataDir?: string) {
  /** Epoch milliseconds; set it to move time. */
  const clock = { now: START };
  const ledger = openLedger({ dataDir, now: () => clock.now });
  const methods = rpcMethods(ledger, () => 'http://127.0.0.1/friendbot');
  /** The RPC's answer to a method, as JSON would carry it. */
  const ask = (method: string, params?: unknown) => JSON.parse(JSON.stringify(methods[method]?.(params)));

  const sequenceOf = (account: string) =>
    ledger.view((view) => {
      const data = view.entry(accountKey(account).toXdr('base64'))?.data;
      return data?.type === 'account' ? data.account.seqNum : 0n;
    });

  function build(source: Keypair, operations: readonly xdr.Operation[], options: BuildOptions = {}): Transaction {
    const sequence = options.sequence ?? sequenceOf(source.publicKey());
    const builder = new TransactionBuilder(new Account(source.publicKey(), sequence.toString()), {
      fee: options.fee ?? '100',
      networkPassphrase: NETWORKS.sandbox.passphrase,
      timebounds: { minTime: 0, maxTime: options.maxTime ?? 0 },
    });
    for (const operation of operations) builder.addOperation(operation);
    return builder.build();
  }

  /** With resources and authorisations from a simulation, or the error of that. */
  function simulated(plain: Transaction): Transaction | string {
    const simulation = ask('simulateTransaction', { transaction: plain.toXdr() });
    if ('error' in simulation) return simulation.error;
    return assembleTransaction(plain, { id: '1', ...simulation }).build() as Transaction;
  }

  function prepareCall(source: Keypair, contract: string, name: string, ...args: xdr.ScVal[]): Transaction | undefined {
    const prepared = simulated(build(source, [new Contract(contract).call(name, ...args)]));
    return typeof prepared === 'string' ? undefined : prepared;
  }

  return { ledger, clock, ask, sequenceOf, build, simulated, prepareCall };
}

export function signed(transaction: Transaction, ...signers: Keypair[]): string {
  transaction.sign(...signers);
  return transaction.toXdr();
}

export function settled({ ledger }: TestLedger, envelope: string): string {
  const sent = ledger.send(envelope);
  if (sent.status === 'ERROR') return sent.result.result.type;
  if (sent.status === 'DUPLICATE') return 'DUPLICATE';
  const stored = ledger.view((view) => view.transaction(sent.hash));
  return xdr.TransactionResult.fromXdr(stored?.result as string, 'base64').result.type;
}

/** The ledger's latest transaction: what came of it, and how many bytes its events and its return value take. */
export function lastTransaction({ ledger }: TestLedger) {
  const stored = ledger.view(({ transactions, latest }) => transactions(1, latest.sequence).at(-1));
  if (stored === undefined) throw new Error('no transaction yet');
  const { v4: meta } = xdr.TransactionMeta.fromXdr(stored.meta, 'base64') as xdr.TransactionMetaV4Arm;
  const { feeCharged, result } = xdr.TransactionResult.fromXdr(stored.result, 'base64');
  const values = [...meta.operations.flatMap(({ events }) => [...events]), meta.sorobanMeta?.returnValue];
  const answer = meta.diagnosticEvents[0]?.event.body.v0.data;
  return {
    codes: codesIn(result) ?? [],
    charged: feeCharged,
    emitted: values.reduce((sum, value) => sum + (value?.toXdr().length ?? 0), 0),
    diagnostic: answer?.type === 'scvString' ? answer.str.toString() : undefined,
  };
}

/** The codes of a transaction's operations, or its own where it has none of them: refused (`ERROR`) or applied. */
type Codes = { readonly status: 'ERROR' | 'PENDING' | 'DUPLICATE'; readonly codes: readonly string[] };

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
  return { status: sent.status, codes: codesIn(result) ?? [result.type] };
}

function codesIn(result: xdr.TransactionResultResult): string[] | undefined {
  if (result.type !== 'txSuccess' && result.type !== 'txFailed') return undefined;
  return result.results.map((each) => (each.type === 'opInner' ? each.tr.value.type : each.type));
}
