/** Random walks through a ledger: all kinds of valid and invalid transactions, by few accounts, so that they interact. */
import { createHash } from 'node:crypto';
import { contractIdFor } from '@countersign/core/kinds';
import { NETWORKS } from '@countersign/core/network';
import { type DemoAccountName, demoKeypair } from '@countersign/escrow-service';
import { addressValue, i128 } from '@countersign/sandbox-ledger/internal/host/values';
import { Asset, Keypair, Memo, Operation, Transaction, TransactionBuilder, xdr } from '@stellar/stellar-sdk/base';
import fc from 'fast-check';
import { settled, signed, type TestLedger } from './ledger-client.ts';
import { liveDeployCall, liveEscrowValue, livePins } from './live-escrow.ts';
import { TOKEN } from './sandbox-client.ts';

const { passphrase } = NETWORKS.sandbox;
const NAMES = ['client', 'provider', 'platform', 'arbiter'] as const satisfies readonly DemoAccountName[];
const KINDS = [
  ...['lumens', 'tokens', 'create', 'trust', 'friendbot', 'deploy', 'transfer', 'fund', 'bump', 'memo'],
  ...['wrong sequence', 'unsigned', 'refused kind', 'spoilt call', 'dear call', 'wait', 'archive'],
  ...['untrust', 'data', 'options', 'merge'],
] as const;

export type Step = {
  readonly kind: string;
  readonly from: DemoAccountName;
  readonly to: DemoAccountName;
  readonly amount: bigint;
  readonly number: number;
};

export const steps = (length: number): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.record({
      kind: fc.constantFrom(...KINDS),
      from: fc.constantFrom(...NAMES),
      to: fc.constantFrom(...NAMES),
      // From next to nothing to more than anyone has.
      amount: fc.oneof(fc.bigInt({ min: 1n, max: 10n ** 7n }), fc.bigInt({ min: 1n, max: 3n * 10n ** 11n })),
      number: fc.nat(99_999),
    }),
    { minLength: length, maxLength: length },
  );

export function walk(t: TestLedger, path: readonly Step[]): Map<string, number> {
  const outcomes = new Map<string, number>();
  const escrows: string[] = [];
  for (const step of path) {
    const outcome = take(t, step, escrows);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  return outcomes;
}

function take(t: TestLedger, { kind, from, to, amount, number }: Step, escrows: string[]): string {
  const source = demoKeypair(from);
  const destination = demoKeypair(to).publicKey();
  const text = `${amount / 10_000_000n}.${String(amount % 10_000_000n).padStart(7, '0')}`;
  const stranger = keyFrom(number);
  const pay = (asset: Asset) => Operation.payment({ destination, asset, amount: text });
  const send = (...operations: xdr.Operation[]) =>
    settled(t, signed(t.build(source, operations, fee(operations)), source));
  const call = (contract: string, name: string, ...args: xdr.ScVal[]) => {
    const prepared = t.prepareCall(source, contract, name, ...args);
    return prepared === undefined ? 'not simulated' : settled(t, signed(prepared, source));
  };
  const escrow = escrows[number % Math.max(1, escrows.length)];
  switch (kind) {
    case 'lumens':
      return send(pay(Asset.native()), pay(Asset.native()));
    case 'tokens':
      return send(pay(new Asset(TOKEN.code, TOKEN.issuer)));
    case 'create':
      return send(Operation.createAccount({ destination: stranger.publicKey(), startingBalance: text }));
    case 'trust':
      return send(Operation.changeTrust({ asset: new Asset(`T${number % 5}`, TOKEN.issuer), limit: text }));
    case 'untrust':
      return send(Operation.changeTrust({ asset: new Asset(`T${number % 5}`, TOKEN.issuer), limit: '0' }));
    case 'data':
      return send(Operation.manageData({ name: `D${number % 3}`, value: number % 2 === 0 ? text : null }));
    case 'options': {
      // A signer that is there for a while, and too light to sign alone.
      const signer = { ed25519PublicKey: stranger.publicKey(), weight: number % 2 };
      return send(
        Operation.setOptions({ homeDomain: `d${number % 3}.example`, lowThreshold: 1, masterWeight: 2, signer }),
      );
    }
    case 'merge':
      return settled(t, signed(t.build(stranger, [Operation.accountMerge({ destination })]), stranger));
    case 'friendbot':
      return t.ledger.fund(stranger.publicKey()) === 'exists' ? 'exists' : 'funded';
    case 'deploy': {
      const release = number % 2 === 0 ? 'multi' : 'single';
      const salt = createHash('sha256')
        .update(String(number % 500))
        .digest();
      const deploy = liveDeployCall(
        release,
        liveEscrowValue(release, { title: `E-${number}`, ...(number % 4 === 0 ? { milestones: [] } : {}) }),
        salt,
      );
      const prepared = t.prepareCall(demoKeypair('client'), ...deploy);
      if (prepared === undefined) return 'not simulated';
      const outcome = settled(t, signed(prepared, demoKeypair('client')));
      if (outcome === 'txSuccess') escrows.push(contractIdFor(livePins(release).factory, salt, passphrase));
      return outcome;
    }
    case 'archive':
      return escrow !== undefined && t.ledger.archive(escrow) ? 'archived' : 'nothing to archive';
    case 'transfer':
      return call(
        TOKEN.address,
        'transfer',
        addressValue(source.publicKey()),
        addressValue(escrow ?? destination),
        i128(amount),
      );
    case 'fund':
      return escrow === undefined
        ? 'no escrow'
        : call(escrow, 'fund_escrow', addressValue(source.publicKey()), expected(t, escrow), i128(amount));
    case 'spoilt call':
    case 'dear call': {
      const change = kind === 'dear call' ? withMoreForResources : withoutAuthorisation;
      const parties = [from, to].map((name) => addressValue(demoKeypair(name).publicKey()));
      const prepared = t.prepareCall(source, TOKEN.address, 'transfer', ...parties, i128(amount));
      return prepared === undefined ? 'not simulated' : settled(t, signed(change(prepared), source));
    }
    case 'bump': {
      const inner = t.build(source, [pay(Asset.native())], { fee: number % 3 === 0 ? '0' : '100' });
      inner.sign(source);
      const payer = demoKeypair(to);
      const bump = TransactionBuilder.buildFeeBumpTransaction(payer, String(100 + (number % 500)), inner, passphrase);
      bump.sign(payer);
      return settled(t, bump.toXdr());
    }
    case 'memo': {
      const plain = t.build(source, [pay(Asset.native())]);
      const memos = [
        Memo.text('März'),
        Memo.id(String(number)),
        Memo.hash(Buffer.alloc(32, number)),
        Memo.return(Buffer.alloc(32)),
      ];
      const noted = TransactionBuilder.cloneFrom(plain)
        .addMemo(memos[number % 4] as Memo)
        .build();
      return settled(t, signed(noted, source));
    }
    case 'wrong sequence':
      return settled(t, signed(t.build(source, [pay(Asset.native())], { sequence: BigInt(number) }), source));
    case 'unsigned':
      return settled(t, t.build(source, [pay(Asset.native())]).toXdr());
    case 'refused kind':
      return send(Operation.extendFootprintTtl({ extendTo: 100 }));
    default:
      t.clock.now += number;
      return 'waited';
  }
}

function withMoreForResources(prepared: Transaction): Transaction {
  const { tx } = (prepared.toEnvelope() as xdr.TransactionEnvelopeTx).v1;
  const { sorobanData } = tx.ext as xdr.TransactionExtSorobanData;
  const more = 1_000_000;
  const resourceFee = sorobanData.resourceFee + BigInt(more);
  const ext = xdr.TransactionExt.sorobanData(new xdr.SorobanTransactionData({ ...sorobanData, resourceFee }));
  return unsigned(new xdr.Transaction({ ...tx, fee: tx.fee + more, ext }));
}

/** A call that succeeds in simulation and fails when applied, since it has no authorisation. */
function withoutAuthorisation(prepared: Transaction): Transaction {
  const { tx } = (prepared.toEnvelope() as xdr.TransactionEnvelopeTx).v1;
  const [operation] = tx.operations as [xdr.Operation];
  const { hostFunction } = (operation.body as xdr.OperationBodyInvokeHostFunction).invokeHostFunctionOp;
  const body = xdr.OperationBody.invokeHostFunction(new xdr.InvokeHostFunctionOp({ hostFunction, auth: [] }));
  return unsigned(new xdr.Transaction({ ...tx, operations: [new xdr.Operation({ sourceAccount: null, body })] }));
}

function unsigned(tx: xdr.Transaction): Transaction {
  const envelope = new xdr.TransactionV1Envelope({ tx, signatures: [] });
  return new Transaction(xdr.TransactionEnvelope.envelopeTypeTx(envelope), passphrase);
}

const fee = (operations: readonly unknown[]) => ({ fee: String(100 * operations.length) });

function keyFrom(number: number): Keypair {
  return Keypair.fromRawEd25519Seed(
    createHash('sha256')
      .update(`stranger ${number % 200}`)
      .digest(),
  );
}

function expected(t: TestLedger, escrow: string): xdr.ScVal {
  const prepared = t.prepareCall(demoKeypair('client'), escrow, 'get_escrow');
  const { results } = t.ask('simulateTransaction', { transaction: prepared?.toXdr() });
  return xdr.ScVal.fromXdr(results[0].xdr, 'base64');
}
