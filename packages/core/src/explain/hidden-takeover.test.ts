import { NOW, otherKey, sandbox } from '@countersign/testkit/fixtures/deploy-fixture';
import {
  attacker,
  envelopeOf,
  HARMLESS,
  hiddenAmong,
  TAKEOVER,
  TAKEOVER_WARNINGS,
  victim,
} from '@countersign/testkit/fixtures/takeover';
import {
  Account,
  Asset,
  Keypair,
  MuxedAccount,
  Operation,
  TransactionBuilder,
  type xdr,
} from '@stellar/stellar-sdk/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { STAKES, type Stakes } from '../words/explain/stakes.ts';
import { explainTransaction } from './explain-transaction.ts';
import type { Warning } from './explanation.ts';

const explain = (text: string) => explainTransaction(text, sandbox, NOW);
const KINDS = Object.keys(HARMLESS);

function isRanked(warnings: readonly Warning[]): boolean {
  const ranks = warnings.map(({ stakes }) => STAKES.indexOf(stakes));
  return ranks.every((rank, index) => index === 0 || rank >= (ranks[index - 1] as number));
}

describe.each(KINDS)('among 99 harmless operations (%s)', (kind) => {
  test('warns first of a takeover in any position, with both addresses whole', () => {
    for (const position of [0, 1, 2, 33, 57, 98, 99]) {
      const { warnings } = explain(hiddenAmong(kind, position, TAKEOVER));
      const [lets, ends] = warnings.filter(({ text }) => text.startsWith(`Operation ${position + 1} `));
      expect(lets?.text).toContain(TAKEOVER_WARNINGS[0]);
      expect(ends?.text).toContain(TAKEOVER_WARNINGS[1]);
      // Another setting of the same account may appear next to them; nothing of a lower rank may.
      expect(warnings.slice(0, 3)).toEqual(expect.arrayContaining([lets, ends]));
      expect(isRanked(warnings)).toBe(true);
    }
  });

  test('a takeover in two operations is found as well', () => {
    const halves = [
      Operation.setOptions({ masterWeight: 0 }),
      Operation.setOptions({ signer: { ed25519PublicKey: attacker, weight: 255 } }),
    ];
    const { warnings } = explain(hiddenAmong(kind, 57, ...halves));
    const first = warnings
      .slice(0, 3)
      .map(({ text }) => text)
      .join('\n');
    for (const text of TAKEOVER_WARNINGS) expect(first).toContain(text);
  });
});

describe('a takeover', () => {
  test('is not buried under settings of the same account under M addresses', () => {
    const under = (index: number) => new MuxedAccount(new Account(victim, '0'), String(index)).accountId();
    const others = Array.from({ length: 99 }, (_, index) =>
      Operation.setOptions({ lowThreshold: index, source: under(index) }),
    );
    const { warnings } = explain(envelopeOf(...others, TAKEOVER));
    expect(warnings.filter(({ stakes }) => stakes === 'control')).toHaveLength(3);
    expect(warnings[0]?.text).toContain('Operation 99 sets the weight that operations of low security');
    for (const [index, text] of TAKEOVER_WARNINGS.entries()) expect(warnings[index + 1]?.text).toContain(text);
  });

  test('warns first of a takeover inside a fee bump', () => {
    const inner = TransactionBuilder.fromXDR(hiddenAmong('small payments', 57, TAKEOVER), sandbox.passphrase);
    if ('innerTransaction' in inner) throw new TypeError('not a fee bump yet');
    const bump = TransactionBuilder.buildFeeBumpTransaction(otherKey, '400000000', inner, sandbox.passphrase);
    const { warnings } = explain(bump.toXDR());
    for (const [index, text] of TAKEOVER_WARNINGS.entries()) expect(warnings[index]?.text).toContain(text);
    expect(warnings).toContainEqual({
      stakes: 'money',
      text: `The network may take up to 4040 XLM from ${otherKey.publicKey()} as its fee.`,
    });
  });
});

/** One operation of each rank, of which any number may stand in a transaction; the number tells them apart. */
const SAMPLES: readonly (readonly [Stakes, (number: number) => xdr.Operation, (number: number) => string])[] = [
  [
    'control',
    (number) => Operation.setOptions({ signer: { ed25519PublicKey: keyOf(number), weight: 1 } }),
    (number) => `lets ${keyOf(number)} sign for ${victim}`,
  ],
  [
    'account',
    (number) => Operation.accountMerge({ destination: keyOf(number) }),
    (number) => `closes the account ${victim} for good and gives all of its XLM to ${keyOf(number)}`,
  ],
  [
    'access',
    (number) => Operation.setOptions({ signer: { ed25519PublicKey: keyOf(100 + number), weight: 0 } }),
    (number) => `takes from ${keyOf(100 + number)} the right to sign for ${victim}`,
  ],
  [
    'money',
    (number) => Operation.payment({ destination: keyOf(number), asset: Asset.native(), amount: '1' }),
    (number) => `pays 1 XLM from ${victim} to ${keyOf(number)}`,
  ],
  [
    'trust',
    (number) => Operation.bumpSequence({ bumpTo: '1', source: keyOf(number) }),
    (number) => `is a jump of an account’s sequence number: sign it for ${keyOf(number)}`,
  ],
];

function keyOf(number: number): string {
  return Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(number + 10)).publicKey();
}

test('over random mixes each warning precedes those of lower rank, none is missing, and equals are counted', () => {
  const operation = fc.record({ sample: fc.nat(SAMPLES.length - 1), number: fc.nat(4) });
  fc.assert(
    fc.property(fc.array(operation, { minLength: 1, maxLength: 100 }), (mix) => {
      const { warnings } = explain(
        envelopeOf(...mix.map(({ sample, number }) => (SAMPLES[sample] as (typeof SAMPLES)[number])[1](number))),
      );
      expect(isRanked(warnings)).toBe(true);
      for (const [sample, [stakes, , textOf]] of SAMPLES.entries()) {
        const of = warnings.filter((warning) => warning.stakes === stakes);
        const numbers = mix.filter((each) => each.sample === sample).map(({ number }) => number);
        expect(of).toHaveLength(new Set(numbers).size);
        for (const number of new Set(numbers)) {
          const found = of.find(({ text }) => text.includes(textOf(number)))?.text ?? '';
          expect(found).toContain(textOf(number));
          const more = /\(and (\d+) more like it\)/.exec(found)?.[1] ?? '0';
          expect(Number(more) + 1).toBe(numbers.filter((other) => other === number).length);
        }
      }
    }),
    { numRuns: 60, seed: 20_260_801 },
  );
});
