import { createHash } from 'node:crypto';
import { buildDeploy, otherKey, request, sandbox, signerKey } from '@countersign/testkit/fixtures/deploy-fixture';
import { accountEntry, type Weights } from '@countersign/testkit/rpc/scripted-rpc';
import { Keypair, xdr } from '@stellar/stellar-sdk/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTransaction, transactionHash } from '../envelope/read-transaction.ts';
import { CountersignError } from '../errors/errors.ts';
import { NETWORKS } from '../escrow/network.ts';
import { checkWeights } from './check-weights.ts';
import { canBeReached, hasSeveralSigners, signaturesIn, signedWith, signersOf } from './gather-signatures.ts';

const unsigned = buildDeploy(request());
const { hash } = readTransaction(unsigned, sandbox.passphrase);
const source = signerKey.publicKey();
const [ann, bob, cy] = [21, 22, 23].map((seed) => Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(seed))) as [
  Keypair,
  Keypair,
  Keypair,
];
const PREIMAGE = new Uint8Array(32).fill(9);
const hashX = xdr.SignerKey.signerKeyTypeHashX(createHash('sha256').update(PREIMAGE).digest());
const reveal = new xdr.DecoratedSignature({ hint: hashX.value.toBytes().subarray(-4), signature: PREIMAGE });
const preAuthorised = (digest: Uint8Array) => xdr.SignerKey.signerKeyTypePreAuthTx(digest);

type Signed = readonly (Keypair | xdr.DecoratedSignature)[];

/** The fixture's deploy, signed in this order. */
function signedBy(signatures: Signed, passphrase: string = sandbox.passphrase): string {
  const { transaction } = readTransaction(unsigned, passphrase);
  const digest = passphrase === sandbox.passphrase ? hash : transactionHash(transaction, passphrase);
  const done = signatures.map((by) => (by instanceof Keypair ? signatureOf(by, digest) : by));
  return xdr.TransactionEnvelope.envelopeTypeTx(
    new xdr.TransactionV1Envelope({ tx: transaction, signatures: done }),
  ).toXdr('base64');
}

const made = new Map<string, xdr.DecoratedSignature>();

/** Each is made once; the property below asks for the same few over and over. */
function signatureOf(key: Keypair, digest: Uint8Array): xdr.DecoratedSignature {
  const name = `${key.publicKey()} ${Buffer.from(digest).toString('hex')}`;
  const known = made.get(name) ?? key.signDecorated(digest);
  made.set(name, known);
  return known;
}

function refusalOf(weights: Weights, envelope: string): CountersignError | undefined {
  try {
    checkWeights(readTransaction(envelope, sandbox.passphrase), accountEntry(source, weights), sandbox);
    return undefined;
  } catch (error) {
    if (error instanceof CountersignError) return error;
    throw error;
  }
}
const codeOf = (weights: Weights, ...signatures: Signed) =>
  refusalOf(weights, signedBy(signatures))?.code ?? 'accepted';

/** @param thresholds own weight, then those of a low, a medium and a high operation */
const weighing = (
  thresholds: NonNullable<Weights['thresholds']>,
  ...signers: NonNullable<Weights['signers']>
): Weights => ({ thresholds, signers });

/** Two of three, none of them the account's own key. */
const TWO_OF_THREE = weighing([0, 1, 2, 3], [ann, 1], [bob, 1], [cy, 1]);
const agreedBytes = Uint8Array.of(1, 2);

describe('accepts what the network would accept', () => {
  test.each<[string, Weights, Signed]>([
    ['an account like most, by its own key', {}, [signerKey]],
    ['the exact medium weight', weighing([1, 0, 3, 9], [ann, 2]), [signerKey, ann]],
    ['a low threshold above the medium one', weighing([1, 3, 1, 1], [ann, 2]), [signerKey, ann]],
    ['a small signature before a great one', weighing([1, 0, 2, 2], [ann, 5]), [signerKey, ann]],
    ['a preimage', weighing([0, 1, 1, 1], [hashX, 1]), [reveal]],
    ['a preimage and a signature', weighing([1, 2, 2, 2], [hashX, 1]), [signerKey, reveal]],
    [
      'a preimage behind a signature that is enough, since preimages are weighed first',
      weighing([0, 2, 2, 2], [ann, 2], [hashX, 1]),
      [ann, reveal],
    ],
    [
      'a pre-authorisation of this transaction and a signature',
      weighing([1, 2, 2, 2], [preAuthorised(hash), 1]),
      [signerKey],
    ],
    [
      'a signature with a payload agreed before',
      weighing([0, 1, 1, 1], [payloadKey(ann, PREIMAGE), 1]),
      [payloadSignature(ann, PREIMAGE)],
    ],
    [
      'the same with a payload of two bytes',
      weighing([0, 1, 1, 1], [payloadKey(ann, agreedBytes), 1]),
      [payloadSignature(ann, agreedBytes)],
    ],
  ])('%s', (_, weights, signatures) => expect(codeOf(weights, ...signatures)).toBe('accepted'));
});

const withHash: Weights = weighing([1, 2, 2, 2], [hashX, 1]);
const elsewhere = (key: Keypair) =>
  readTransaction(signedBy([key], NETWORKS.testnet.passphrase), sandbox.passphrase).signatures;
const broken = (key: xdr.SignerKey, signature: Uint8Array) =>
  new xdr.DecoratedSignature({ hint: (key.value as xdr.Uint256Bytes).toBytes().subarray(-4), signature });

/** The whole problem is in the snapshot. */
test.each<[string, string, Weights, Signed]>([
  ['SIGNATURES_MISSING', 'a signer who is still to sign, with what each would add', TWO_OF_THREE, [bob]],
  ['SIGNATURES_MISSING', 'an own key that is not enough', weighing([1, 1, 3, 3], [ann, 2]), [signerKey]],
  ['SIGNATURES_MISSING', 'a signer who counts once', weighing([1, 2, 2, 2], [ann, 1]), [signerKey, signerKey]],
  ['SIGNATURES_MISSING', 'an own key that has no weight any more', TWO_OF_THREE, [signerKey]],
  ['SIGNATURES_MISSING', 'the holder of a missing preimage', withHash, [signerKey]],
  ['SIGNATURES_MISSING', 'signers who cannot reach the weight', weighing([1, 0, 3, 3], [ann, 1]), [signerKey]],
  [
    'SIGNATURES_MISSING',
    'a pre-authorisation of another transaction, which no one can add to',
    weighing([1, 2, 2, 2], [preAuthorised(new Uint8Array(32)), 1]),
    [signerKey],
  ],
  ['SIGNED_BY_ANOTHER', 'a stranger alone', TWO_OF_THREE, [otherKey]],
  ['SIGNED_BY_ANOTHER', 'a stranger, for an account that no one can sign for', weighing([0, 0, 0, 0]), [otherKey]],
  ['SIGNED_BY_ANOTHER', 'a stranger, for an account whose own key is too light', weighing([1, 0, 2, 2]), [otherKey]],
  ['SIGNED_BY_ANOTHER', 'a stranger, for an account of another key', weighing([0, 0, 2, 2], [ann, 2]), [otherKey]],
  ['SIGNED_BY_ANOTHER', 'a stranger, for an account of two keys', { signers: [[ann, 1]] }, [otherKey]],
  ['SIGNED_BY_ANOTHER', 'a stranger, for an account with the usual weights', {}, [otherKey]],
  ['SIGNATURE_NOT_NEEDED', 'a stranger next to the signer', {}, [signerKey, otherKey]],
  ['SIGNATURE_NOT_NEEDED', 'the signer twice', {}, [signerKey, signerKey]],
  ['SIGNATURE_NOT_NEEDED', 'a third of two', TWO_OF_THREE, [ann, bob, cy]],
  ['SIGNATURE_NOT_NEEDED', 'a small one behind a great one', weighing([1, 0, 2, 2], [ann, 5]), [ann, signerKey]],
  ['SIGNATURE_NOT_NEEDED', 'an own key without weight', TWO_OF_THREE, [ann, bob, signerKey]],
  [
    'SIGNATURE_NOT_NEEDED',
    'any next to a pre-authorisation that is enough',
    { signers: [[preAuthorised(hash), 1]] },
    [signerKey],
  ],
  ['XDR_NOT_SIGNED', 'an unsigned transaction', TWO_OF_THREE, []],
  ['SIGNED_FOR_ANOTHER_NETWORK', 'a co-signer for another network', TWO_OF_THREE, [ann, ...elsewhere(bob)]],
  ['SIGNATURE_BROKEN', 'a co-signer’s that is broken', TWO_OF_THREE, [ann, broken(ed25519(bob), new Uint8Array(64))]],
  ['SIGNATURE_BROKEN', 'a co-signer’s that is short', TWO_OF_THREE, [ann, broken(ed25519(bob), new Uint8Array(3))]],
  ['SIGNATURE_BROKEN', 'a wrong preimage', withHash, [ann, broken(hashX, new Uint8Array(32))]],
])('reports %s in plain words: %s', (code, _, weights, signatures) => {
  const refusal = refusalOf(weights, signedBy(signatures));
  expect(refusal?.code).toBe(code);
  expect({ message: refusal?.message, remedy: refusal?.remedy }).toMatchSnapshot();
});

test('any accounts and signatures: exactly what weighs enough, with every signature needed, is accepted', () => {
  const keys = [signerKey, ann, bob, cy, otherKey];
  const weight = fc.integer({ min: 0, max: 4 });
  const counts = { accepted: 0, refused: 0 };
  fc.assert(
    fc.property(
      fc.tuple(weight, weight, weight, weight),
      fc.array(weight, { minLength: 3, maxLength: 3 }),
      fc.subarray(keys, { minLength: 1 }).chain((some) => fc.shuffledSubarray(some, { minLength: some.length })),
      (thresholds, weights, by) => {
        const [own, low, medium] = thresholds;
        const signers = [ann, bob, cy].flatMap((key, at) => {
          // The network keeps no signer of weight 0.
          const weight = weights[at] ?? 0;
          return weight === 0 ? [] : [[key, weight] as const];
        });
        const weightOf = new Map<Keypair, number>([...signers, ...(own === 0 ? [] : [[signerKey, own] as const])]);
        const before = by.slice(0, -1).reduce((sum, key) => sum + (weightOf.get(key) ?? 0), 0);
        const last = weightOf.get(by.at(-1) as Keypair) ?? 0;
        const needed = Math.max(low, medium, 1);
        // Every signature is a signer's, and the last one is what makes it enough.
        const isGood = by.every((key) => weightOf.has(key)) && before < needed && before + last >= needed;
        counts[isGood ? 'accepted' : 'refused']++;
        return (codeOf({ thresholds, signers }, ...by) === 'accepted') === isGood;
      },
    ),
    { seed: 5, numRuns: 1_000 },
  );
  expect(counts.accepted).toBeGreaterThan(50);
  expect(counts.refused).toBeGreaterThan(50);
});

function ed25519(key: Keypair): xdr.SignerKey {
  return xdr.SignerKey.signerKeyTypeEd25519(key.rawPublicKey());
}

function payloadKey(key: Keypair, payload: Uint8Array): xdr.SignerKey {
  return xdr.SignerKey.signerKeyTypeEd25519SignedPayload(
    new xdr.SignerKeyEd25519SignedPayload({ ed25519: key.rawPublicKey(), payload }),
  );
}

function payloadSignature(key: Keypair, payload: Uint8Array): xdr.DecoratedSignature {
  return key.signPayloadDecorated(payload);
}

test.each<[string, Weights, boolean]>([
  ['its own key alone', {}, false],
  ['one co-signer, with a key of its own that is enough', { signers: [[ann, 1]] }, true],
  ['three co-signers', TWO_OF_THREE, true],
  ['an own key that weighs too little', weighing([1, 0, 2, 2]), true],
  ['an own key without a weight', weighing([0, 0, 0, 0]), true],
])('shows the signers of an account that has %s only when there can be several', (_, weights, isShown) => {
  expect(hasSeveralSigners(accountEntry(source, weights))).toBe(isShown);
});

describe('gathers signatures', () => {
  const read = (...signatures: Signed) => readTransaction(signedBy(signatures), sandbox.passphrase);
  const of = (weights: Weights) => accountEntry(source, weights);
  const [annAddress, bobAddress, cyAddress] = [ann, bob, cy].map((key) => key.publicKey()) as [string, string, string];
  const given = (...keys: Keypair[]) => signaturesIn(read(...keys), of(TWO_OF_THREE)) ?? [];

  test('shows each plain key with its weight, and what is needed', () => {
    const weights = weighing([1, 3, 2, 9], [ann, 2], [hashX, 4], [preAuthorised(hash), 5]);
    expect(signersOf(read(), of(weights), new Set([annAddress]))).toEqual({
      needed: 3,
      have: 7,
      signers: [
        { address: source, weight: 1, signed: false },
        { address: annAddress, weight: 2, signed: true },
      ],
    });
  });

  test.each([
    [3, true],
    [4, false],
  ])('can reach a weight of %i with signers of 1 and 2: %s', (medium, canBe) => {
    const account = of({ thresholds: [1, 0, medium, 9], signers: [[ann, 2]] });
    for (const signed of [[], [annAddress]]) {
      expect(canBeReached(signersOf(read(), account, new Set(signed)))).toBe(canBe);
    }
  });

  test('reads the signatures of plain keys, and nothing from an envelope that has another', () => {
    const [first] = read(bob).signatures as [xdr.DecoratedSignature];
    const signature = Buffer.from(first.signature.toBytes()).toString('base64');
    expect(given(bob)).toEqual([{ signer: bobAddress, signature }]);
    expect(signaturesIn(read(bob, otherKey), of(TWO_OF_THREE))).toBeUndefined();
    expect(signaturesIn(read(reveal), of({ signers: [[hashX, 1]] }))).toBeUndefined();
  });

  test('puts as few signatures into the envelope as weigh enough, the heaviest', () => {
    const weights = weighing([0, 0, 3, 9], [ann, 1], [bob, 2], [cy, 3]);
    const signersIn = (...keys: Keypair[]) => {
      const gathered = signaturesIn(read(...keys), of(weights)) ?? [];
      const signed = signedWith(read(), of(weights), gathered, sandbox.passphrase);
      return signed && signaturesIn(signed, of(weights))?.map(({ signer }) => signer);
    };
    expect(signersIn(ann)).toBeUndefined();
    expect(signersIn(bob)).toBeUndefined();
    expect(signersIn(ann, bob)).toEqual([annAddress, bobAddress]);
    expect(signersIn(ann, cy)).toEqual([cyAddress]);
    expect(signersIn(ann, bob, cy)).toEqual([cyAddress]);
    const stranger = { signer: otherKey.publicKey(), signature: given(ann)[0]?.signature ?? '' };
    const signed = signedWith(read(), of(TWO_OF_THREE), [...given(ann, bob), stranger], sandbox.passphrase);
    expect(signed?.signatures).toHaveLength(2);
    expect(signed?.hashHex).toBe(read().hashHex);
  });
});
