/** What the golden calls of each step do not show: docs/contract.md has the shapes. */
import { Address, scValToNative, xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { encodeArgument, encodeCall } from './encode-call.ts';

const CONTRACT = 'CBIELTK6YBZJU5UP2WWQEUCYKLPU6AUNZ2BQ4WWFEIE3USCIHMXQDAMA';
const ACCOUNTS = [
  'GDWASVULSP2TFT2OXHI2R6MTE4SQNMBMZZUWWEPFMWDAEDCX4F7UATEC',
  'GA6KH5VWPCHBOEF63X57SPX6T4H366YFFKKGCVDBTXT2N7JVL6PJCK7G',
];

test('puts accounts before contracts, each in the order of their bytes', () => {
  const distributions = [CONTRACT, ...ACCOUNTS].map((address, at) => ({ address, units: BigInt(at) }));
  const value = encodeArgument('distributions', { distributions });
  const entries = value?.type === 'scvMap' ? (value.map ?? []) : [];
  const raw = (account: string) => Address.fromString(account).toBuffer();
  const accounts = ACCOUNTS.toSorted((one, other) => Buffer.compare(raw(one), raw(other)));
  expect(entries.map(({ key }) => scValToNative(key))).toEqual([...accounts, CONTRACT]);
  for (const { key, val } of entries) {
    const at = [CONTRACT, ...ACCOUNTS].indexOf(scValToNative(key));
    expect(val.equals(xdr.ScVal.scvI128(new xdr.Int128Parts({ hi: 0n, lo: BigInt(at) })))).toBe(true);
  }
});

test('encodes no call whose function takes a value that is unknown, or that no escrow of today takes', () => {
  const call = (...takes: Parameters<typeof encodeArgument>[0][]) =>
    encodeCall(CONTRACT, { name: 'any', takes }, { signer: ACCOUNTS[0] as string, index: 1 });
  expect(call('signer', 'index')?.args).toHaveLength(2);
  for (const argument of ['feeAddress', 'status', 'statusChanges', 'distributions', 'approval'] as const)
    expect(call('signer', argument)).toBe(undefined);
});
