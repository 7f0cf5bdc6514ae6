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
/** The whole problem is compared with the record. */
function problemOf(weights: Weights, envelope: string): CountersignError | undefined {
  const refusal = refusalOf(weights, envelope);
  expect(refusal && { code: refusal.code, message: refusal.message, remedy: refusal.remedy }).toMatchSnapshot();
  return refusal;
}

const codeOf = (weights: Weights, ...signatures: Signed) =>
  refusalOf(weights, signedBy(signatures))?.code ?? 'accepted';

/** Two of three, none of them the account's own key. */
const TWO_OF_THREE: Weights = {
  thresholds: [0, 1, 2, 3],
  signers: [
    [ann, 1],
    [bob, 1],
    [cy, 1],
  ],
};

describe('accepts what the network would accept', () => {
  test.each<[string, Weights, Signed]>([
    ['an account like most, by its own key', {}, [signerKey]],
    ['own key and another, each of them enough, by the own one', { signers: [[ann, 1]] }, [signerKey]],
    ['the same, by the other one', { signers: [[ann, 1]] }, [ann]],
    ['two of three, the first two', TWO_OF_THREE, [ann, bob]],
    ['two of three, in another order', TWO_OF_THREE, [cy, ann]],
    ['the exact medium weight', { thresholds: [1, 0, 3, 9], signers: [[ann, 2]] }, [signerKey, ann]],
    ['a low threshold above the medium one', { thresholds: [1, 3, 1, 1], signers: [[ann, 2]] }, [signerKey, ann]],
    ['a small signature before a great one', { thresholds: [1, 0, 2, 2], signers: [[ann, 5]] }, [signerKey, ann]],
    ['a preimage', { thresholds: [0, 1, 1, 1], signers: [[hashX, 1]] }, [reveal]],
    ['a preimage and a signature', { thresholds: [1, 2, 2, 2], signers: [[hashX, 1]] }, [signerKey, reveal]],
    [
      'a preimage behind a signature that is enough, since preimages are weighed first',
      {
        thresholds: [0, 2, 2, 2],
        signers: [
          [ann, 2],
          [hashX, 1],
        ],
      },
      [ann, reveal],
    ],
    [
      'a pre-authorisation of this transaction and a signature',
      { thresholds: [1, 2, 2, 2], signers: [[preAuthorised(hash), 1]] },
      [signerKey],
    ],
    [
      'a signature with a payload agreed before',
      { thresholds: [0, 1, 1, 1], signers: [[payloadKey(ann, PREIMAGE), 1]] },
      [payloadSignature(ann, PREIMAGE)],
    ],
    [
      'the same with a payload of two bytes',
      { thresholds: [0, 1, 1, 1], signers: [[payloadKey(ann, Uint8Array.of(1, 2)), 1]] },
      [payloadSignature(ann, Uint8Array.of(1, 2))],
    ],
  ])('%s', (_, weights, signatures) => expect(codeOf(weights, ...signatures)).toBe('accepted'));
});

describe('reports in plain words which signatures are missing', () => {
  test('a signer who is still to sign, with what each would add', () => {
    expect(problemOf(TWO_OF_THREE, signedBy([bob]))).toMatchObject({
      code: 'SIGNATURES_MISSING',
      message: `A contract call of ${source} needs signatures with a weight of 2 in all; this transaction has 1, by ${bob.publicKey()} (weight 1). The account’s own key has no weight. It needs 1 more, from ${ann.publicKey()} (weight 1), ${cy.publicKey()} (weight 1).`,
      remedy: expect.stringMatching(/^Each remaining signer signs/),
    });
  });

  test('an own key that is not enough', () => {
    const problem = problemOf({ thresholds: [1, 1, 3, 3], signers: [[ann, 2]] }, signedBy([signerKey]));
    expect(problem).toMatchObject({
      code: 'SIGNATURES_MISSING',
      message: `A contract call of ${source} needs signatures with a weight of 3 in all; this transaction has 1, by ${source} (weight 1). It needs 2 more, from ${ann.publicKey()} (weight 2).`,
    });
  });

  test('a signer counts once, however often they sign', () => {
    const problem = problemOf({ thresholds: [1, 2, 2, 2], signers: [[ann, 1]] }, signedBy([signerKey, signerKey]));
    expect(problem?.message).toContain(`this transaction has 1, by ${source} (weight 1). It needs 1 more`);
  });

  test('an own key that has no weight any more', () => {
    expect(problemOf(TWO_OF_THREE, signedBy([signerKey]))).toMatchObject({
      code: 'SIGNATURES_MISSING',
      message: expect.stringContaining('this transaction has 0. The account’s own key has no weight. It needs 2 more'),
    });
  });

  test('the holder of a missing preimage', () => {
    const weights: Weights = { thresholds: [1, 2, 2, 2], signers: [[hashX, 1]] };
    expect(problemOf(weights, signedBy([signerKey]))?.message).toContain(
      `from the holder of the preimage of ${Buffer.from(hashX.value.toBytes()).toString('hex')} (weight 1)`,
    );
  });

  test('all signers together cannot reach the weight', () => {
    const problem = problemOf({ thresholds: [1, 0, 3, 3], signers: [[ann, 1]] }, signedBy([signerKey]));
    expect(problem?.message).toContain('All signers of the account together cannot reach it.');
    expect(problem?.remedy).toBe('Deploy from another account.');
  });

  test('a pre-authorisation of another transaction weighs nothing, and no one can add it', () => {
    const weights: Weights = { thresholds: [1, 2, 2, 2], signers: [[preAuthorised(new Uint8Array(32)), 1]] };
    expect(problemOf(weights, signedBy([signerKey]))?.message).toMatch(/cannot reach it/);
  });

  test('only strangers: whose signature it is, and who should sign', () => {
    expect(problemOf(TWO_OF_THREE, signedBy([otherKey]))).toMatchObject({
      code: 'SIGNED_BY_ANOTHER',
      message: expect.stringMatching(
        new RegExp(`No signer of ${source} has signed.*It is signed by ${otherKey.publicKey()}.*It needs 2 more`),
      ),
    });
  });

  test('names what is needed when a stranger signed, with and without a weight of the own key', () => {
    const messageFor = (weights: Weights) => problemOf(weights, signedBy([otherKey]))?.message;
    expect(messageFor({ thresholds: [0, 0, 0, 0] })).toContain('All signers of the account together');
    expect(messageFor({ thresholds: [1, 0, 2, 2] })).toMatch(/^The transaction must be signed by/);
    expect(messageFor({ thresholds: [0, 0, 2, 2], signers: [[ann, 2]] })).toContain('It needs 2 more');
    expect(problemOf({ signers: [[ann, 1]] }, signedBy([otherKey]))?.code).toBe('SIGNED_BY_ANOTHER');
  });

  test('reports the same problem for an account with the usual weights as without its entry', () => {
    expect(problemOf({}, signedBy([otherKey]))).toMatchObject({
      code: 'SIGNED_BY_ANOTHER',
      message: expect.stringMatching(/^The transaction must be signed by/),
    });
  });
});

describe('refuses needless signatures before the network does', () => {
  test.each<[string, Weights, Signed, RegExp]>([
    ['a stranger’s next to the signer’s', {}, [signerKey, otherKey], /by an account that is not one of its signers/],
    ['the signer’s twice', {}, [signerKey, signerKey], new RegExp(`by ${source} twice`)],
    ['a third of two', TWO_OF_THREE, [ann, bob, cy], new RegExp(`by ${cy.publicKey()}\\.`)],
    [
      'a small one behind a great one',
      { thresholds: [1, 0, 2, 2], signers: [[ann, 5]] },
      [ann, signerKey],
      new RegExp(`by ${source}\\.`),
    ],
    ['the own key’s, which has no weight', TWO_OF_THREE, [ann, bob, signerKey], new RegExp(`by ${source}\\.`)],
    [
      'any next to a pre-authorisation that is enough alone',
      { signers: [[preAuthorised(hash), 1]] },
      [signerKey],
      new RegExp(`by ${source}\\.`),
    ],
  ])('%s', (_, weights, signatures, whose) => {
    const problem = problemOf(weights, signedBy(signatures));
    expect(problem?.code).toBe('SIGNATURE_NOT_NEEDED');
    expect(problem?.message).toMatch(whose);
  });
});

describe('reports invalid signatures first', () => {
  test('unsigned', () => expect(codeOf(TWO_OF_THREE)).toBe('XDR_NOT_SIGNED'));

  test('a co-signer’s for another network', () => {
    const elsewhere = readTransaction(signedBy([bob], NETWORKS.testnet.passphrase), sandbox.passphrase).signatures;
    expect(problemOf(TWO_OF_THREE, signedBy([ann, ...elsewhere]))).toMatchObject({
      code: 'SIGNED_FOR_ANOTHER_NETWORK',
      message: expect.stringContaining('“testnet”'),
    });
  });

  test.each<[string, Weights, xdr.SignerKey, Uint8Array]>([
    ['a co-signer’s that is broken', TWO_OF_THREE, ed25519(bob), new Uint8Array(64)],
    ['a co-signer’s that is short', TWO_OF_THREE, ed25519(bob), new Uint8Array(3)],
    ['a wrong preimage', { thresholds: [1, 2, 2, 2], signers: [[hashX, 1]] }, hashX, new Uint8Array(32)],
  ])('%s', (_, weights, key, signature) => {
    const broken = new xdr.DecoratedSignature({
      hint: (key.value as xdr.Uint256Bytes).toBytes().subarray(-4),
      signature,
    });
    expect(problemOf(weights, signedBy([ann, broken]))?.code).toBe('SIGNATURE_BROKEN');
  });
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
  ['an own key that weighs too little', { thresholds: [1, 0, 2, 2] }, true],
  ['an own key without a weight', { thresholds: [0, 0, 0, 0] }, true],
])('shows the signers of an account that has %s only when there can be several', (_, weights, isShown) => {
  expect(hasSeveralSigners(accountEntry(source, weights))).toBe(isShown);
});

describe('gathers signatures', () => {
  const read = (...signatures: Signed) => readTransaction(signedBy(signatures), sandbox.passphrase);
  const of = (weights: Weights) => accountEntry(source, weights);
  const [annAddress, bobAddress, cyAddress] = [ann, bob, cy].map((key) => key.publicKey()) as [string, string, string];
  const given = (...keys: Keypair[]) => signaturesIn(read(...keys), of(TWO_OF_THREE)) ?? [];

  test('shows each plain key with its weight, and what is needed', () => {
    const weights: Weights = {
      thresholds: [1, 3, 2, 9],
      signers: [
        [ann, 2],
        [hashX, 4],
        [preAuthorised(hash), 5],
      ],
    };
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
    const weights: Weights = {
      thresholds: [0, 0, 3, 9],
      signers: [
        [ann, 1],
        [bob, 2],
        [cy, 3],
      ],
    };
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
