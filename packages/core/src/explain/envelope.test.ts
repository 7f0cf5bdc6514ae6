import {
  buildDeploy,
  NOW,
  otherKey,
  request,
  sandbox,
  sign,
  signerKey,
} from '@countersign/testkit/fixtures/deploy-fixture';
import { createRandom } from '@countersign/testkit/mutation/random';
import { Account, Asset, Keypair, Operation, TransactionBuilder, xdr } from '@stellar/stellar-sdk/base';
import { describe, expect, test } from 'vitest';
import { openEnvelope, readEnvelope, transactionHash } from '../envelope/read-transaction.ts';
import { CountersignError } from '../errors/errors.ts';
import { KNOWN_PASSPHRASES } from '../escrow/network.ts';
import { explainTransaction } from './explain-transaction.ts';

const source = signerKey.publicKey();
const other = otherKey.publicKey();
const payer = Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(10));
const honest = buildDeploy(request());

const explain = (text: string, now = NOW) => explainTransaction(text, sandbox, now);
const warned = (text: string, now = NOW) => explain(text, now).warnings.map((warning) => warning.text);
const values = (text: string, label: string, now = NOW) =>
  explain(text, now)
    .lines.filter((line) => line.label === label)
    .map(({ value }) => value);

const pays = () =>
  new TransactionBuilder(new Account(source, '41'), { fee: '100', networkPassphrase: sandbox.passphrase })
    .addOperation(Operation.payment({ destination: other, asset: Asset.native(), amount: '1' }))
    .setTimebounds(0, NOW + 60)
    .build();

describe('signatures', () => {
  const signed = (passphrase: string, ...keys: Keypair[]) =>
    sign(honest, keys, (tx) => transactionHash(tx, passphrase));

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

test('warns when a transaction has expired', () => {
  expect(values(honest, 'Valid until', NOW + 100)[0]).toContain('(expired)');
  expect(warned(honest, NOW + 100)).toEqual(['It has expired: the network would refuse it.']);
  expect(warned(honest, NOW + 99)).toEqual([]);
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
