/** The arguments of calls that the embedded ledger does not take, or not in that order. */
import { functionOf, liveMulti, liveSingle } from '@countersign/core/kinds';
import { address } from '@countersign/testkit/ledger/sandbox-client';
import { Address, nativeToScVal, scValToNative, xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { written } from './step.ts';

const CONTRACT = 'CBIELTK6YBZJU5UP2WWQEUCYKLPU6AUNZ2BQ4WWFEIE3USCIHMXQDAMA';
const [client, provider] = [address('client'), address('provider')];
const asked = { contractId: CONTRACT, signer: client };
const step = (more: object) => ({ asked: { ...asked, ...more }, decimals: 7, escrow: xdr.ScVal.scvVoid() });

test('a status on public is a list of one change, which may lack evidence', () => {
  const takes = functionOf(liveMulti, 'change-status', { name: 'public' })?.takes ?? [];
  const args = (more: object) => takes.map((argument) => written(argument, step(more), undefined));
  const change = { index: 2, status: 'done' };
  expect(args({ ...change, evidence: 'a link' }).map((arg) => scValToNative(arg))).toEqual([
    [{ evidence: 'a link', ...change }],
    client,
  ]);
  expect(scValToNative(args(change)[0] as xdr.ScVal)).toEqual([{ evidence: null, ...change }]);
});

test('a release on public names no fee address; elsewhere none is guessed', () => {
  expect(functionOf(liveSingle, 'release', { name: 'public' })?.takes).toEqual(['signer']);
  expect(() => written('feeAddress', step({}), undefined)).toThrow('does not know who gets its fee');
  expect(written('feeAddress', step({}), provider).equals(Address.fromString(provider).toScVal())).toBe(true);
});

test('distributions are in the network’s order, accounts before contracts', () => {
  const amounts = new Map([
    [CONTRACT, 1n],
    [provider, 2n],
    [client, 3n],
  ]);
  const distributions = [...amounts].map(([to, amount]) => ({ address: to, amount: `0.000000${amount}` }));
  const value = written('distributions', step({ distributions }), undefined);
  const keys = value.type === 'scvMap' ? (value.map ?? []).map(({ key }) => scValToNative(key)) : [];
  const raw = (account: string) => Address.fromString(account).toBuffer();
  const accounts = [client, provider].toSorted((one, other) => Buffer.compare(raw(one), raw(other)));
  expect(keys).toEqual([...accounts, CONTRACT]);
  for (const { key, val } of value.type === 'scvMap' ? (value.map ?? []) : []) {
    expect(val.equals(nativeToScVal(amounts.get(scValToNative(key)), { type: 'i128' }))).toBe(true);
  }
});
