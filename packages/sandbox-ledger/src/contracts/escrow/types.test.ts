/** Values of another type than the contract's own end a call, as on a network. */
import {
  CONTRACT_NAMES,
  type ContractName,
  LIFE_KINDS,
  lifeEscrow,
  type Outcome,
  openEscrowLife,
  person,
} from '@countersign/testkit/ledger/escrow-life';
import { xdr } from '@stellar/stellar-sdk/base';
import { describe, expect, test } from 'vitest';
import { i128 } from '../../host/values.ts';

const life = openEscrowLife();
/** One of each, which nothing here changes. */
const escrows = { multi: life.funded('multi', 0n), single: life.funded('single', 0n) };
const UNEXPECTED = 'Error(Value, UnexpectedType)';
const errorOf = (outcome: Outcome): string => ('error' in outcome ? outcome.error : 'no error');

const INTEGERS: Readonly<Record<string, xdr.ScVal>> = {
  u32: xdr.ScVal.scvU32(1),
  i32: xdr.ScVal.scvI32(1),
  u64: xdr.ScVal.scvU64(1n),
  i64: xdr.ScVal.scvI64(1n),
  u128: xdr.ScVal.scvU128(new xdr.Uint128Parts({ hi: 0n, lo: 1n })),
  i128: i128(1n),
};
const others = (own: string) => Object.entries(INTEGERS).filter(([type]) => type !== own);

/** The value with the one at a path of field names and places in lists changed. */
function replaced(value: xdr.ScVal, [at, ...path]: readonly (string | number)[], by: xdr.ScVal): xdr.ScVal {
  if (at === undefined) return by;
  if (value.type === 'scvVec') {
    return xdr.ScVal.scvVec((value.vec ?? []).map((item, index) => (index === at ? replaced(item, path, by) : item)));
  }
  const entries = (value as xdr.ScValMap).map ?? [];
  return xdr.ScVal.scvMap(
    entries.map(({ key, val }) => {
      const isIt = key.type === 'scvSymbol' && key.sym.toString() === at;
      return new xdr.ScMapEntry({ key, val: isIt ? replaced(val, path, by) : val });
    }),
  );
}

/** The integers in an escrow of each contract, and their types. */
const FIELDS = (name: ContractName): readonly (readonly [path: (string | number)[], own: string])[] => [
  [['platform_fee'], 'u32'],
  [['receiver_memo'], 'u32'],
  [name === 'multi' ? ['milestones', 1, 'amount'] : ['amount'], 'i128'],
];

describe.each(CONTRACT_NAMES)('%s takes', (name) => {
  const fields = FIELDS(name).flatMap(([path, own]) =>
    others(own).map(([type, value]) => ({ path, own, type, value })),
  );

  test.each(fields)('$path as $own alone, not as $type', ({ path, value }) => {
    const odd = replaced(LIFE_KINDS[name].encode(lifeEscrow(name)), path, value);
    // It names the field and what is wrong with it.
    expect(errorOf(life.create(name, odd))).toMatch(
      /^HostError: Error\(Value, UnexpectedType\)\n\nescrow\.[\w.[\]]+: [A-Z_]+$/,
    );
    const escrow = escrows[name];
    for (const [act, who] of [
      ['fund', 'client'],
      ['update', 'platform'],
    ] as const) {
      expect(errorOf(life.act(name, escrow, act, who, { raw: { escrow: odd } }))).toContain(UNEXPECTED);
    }
  });

  test('arguments of their own types alone', () => {
    const escrow = escrows[name];
    const wrong: (readonly [Parameters<typeof life.act>[2], string, xdr.ScVal])[] = [
      ...others('u32').map(([, value]) => ['approve', 'index', value] as const),
      ...others('i128').map(([, value]) => ['fund', 'amount', value] as const),
      ...others('u32').map(([, value]) => ['extend', 'ledgers', value] as const),
      ...(name === 'single' ? [] : others('u32').map(([, value]) => ['release', 'index', value] as const)),
      ['approve', 'signer', xdr.ScVal.scvString(person('client'))],
      ['release', 'feeAddress', xdr.ScVal.scvVoid()],
      ['change-status', 'status', xdr.ScVal.scvSymbol('done')],
      ['change-status', 'status', xdr.ScVal.scvVoid()],
      ['change-status', 'evidence', xdr.ScVal.scvVec([])],
      ['resolve', 'distributions', xdr.ScVal.scvVec([])],
      ['withdraw', 'distributions', xdr.ScVal.scvMap(null)],
      ['update', 'escrow', xdr.ScVal.scvVoid()],
    ];
    for (const [act, argument, value] of wrong) {
      expect(errorOf(life.act(name, escrow, act, 'client', { raw: { [argument]: value } }))).toContain(UNEXPECTED);
    }
  });

  test('as many arguments as it has', () => {
    const escrow = escrows[name];
    for (const { name: called } of Object.values(LIFE_KINDS[name].functions)) {
      expect(errorOf(life.call('client', escrow, called, []))).toContain('Error(WasmVm, UnexpectedSize)');
    }
  });
});
