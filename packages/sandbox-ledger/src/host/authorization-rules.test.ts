/** The rules of matching calls to entries, on call trees that no contract here makes but a network's may. */
import { address, TOKEN } from '@countersign/testkit/ledger/sandbox-client';
import { xdr } from '@stellar/stellar-sdk/base';
import { describe, expect, test } from 'vitest';
import { Overlay } from '../overlay.ts';
import { type Authorization, EnforcedAuthorization } from './authorization.ts';
import { RecordedAuthorization } from './recorded-authorization.ts';
import { addressValue } from './values.ts';

const ME = address('client');
const OTHER = address('provider');
/** No one signs here, so nothing is read. */
const SCOPE = { overlay: new Overlay(() => undefined, 5), networkId: new Uint8Array(32) };

const call = (functionName: string) =>
  xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeContractFn(
    new xdr.InvokeContractArgs({
      contractAddress: (addressValue(TOKEN.address) as xdr.ScValAddress).address,
      functionName,
      args: [],
    }),
  );

type Tree = { readonly name: string; readonly inner?: readonly Tree[] };

const invocation = ({ name, inner = [] }: Tree): xdr.SorobanAuthorizedInvocation =>
  new xdr.SorobanAuthorizedInvocation({ function: call(name), subInvocations: inner.map(invocation) });

const entry = (tree: Tree) =>
  new xdr.SorobanAuthorizationEntry({
    credentials: xdr.SorobanCredentials.sorobanCredentialsSourceAccount(),
    rootInvocation: invocation(tree),
  });

/** Runs a call tree in which every call asks for the word of `who`, `times` times. */
function run(authorization: Authorization, { name, inner = [] }: Tree, who = ME, times = 1): void {
  authorization.enter(call(name));
  for (let time = 0; time < times; time++) authorization.require(who, SCOPE);
  for (const tree of inner) run(authorization, tree, who, times);
  authorization.leave();
}

describe('enforced', () => {
  const enforce = (...trees: Tree[]) => new EnforcedAuthorization(trees.map(entry), ME);
  const nested: Tree = { name: 'a', inner: [{ name: 'b', inner: [{ name: 'c' }] }, { name: 'd' }] };

  test('a tree of calls matches the tree that was authorised', () => {
    expect(() => run(enforce(nested), nested)).not.toThrow();
  });

  test('a call may require the same authorisation twice', () => {
    expect(() => run(enforce(nested), nested, ME, 2)).not.toThrow();
  });

  test('an authorisation is used up by its call', () => {
    const once = enforce({ name: 'a' });
    run(once, { name: 'a' });
    expect(() => run(once, { name: 'a' })).toThrow('Auth, InvalidAction');
    const twice = enforce({ name: 'a' }, { name: 'a' });
    run(twice, { name: 'a' });
    expect(() => run(twice, { name: 'a' })).not.toThrow();
    expect(() =>
      run(enforce({ name: 'a', inner: [{ name: 'b' }] }), { name: 'a', inner: [{ name: 'b' }, { name: 'b' }] }),
    ).toThrow();
  });

  test('a branch is valid only within its own call, at its own depth', () => {
    expect(() => run(enforce({ name: 'a', inner: [{ name: 'b' }] }), { name: 'b' })).toThrow();
    expect(() => run(enforce(nested), { name: 'a', inner: [{ name: 'c' }] })).toThrow();
  });

  test('a branch that no call uses does no harm', () => {
    expect(() => run(enforce(nested), { name: 'a' })).not.toThrow();
  });

  test('an authorisation counts only for its own address', () => {
    expect(() => run(enforce({ name: 'a' }), { name: 'a' }, OTHER)).toThrow(OTHER);
  });

  test('calls without requirements may be in between', () => {
    const authorization = enforce({ name: 'a', inner: [{ name: 'c' }] });
    authorization.enter(call('a'));
    authorization.require(ME, SCOPE);
    authorization.enter(call('b'));
    authorization.enter(call('c'));
    expect(() => authorization.require(ME, SCOPE)).not.toThrow();
  });
});

describe('recorded', () => {
  test.each<Tree>([
    { name: 'a' },
    { name: 'a', inner: [{ name: 'b' }, { name: 'b' }] },
    { name: 'a', inner: [{ name: 'b', inner: [{ name: 'c' }] }, { name: 'd' }] },
  ])('$name: what a tree of calls needs is that tree, also where calls ask twice, and it is enough', (tree) => {
    const recorded = new RecordedAuthorization(ME);
    run(recorded, tree, ME, 2);
    expect(recorded.entries().map((each) => each.toXdr('base64'))).toEqual([entry(tree).toXdr('base64')]);
    expect(() => run(new EnforcedAuthorization(recorded.entries(), ME), tree)).not.toThrow();
  });

  test('a need that begins within a call is refused, or is an entry of its own where that is allowed', () => {
    const within = (authorization: RecordedAuthorization) => {
      authorization.enter(call('a'));
      authorization.enter(call('b'));
      authorization.require(ME, SCOPE);
    };
    expect(() => within(new RecordedAuthorization(ME))).toThrow('not tied to the root');
    const allowed = new RecordedAuthorization(ME, { allowNonRoot: true });
    within(allowed);
    expect(allowed.entries().map((each) => each.toXdr('base64'))).toEqual([entry({ name: 'b' }).toXdr('base64')]);
  });
});
