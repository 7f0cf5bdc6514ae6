import { buildDeploy, otherKey, request, sandbox, sign, signerKey } from '@countersign/testkit/fixtures/deploy-fixture';
import { envelopeOf } from '@countersign/testkit/fixtures/takeover';
import { Asset, Keypair, Operation, xdr } from '@stellar/stellar-sdk/base';
import { describe, expect, test } from 'vitest';
import { readTransaction, transactionHash } from '../envelope/read-transaction.ts';
import { CountersignError, errorName } from '../errors/errors.ts';
import { KNOWN_PASSPHRASES, NETWORKS } from '../escrow/network.ts';
import { checkSignatures, hasSigned, networksSignedFor } from './check-signatures.ts';

const unsigned = buildDeploy(request());
const forNetwork = (passphrase: string) => (tx: xdr.Transaction) => transactionHash(tx, passphrase);
const signedBy = (keys: Keypair[], passphrase: string = sandbox.passphrase) =>
  sign(unsigned, keys, forNetwork(passphrase));

function refusalOf(envelope: string): CountersignError | undefined {
  try {
    checkSignatures(readTransaction(envelope, sandbox.passphrase), signerKey.publicKey(), sandbox);
    return undefined;
  } catch (error) {
    if (error instanceof CountersignError) return error;
    throw error;
  }
}

function codeOf(envelope: string): string {
  const refusal = refusalOf(envelope);
  return refusal === undefined ? 'accepted' : errorName(refusal);
}

const [arbiterKey, strangerKey] = [77, 9].map((fill) => Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(fill))) as [
  Keypair,
  Keypair,
];
/** The first is for testnet, and the second for the sandbox. */
const signedTwice = () =>
  sign(signedBy([arbiterKey], NETWORKS.testnet.passphrase), [otherKey], forNetwork(sandbox.passphrase));

/** The signed envelope with its first signature replaced. */
function withSignature(change: (signature: xdr.DecoratedSignature) => xdr.DecoratedSignature): string {
  const envelope = xdr.TransactionEnvelope.fromXdr(signedBy([signerKey]), 'base64');
  if (envelope.type !== 'envelopeTypeTx') throw new TypeError('a v1 envelope is signed here');
  const [first] = envelope.v1.signatures;
  return xdr.TransactionEnvelope.envelopeTypeTx(
    new xdr.TransactionV1Envelope({ tx: envelope.v1.tx, signatures: [change(first as xdr.DecoratedSignature)] }),
  ).toXdr('base64');
}

describe('signatures', () => {
  test('the signer’s own is accepted, in base64url and with line breaks too', () => {
    const signed = signedBy([signerKey]);
    expect(codeOf(signed)).toBe('accepted');
    const wrapped = signed
      .replace(/\+/g, '-')
      .replace(/\//g, '_')
      .replace(/=/g, '')
      .replace(/(.{64})/g, '$1\n');
    expect(codeOf(wrapped)).toBe('accepted');
  });

  test.each<[string, string, string]>([
    ['none', unsigned, 'XDR_NOT_SIGNED'],
    ['a stranger’s', signedBy([otherKey]), 'SIGNED_BY_ANOTHER'],
    ['the signer’s and another', signedBy([signerKey, otherKey]), 'MULTISIG_NOT_SUPPORTED'],
    ['the signer’s twice', signedBy([signerKey, signerKey]), 'MULTISIG_NOT_SUPPORTED'],
    ['the signer’s for testnet', signedBy([signerKey], NETWORKS.testnet.passphrase), 'SIGNED_FOR_ANOTHER_NETWORK'],
    [
      'a broken one',
      withSignature(({ hint }) => new xdr.DecoratedSignature({ hint, signature: new Uint8Array(64) })),
      'SIGNATURE_BROKEN',
    ],
    [
      'a short one',
      withSignature(({ hint }) => new xdr.DecoratedSignature({ hint, signature: new Uint8Array(3) })),
      'SIGNATURE_BROKEN',
    ],
    [
      'a wrong hint',
      withSignature(({ signature }) => new xdr.DecoratedSignature({ hint: new Uint8Array(4), signature })),
      'SIGNED_BY_ANOTHER',
    ],
    ['an arbiter’s', signedBy([arbiterKey]), 'SIGNED_BY_ANOTHER'],
    ['a stranger’s for testnet', signedBy([otherKey], NETWORKS.testnet.passphrase), 'SIGNED_BY_ANOTHER'],
    ['a stranger’s for an unknown network', signedBy([otherKey], 'unknown'), 'SIGNED_BY_ANOTHER'],
    ['that of an account that it does not name', signedBy([strangerKey]), 'SIGNED_BY_ANOTHER'],
    ['an arbiter’s for testnet and a stranger’s', signedTwice(), 'SIGNED_BY_ANOTHER'],
  ])('names what is wrong with %s', (_, envelope, code) => {
    expect(codeOf(envelope)).toBe(code);
    const { message, remedy } = refusalOf(envelope) ?? {};
    expect({ message, remedy }).toMatchSnapshot();
  });

  test('names an account without a role alone', () => {
    const payment = Operation.payment({ destination: otherKey.publicKey(), asset: Asset.native(), amount: '1' });
    const signed = sign(envelopeOf(payment), [otherKey], forNetwork(sandbox.passphrase));
    expect(refusalOf(signed)?.message).toContain(`It is signed by ${otherKey.publicKey()}.`);
  });

  test('finds a signature over a hash, and none by another account', () => {
    const read = readTransaction(signedBy([signerKey]), sandbox.passphrase);
    expect(hasSigned(read, signerKey.publicKey(), read.hash)).toBe(true);
    expect(hasSigned(read, otherKey.publicKey(), read.hash)).toBe(false);
    expect(hasSigned(read, signerKey.publicKey(), new Uint8Array(32))).toBe(false);
    expect(() => hasSigned(read, sandbox.factory as string, read.hash)).toThrow('a signer is a G address');
  });

  test.each(Object.entries(KNOWN_PASSPHRASES))('a signature for %s is known by name', (name, passphrase) => {
    const read = readTransaction(signedBy([signerKey], passphrase), sandbox.passphrase);
    expect(networksSignedFor(read, signerKey.publicKey())).toEqual([name]);
  });
});

test('names a fee bump as one', () => {
  const inner = xdr.TransactionEnvelope.fromXdr(signedBy([signerKey]), 'base64');
  if (inner.type !== 'envelopeTypeTx') throw new TypeError('a v1 envelope is signed here');
  const bump = xdr.TransactionEnvelope.envelopeTypeTxFeeBump(
    new xdr.FeeBumpTransactionEnvelope({
      tx: new xdr.FeeBumpTransaction({
        feeSource: xdr.MuxedAccount.keyTypeEd25519(otherKey.rawPublicKey()),
        fee: 1_000_000n,
        innerTx: xdr.FeeBumpTransactionInnerTx.envelopeTypeTx(inner.v1),
        ext: xdr.FeeBumpTransactionExt.v0(),
      }),
      signatures: [],
    }),
  );
  expect(codeOf(bump.toXdr('base64'))).toBe('FEE_BUMPED');
});
