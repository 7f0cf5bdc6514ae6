/** What every kind of escrow must do, whichever contract it describes: run for each row of the registry. */
import { encodeStrKey } from '@countersign/core/escrow';
import type { EscrowKind, EscrowOnChain } from '@countersign/core/kinds';
import { xdr } from '@stellar/stellar-sdk/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
const address = fc
  .tuple(fc.constantFrom('account' as const, 'contract' as const), bytes)
  .map(([type, raw]) => encodeStrKey(type, raw));
const text = fc.string({ unit: 'grapheme', maxLength: 60 }).filter((value) => value.isWellFormed());
const amount = fc.bigInt({ min: -(2n ** 127n), max: 2n ** 127n - 1n });
const u32 = fc.nat(2 ** 32 - 1);
const flag = fc.boolean();

/** With everything that any kind stores; each keeps its own part of it. */
const fullEscrow = fc.record({
  engagementId: text,
  title: text,
  description: text,
  roles: fc.record({
    approver: address,
    serviceProvider: address,
    platformAddress: address,
    releaseSigner: address,
    disputeResolver: address,
    receiver: address,
    admin: address,
    observers: address,
  }),
  platformFee: u32,
  amount,
  flags: fc.record({ disputed: flag, released: flag, resolved: flag }),
  milestones: fc.array(
    fc.record({
      description: text,
      amount,
      receiver: address,
      status: text,
      evidence: text,
      flags: fc.record({ approved: flag, disputed: flag, released: flag, resolved: flag }),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  trustline: fc.record({ address, multiplier: u32 }),
  // As large as every kind takes it.
  receiverMemo: u32.map(BigInt),
}) satisfies fc.Arbitrary<EscrowOnChain>;

export function describeEscrowKind(kind: EscrowKind): void {
  describe(`an escrow of the kind ${kind.id}`, () => {
    test('is decoded as it was encoded, without problems', () => {
      fc.assert(
        fc.property(fullEscrow, (full) => {
          const { escrow, problems } = kind.decode(kind.encode(full));
          expect(problems).toEqual([]);
          // What it stores, it stores as it was given.
          expect(full).toMatchObject(escrow as EscrowOnChain);
          expect(kind.decode(kind.encode(escrow as EscrowOnChain))).toEqual({ escrow, problems: [] });
          expect(kind.encode(escrow as EscrowOnChain).toXdr()).toEqual(kind.encode(full).toXdr());
        }),
        { numRuns: 30 },
      );
    });

    test('stores one amount for all if it is released at once, else one for each milestone', () => {
      const { escrow } = kind.decode(kind.encode(sample()));
      expect(escrow?.amount !== undefined).toBe(kind.release === 'single');
      expect(escrow?.milestones[0]?.amount !== undefined).toBe(kind.release === 'multi');
    });

    test('is refused, but readable for explaining, if an integer has the wrong type', () => {
      const integers = new Set(['scvU32', 'scvI128']);
      const escrow = {
        ...sample(),
        amount: 1n,
        receiverMemo: 1n,
        platformFee: 1,
        trustline: { address: ADDRESS, multiplier: 1 },
      };
      const milestones = escrow.milestones.map(({ flags, ...each }) => ({
        ...each,
        amount: 1n,
        // One vote of one, where votes are counted.
        flags: { ...flags, approved: true },
      }));
      const whole = kind.encode({ ...escrow, milestones });
      const changed = eachLeafReplaced(whole, (leaf) => (integers.has(leaf.type) ? [otherInteger(leaf)] : []));
      expect(changed.length).toBeGreaterThan(1);
      for (const { path, value } of changed) {
        const decoded = kind.decode(value);
        expect(decoded.problems.map((problem) => problem.path)).toEqual([path]);
        expect(decoded.escrow).toEqual(kind.decode(whole).escrow);
      }
    });

    test('is unreadable if any part has a completely different type', () => {
      const changed = eachLeafReplaced(kind.encode(sample()), () => [xdr.ScVal.scvVoid()]);
      for (const { path, value } of changed) {
        const { escrow, problems } = kind.decode(value);
        expect(escrow).toBeUndefined();
        expect(problems).toEqual([
          { path, problem: { code: 'NOT_OF_TYPE', params: { found: 'scvVoid', wanted: expect.any(String) } } },
        ]);
      }
    });

    test('names a field that the contract does not have', () => {
      const value = kind.encode(sample()) as xdr.ScValMap;
      const more = new xdr.ScMapEntry({ key: xdr.ScVal.scvSymbol('zzz'), val: xdr.ScVal.scvVoid() });
      const { problems } = kind.decode(xdr.ScVal.scvMap([...(value.map ?? []), more]));
      expect(problems).toEqual([{ path: 'escrow.zzz', problem: { code: 'UNKNOWN_TO_CONTRACT', params: {} } }]);
    });
  });
}

const ADDRESS = encodeStrKey('contract', new Uint8Array(32));

function sample(): EscrowOnChain {
  return fc.sample(fullEscrow, { numRuns: 1, seed: 1 })[0] as EscrowOnChain;
}

type Replaced = { readonly path: string; readonly value: xdr.ScVal };

function eachLeafReplaced(
  value: xdr.ScVal,
  replacements: (leaf: xdr.ScVal) => readonly xdr.ScVal[],
  path = 'escrow',
): Replaced[] {
  if (value.type === 'scvMap') {
    const entries = value.map ?? [];
    return entries.flatMap(({ key, val }, index) => {
      const name = key.type === 'scvSymbol' ? key.sym.toString() : '';
      return eachLeafReplaced(val, replacements, `${path}.${name}`).map((inner) => ({
        path: inner.path,
        value: xdr.ScVal.scvMap(entries.with(index, new xdr.ScMapEntry({ key, val: inner.value }))),
      }));
    });
  }
  if (value.type === 'scvVec') {
    const items = value.vec ?? [];
    return items.flatMap((item, index) =>
      eachLeafReplaced(item, replacements, `${path}[${index}]`).map((inner) => ({
        path: inner.path,
        value: xdr.ScVal.scvVec(items.with(index, inner.value)),
      })),
    );
  }
  return replacements(value).map((replaced) => ({ path, value: replaced }));
}

/** The number 1 as the type that the contract does not take. */
function otherInteger(leaf: xdr.ScVal): xdr.ScVal {
  return leaf.type === 'scvU32' ? xdr.ScVal.scvI128(new xdr.Int128Parts({ hi: 0n, lo: 1n })) : xdr.ScVal.scvU32(1);
}
