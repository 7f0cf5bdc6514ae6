import {
  account,
  buildDeploy,
  escrowAt,
  NOW,
  otherKey,
  request,
  sandbox,
  sign,
  signerKey,
  time,
} from '@countersign/testkit/fixtures/deploy-fixture';
import { createRandom } from '@countersign/testkit/mutation/random';
import { Account, Asset, Keypair, Memo, Operation, TransactionBuilder, xdr } from '@stellar/stellar-sdk/base';
import { describe, expect, test } from 'vitest';
import { openEnvelope, readEnvelope, transactionHash } from '../envelope/read-transaction.ts';
import { CountersignError } from '../errors/errors.ts';
import { KNOWN_PASSPHRASES, NETWORKS } from '../escrow/network.ts';
import { explainTransaction } from './explain-transaction.ts';

const source = signerKey.publicKey();
const other = otherKey.publicKey();
const payer = Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(10));
const contractId = escrowAt();
const honest = buildDeploy(request());

const explain = (text: string, now = NOW) => explainTransaction(text, sandbox, now);
const warned = (text: string, now = NOW) => explain(text, now).warnings.map((warning) => warning.text);
const values = (text: string, label: string, now = NOW) =>
  explain(text, now)
    .lines.filter((line) => line.label === label)
    .map(({ value }) => value);

function pays(
  build: (builder: TransactionBuilder) => TransactionBuilder = (builder) => builder.setTimebounds(0, NOW + 60),
) {
  const builder = new TransactionBuilder(new Account(source, '41'), {
    fee: '100',
    networkPassphrase: sandbox.passphrase,
  }).addOperation(Operation.payment({ destination: other, asset: Asset.native(), amount: '1' }));
  return build(builder).build();
}

describe('signatures', () => {
  const signed = (passphrase: string, ...keys: Keypair[]) =>
    sign(honest, keys, (tx) => transactionHash(tx, passphrase));

  test('none: the network is not known', () => {
    expect(values(honest, 'Signatures')).toEqual(['none']);
    expect(values(honest, 'Network')).toEqual(['not stated in an envelope; assumed to be sandbox']);
  });

  test.each(Object.entries(KNOWN_PASSPHRASES))(
    'names the network when the source has signed for %s',
    (name, passphrase) => {
      const text = signed(passphrase, signerKey);
      expect(values(text, 'Signature')).toEqual([`by ${source} (the source account), valid for ${name}`]);
      expect(values(text, 'Network')).toEqual([`${name}, confirmed by a valid signature`]);
      expect(values(text, 'Not signed by')).toEqual([]);
      expect(warned(text)).toEqual(
        name === 'sandbox' ? [] : [`It is signed for ${name}, and is explained here as if it were for sandbox.`],
      );
    },
  );

  test('reports that the source has not signed when only a stranger has', () => {
    const text = signed(sandbox.passphrase, otherKey);
    const hint = Buffer.from(otherKey.signatureHint()).toString('hex');
    expect(values(text, 'Signature')).toEqual([`by somebody whom the envelope does not name; its hint is ${hint}`]);
    expect(values(text, 'Not signed by')).toEqual([source]);
  });

  test('broken, or for a network that is not known', () => {
    const text = signed('a private network', signerKey);
    expect(values(text, 'Signature')[0]).toMatch(
      new RegExp(`^not valid: it carries the hint of ${source}, but fits no network`),
    );
    expect(values(text, 'Not signed by')).toEqual([source]);
  });

  test('names the source account of an operation that has its own', () => {
    const transaction = pays((builder) =>
      builder.addOperation(Operation.bumpSequence({ bumpTo: '1', source: other })).setTimebounds(0, NOW + 60),
    );
    transaction.sign(otherKey);
    expect(values(transaction.toXDR(), 'Signature')).toEqual([`by ${other}, valid for sandbox`]);
    expect(values(transaction.toXDR(), 'Not signed by')).toEqual([source]);
  });
});

describe('a fee bump', () => {
  const inner = pays();
  inner.sign(signerKey);
  const bump = TransactionBuilder.buildFeeBumpTransaction(payer, '4000', inner, sandbox.passphrase);
  bump.sign(payer);

  test('names the payer and explains the transaction inside', () => {
    const { heading, lines } = explain(bump.toXDR());
    expect(heading).toBe(`${payer.publicKey()} pays the fee of this: Not the deploy of an escrow, but a payment.`);
    expect(lines).toEqual(
      expect.arrayContaining([
        { label: 'Operation 1', value: `Pays 1 XLM to ${other}.` },
        { label: 'Acts for', value: source },
        { label: 'Paid by', value: payer.publicKey() },
        {
          label: 'Network fee',
          value: 'at most 0.0008 XLM, in place of the 0.00001 XLM that the transaction inside offers',
        },
        { label: 'Signature', value: `by ${source} (the source account), valid for sandbox` },
        { label: 'Signature of the fee bump', value: `by ${payer.publicKey()}, valid for sandbox` },
        { label: 'Hash', value: expect.stringContaining(Buffer.from(inner.hash()).toString('hex')) },
        { label: 'Hash of the fee bump', value: Buffer.from(bump.hash()).toString('hex') },
      ]),
    );
    expect(values(bump.toXDR(), 'Not signed by')).toEqual([]);
  });

  test('says when its payer has not signed', () => {
    const unsigned = TransactionBuilder.buildFeeBumpTransaction(payer, '4000', inner, sandbox.passphrase);
    expect(values(unsigned.toXDR(), 'Not signed by')).toEqual([payer.publicKey()]);
    expect(values(unsigned.toXDR(), 'Signed by the payer')).toEqual(['no']);
  });

  test('explains the whole deploy inside it', () => {
    const text = sign(honest, [signerKey], (tx) => transactionHash(tx, sandbox.passphrase));
    const envelope = xdr.TransactionEnvelope.fromXdr(text, 'base64');
    if (envelope.type !== 'envelopeTypeTx') throw new TypeError('a v1 envelope is wrapped here');
    const wrapped = xdr.TransactionEnvelope.envelopeTypeTxFeeBump(
      new xdr.FeeBumpTransactionEnvelope({
        tx: new xdr.FeeBumpTransaction({
          feeSource: account(other),
          fee: 1_000_000n,
          innerTx: xdr.FeeBumpTransactionInnerTx.envelopeTypeTx(envelope.v1),
          ext: xdr.FeeBumpTransactionExt.v0(),
        }),
        signatures: [],
      }),
    ).toXdr('base64');
    expect(explain(wrapped).heading).toContain(`pays the fee of this: Creates an escrow for “`);
    expect(values(wrapped, 'Escrow address')).toEqual([contractId]);
    expect(values(wrapped, 'Milestone 1')).toEqual([`10.5 USDC: Design (paid to ${request().roles.receiver})`]);
  });
});

test('explains a v0 transaction like any other, with the hash that the network gives it', () => {
  const v1 = pays();
  const { tx } = (xdr.TransactionEnvelope.fromXdr(v1.toXDR(), 'base64') as { v1: xdr.TransactionV1Envelope }).v1;
  const old = xdr.TransactionEnvelope.envelopeTypeTxV0(
    new xdr.TransactionV0Envelope({
      tx: new xdr.TransactionV0({
        sourceAccountEd25519: signerKey.rawPublicKey(),
        fee: tx.fee,
        seqNum: tx.seqNum,
        timeBounds: new xdr.TimeBounds({ minTime: 0n, maxTime: BigInt(NOW + 60) }),
        memo: tx.memo,
        operations: [...tx.operations],
        ext: xdr.TransactionV0Ext.v0(),
      }),
      signatures: [signerKey.signDecorated(v1.hash())],
    }),
  ).toXdr('base64');
  expect(explain(old).heading).toBe('Not the deploy of an escrow, but a payment.');
  expect(values(old, 'Envelope')[0]).toMatch(/^an old transaction \(v0\)/);
  expect(values(old, 'Signature')).toEqual([`by ${source} (the source account), valid for sandbox`]);
  expect(readEnvelope(openEnvelope(old), sandbox.passphrase).inner.hashHex).toBe(
    Buffer.from(v1.hash()).toString('hex'),
  );
});

describe('memo', () => {
  test.each([
    [Memo.none(), 'none'],
    [Memo.id('18446744073709551615'), 'the number 18446744073709551615'],
    [Memo.hash('ab'.repeat(32)), `the hash ${'ab'.repeat(32)}`],
    [Memo.return('cd'.repeat(32)), `a return of ${'cd'.repeat(32)}`],
    [Memo.text('x\u202e”\n## y'), '“x[U+202E]’ ## y”'],
  ])('%#', (memo, shown) => {
    const transaction = pays((builder) => builder.addMemo(memo).setTimebounds(0, NOW + 60));
    expect(values(transaction.toXDR(), 'Memo')).toEqual([shown]);
  });

  test('shows a memo in hexadecimal when its bytes are not text', () => {
    const odd = buildDeploy(request(), { memo: xdr.Memo.memoText(Uint8Array.of(0xff, 0xfe)) });
    expect(values(odd, 'Memo')).toEqual(['0xfffe']);
  });
});

describe('time', () => {
  test('counts the seconds that are left by the clock of its caller', () => {
    expect(values(honest, 'Valid until')).toEqual([`${new Date((NOW + 100) * 1_000).toISOString()} (100 s left)`]);
    expect(values(honest, 'Valid until', NOW + 99)[0]).toContain('(1 s left)');
  });

  test('warns when a transaction has expired', () => {
    expect(values(honest, 'Valid until', NOW + 100)[0]).toContain('(expired)');
    expect(warned(honest, NOW + 100)).toEqual(['It has expired: the network would refuse it.']);
    expect(warned(honest, NOW + 99)).toEqual([]);
  });

  test.each([
    ['no time bounds', xdr.Preconditions.precondNone()],
    ['time bounds without an end', time(0, 0)],
  ])('%s: it never ends', (_, condition) => {
    const text = buildDeploy(request(), { condition });
    expect(values(text, 'Valid until')).toEqual(['no expiry']);
    expect(warned(text)).toEqual([expect.stringMatching(/never expires: once signed/)]);
  });

  test('shows a start in the future, and an end beyond any calendar', () => {
    const late = 2n ** 63n;
    const condition = xdr.Preconditions.precondTime(new xdr.TimeBounds({ minTime: BigInt(NOW + 30), maxTime: late }));
    const text = buildDeploy(request(), { condition });
    expect(values(text, 'Valid from')[0]).toContain('(in 30 s)');
    expect(values(text, 'Valid until')[0]).toContain(`second ${late} since 1970`);
  });
});

test('lists every further precondition', () => {
  const condition = xdr.Preconditions.precondV2(
    new xdr.PreconditionsV2({
      timeBounds: null,
      ledgerBounds: new xdr.LedgerBounds({ minLedger: 5, maxLedger: 9 }),
      minSeqNum: 7n,
      minSeqAge: 60n,
      minSeqLedgerGap: 4,
      extraSigners: [xdr.SignerKey.signerKeyTypeEd25519(otherKey.rawPublicKey())],
    }),
  );
  const text = buildDeploy(request(), { condition });
  expect(values(text, 'Valid in ledgers')).toEqual(['from 5 to before 9']);
  expect(values(text, 'Minimum sequence number')[0]).toContain('is 7 or higher');
  expect(values(text, 'Minimum age')).toEqual(['60 s after the account’s last transaction']);
  expect(values(text, 'Minimum ledger gap')).toEqual(['4 ledgers after the account’s last transaction']);
  expect(values(text, 'Also to be signed by')).toEqual([other]);
});

test('shows fee, resources and sequence in every explanation', () => {
  expect(values(honest, 'Network fee')).toEqual(['at most 0.00501 XLM']);
  expect(values(honest, 'Contract resources')).toEqual([
    'at most 0.005 XLM of the fee; reads 2 and may write 1 entries of the ledger',
  ]);
  expect(values(honest, 'Sequence number')).toEqual(['42']);
  expect(values(honest, 'Hash')[0]).toContain(NETWORKS.sandbox.passphrase);
});

test('explains any envelope or refuses it by name, within bounds', () => {
  const random = createRandom(20_261_121);
  const samples = [honest, bumped(), signedByMany()].map((text) => Uint8Array.from(Buffer.from(text, 'base64')));
  let explained = 0;
  for (let round = 0; round < 600; round++) {
    const bytes = Uint8Array.from(samples[round % samples.length] as Uint8Array);
    for (let flips = 1 + random.below(4); flips > 0; flips--) {
      const at = random.below(bytes.length);
      bytes[at] = (bytes[at] as number) ^ (1 << random.below(8));
    }
    try {
      const { heading, lines, warnings } = explain(Buffer.from(bytes).toString('base64'));
      expect(heading.length + JSON.stringify([lines, warnings]).length).toBeLessThan(60_000);
      explained += 1;
    } catch (thrown) {
      expect(thrown).toBeInstanceOf(CountersignError);
    }
  }
  expect(explained).toBeGreaterThan(120);
});

function bumped(): string {
  const inner = pays();
  inner.sign(signerKey);
  const bump = TransactionBuilder.buildFeeBumpTransaction(payer, '4000', inner, sandbox.passphrase);
  bump.sign(payer);
  return bump.toXDR();
}

function signedByMany(): string {
  const many = Array.from({ length: 20 }, () => signerKey);
  return sign(honest, many, (tx) => transactionHash(tx, 'an unknown network'));
}
