/** Terms on both sides of each limit, and everything that reads an escrow. */
import type { EscrowOnChain } from '@countersign/core/kinds';
import {
  CONTRACT_NAMES,
  type ContractName,
  LIFE_KINDS,
  lifeEscrow,
  type Outcome,
  openEscrowLife,
} from '@countersign/testkit/ledger/escrow-life';
import { liveDeployCall } from '@countersign/testkit/ledger/live-escrow';
import { added, raise, withAmount } from '@countersign/testkit/ledger/refusals';
import { TOKEN } from '@countersign/testkit/ledger/sandbox-client';
import { scValToNative, xdr } from '@stellar/stellar-sdk/base';
import { describe, expect, test } from 'vitest';
import { addressValue } from '../../host/values.ts';

const TERMS = (name: ContractName): readonly (readonly [title: string, change: Partial<EscrowOnChain>])[] => [
  ['as usual', {}],
  ['the highest fee', { platformFee: 9_900 }],
  ['a higher fee', { platformFee: 9_901 }],
  ['an amount of 1', withAmount(name, 1n)],
  ['an amount of 0', withAmount(name, 0n)],
  ['an amount of -1', withAmount(name, -1n)],
  ['no milestone', { milestones: [] }],
  ['50 milestones', added(name, 48)],
  ['51 milestones', added(name, 49)],
  ['an approved milestone', raise(name, 1)],
  [
    'released',
    name === 'single'
      ? { flags: { ...lifeEscrow(name).flags, released: true } }
      : added(name, 1, { flags: { approved: false, disputed: false, released: true, resolved: false } }),
  ],
  ['a token that is none', { trustline: { address: liveDeployCall(name)[0] } }],
];

const shown = (outcome: Outcome): string => {
  if ('error' in outcome) return outcome.error.replaceAll(/\s+/g, ' ');
  const value = JSON.stringify(scValToNative(outcome.value), (_, each) =>
    typeof each === 'bigint' ? `${each}` : each,
  );
  return [value, ...outcome.events.map(({ topics }) => `event ${topics.join(' ')}`)].join(', ');
};

describe.each(CONTRACT_NAMES)('the %s-release contract', (name) => {
  test('creates escrows of possible terms only, and reads them', async () => {
    const life = openEscrowLife();
    const lines: string[] = [];
    const names: (readonly [address: string, name: string])[] = [
      [TOKEN.address, 'token'],
      [liveDeployCall(name)[0], 'factory'],
    ];
    const note = (title: string, outcome: Outcome) =>
      lines.push(
        names.reduce((all, [address, short]) => all.replaceAll(address, short), `${title}: ${shown(outcome)}`),
      );
    for (const [title, change] of TERMS(name)) {
      const made = life.create(name, change);
      names.push([made.escrow, title]);
      note(title, made);
    }
    const encode = (change: Partial<EscrowOnChain> = {}) => LIFE_KINDS[name].encode(lifeEscrow(name, change));
    const salt = Buffer.alloc(32, 3);
    const otherName = name === 'single' ? 'multi' : 'single';
    const deploy = (
      title: string,
      change: (args: xdr.ScVal[]) => xdr.ScVal[],
      to?: string,
      who: 'client' | 'provider' = 'client',
    ) => {
      const [factory, called, ...args] = liveDeployCall(name, encode(), salt);
      note(title, life.call(who, to ?? factory, called, change(args)));
    };
    const at = (index: number, value: xdr.ScVal) => (args: xdr.ScVal[]) => args.with(index, value);
    const same = (args: xdr.ScVal[]) => args;
    deploy('for another account than its own', same, undefined, 'provider');
    deploy('code of 31 bytes', at(1, xdr.ScVal.scvBytes(Buffer.alloc(31))));
    deploy('unknown code', at(1, xdr.ScVal.scvBytes(Buffer.alloc(32))));
    deploy('a salt of 33 bytes', at(2, xdr.ScVal.scvBytes(Buffer.alloc(33))));
    deploy('a function that is not there', at(3, xdr.ScVal.scvSymbol('initialise')));
    deploy('constructor arguments', at(5, xdr.ScVal.scvVec([xdr.ScVal.scvU32(1)])));
    deploy('an argument too few', (args) => args.slice(0, 5));
    deploy('an argument too many', (args) => [...args, xdr.ScVal.scvVoid()]);
    deploy(
      'the terms of the other release',
      at(4, xdr.ScVal.scvVec([LIFE_KINDS[otherName].encode(lifeEscrow(otherName))])),
    );
    deploy('at an address', same);
    deploy('at the same address again', same);
    note('read a factory', life.call('client', liveDeployCall(name)[0], 'get_escrow', []));

    const escrow = life.funded(name, 5n);
    const other = life.funded(otherName, 6n);
    const twin = life.funded(name, 0n);
    names.push([escrow, 'escrow'], [other, 'other'], [twin, 'twin']);
    deploy('an escrow as factory', same, escrow);
    const ask = (title: string, called: string, ...args: xdr.ScVal[]) =>
      note(title, life.call('stranger', escrow, called, args));
    ask('initialise again', 'initialize_escrow', encode());
    ask('read', 'get_escrow');
    ask('read with an argument', 'get_escrow', xdr.ScVal.scvU32(1));
    const list = (...addresses: string[]) => xdr.ScVal.scvVec(addresses.map(addressValue));
    for (const [title, address] of [
      ['the other release', other],
      ['a token', TOKEN.address],
      ['itself', escrow],
      ['the same release', twin],
    ] as const) {
      ask(`read ${title}`, 'get_escrow_by_contract_id', addressValue(address));
      ask(`balance of ${title}`, 'get_multiple_escrow_balances', list(address));
    }
    ask('no balance', 'get_multiple_escrow_balances', list());
    ask('two balances', 'get_multiple_escrow_balances', list(escrow, twin));
    ask('balances of no list', 'get_multiple_escrow_balances', addressValue(escrow));
    ask('20 balances', 'get_multiple_escrow_balances', list(...Array<string>(20).fill(escrow)));
    ask('21 balances', 'get_multiple_escrow_balances', list(...Array<string>(21).fill(escrow)));
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`recorded/every-term-${name}.txt`);
  });
});
