/** The host's own rules, with contracts made for the purpose. */
import { contractIdFor } from '@countersign/core/kinds';
import { NETWORKS } from '@countersign/core/network';
import { address } from '@countersign/testkit/ledger/sandbox-client';
import { hash, xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { contractInstance, ENTRY_LIFE, MAX_ENTRY_LIFE } from '../entries.ts';
import { instanceKey, keyText } from '../keys.ts';
import { Overlay } from '../overlay.ts';
import { type Authorization, EnforcedAuthorization } from './authorization.ts';
import { Host, type NativeContract } from './host.ts';
import { addressValue, asAddress, asSymbol, symbol } from './values.ts';

const { passphrase } = NETWORKS.sandbox;
const codeHash = hash(new TextEncoder().encode('code for tests'));
const [A, B, C] = [1, 2, 3].map((salt) =>
  contractIdFor(address('client'), new Uint8Array(32).fill(salt), passphrase),
) as [string, string, string];

const contract: NativeContract = {
  /** (contract, function, ...arguments): calls on. */
  call: (context, [target, name, ...args]) => context.host.call(asAddress(target), asSymbol(name), args),
  /** (address): asks for its word. */
  ask(context, [who]) {
    context.host.requireAuth(asAddress(who));
    return symbol('granted');
  },
  /** (extend to) */
  extend(context, [extendTo]) {
    context.extendInstance((extendTo as xdr.ScValU32).u32);
    return symbol('done');
  },
  set(context, [value]) {
    context.setPersistent(symbol('key'), value as xdr.ScVal);
    return context.getPersistent(symbol('key')) as xdr.ScVal;
  },
};

function newHost(authorization: Authorization = new EnforcedAuthorization([], address('client'))) {
  const overlay = new Overlay(() => undefined, 5);
  for (const at of [A, B, C]) {
    overlay.put(contractInstance(at, xdr.ContractExecutable.contractExecutableWasm(codeHash), []));
  }
  const networkId = hash(new TextEncoder().encode(passphrase));
  return new Host({ overlay, networkId }, authorization, (executable) =>
    executable.type === 'contractExecutableWasm' && Buffer.from(executable.wasmHash.toBytes()).equals(codeHash)
      ? contract
      : undefined,
  );
}

const onward = (target: string, name: string, ...args: xdr.ScVal[]) => [addressValue(target), symbol(name), ...args];

test('allows another call of a contract after it has returned, but not while it runs', () => {
  const host = newHost();
  host.call(A, 'set', [symbol('x')]);
  expect(host.call(A, 'set', [symbol('y')]).equals(symbol('y'))).toBe(true);
  expect(() => host.call(A, 'call', onward(B, 'set', symbol('z')))).not.toThrow();
  expect(() => host.call(A, 'call', onward(B, 'call', ...onward(A, 'set', symbol('z'))))).toThrow('re-entry');
  expect(() => host.call(A, 'call', onward(A, 'set', symbol('z')))).toThrow('re-entry');
});

test('a contract authorises only its own direct calls', () => {
  const host = newHost();
  expect(host.call(A, 'call', onward(B, 'ask', addressValue(A))).equals(symbol('granted'))).toBe(true);
  expect(() => host.call(A, 'call', onward(B, 'call', ...onward(C, 'ask', addressValue(A))))).toThrow(
    'Auth, InvalidAction',
  );
  expect(() => host.call(B, 'ask', [addressValue(B)])).toThrow('Auth, InvalidAction');
  expect(() => host.call(B, 'ask', [addressValue(A)])).toThrow('Auth, InvalidAction');
});

test('refuses an unknown function, an inherited property’s name and an address without a contract', () => {
  const host = newHost();
  expect(() => host.call(A, 'toString', [])).toThrow('non-existent contract function');
  expect(() => host.call(contractIdFor(A, new Uint8Array(32), passphrase), 'set', [])).toThrow('Storage, MissingValue');
});

test('extends an instance’s life as `extend_ttl` does it, and never shortens it', () => {
  const host = newHost();
  const { overlay } = host;
  const extend = (extendTo: number) => host.call(A, 'extend', [xdr.ScVal.scvU32(extendTo)]);
  const life = () => overlay.read(keyText(instanceKey(A)))?.liveUntil;
  const first = overlay.ledger + ENTRY_LIFE - 1;
  expect(life()).toBe(first);
  extend(5);
  expect(life()).toBe(first);
  extend(ENTRY_LIFE - 1);
  expect(life()).toBe(first);
  extend(200_000);
  expect(life()).toBe(overlay.ledger + 200_000);
  extend(0xffff_ffff);
  expect(life()).toBe(overlay.ledger + MAX_ENTRY_LIFE - 1);
  // Only read, not written.
  const call = overlay.above();
  call.setLife(instanceKey(B), first + 1);
  expect(call.footprint().readOnly).toEqual([instanceKey(B)]);
});
