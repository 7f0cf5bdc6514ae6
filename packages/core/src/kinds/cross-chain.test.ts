/** A receiver on another blockchain, which only a coming build of the single release has. */
import { request, storedEscrow } from '@countersign/testkit/fixtures/deploy-fixture';
import { xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { crossChainTarget } from '../escrow/cross-chain.ts';
import { networkWith } from '../escrow/network.ts';
import { errorName } from './error-names.ts';
import { liveMulti, liveSingle } from './live-kinds.ts';
import { readEscrow } from './registry.ts';

const RECIPIENT = 'ab'.repeat(32);
const stored = storedEscrow(request({ kind: 'single' }));
const withReceiver = (domain: number) =>
  liveSingle.encode({ ...stored, crossChainReceiver: { domain, recipient: RECIPIENT } }) as xdr.ScValMap;
const replaced = (value: xdr.ScVal) =>
  xdr.ScVal.scvMap(
    (withReceiver(6).map ?? []).map(({ key, val }) =>
      key.type === 'scvSymbol' && `${key.sym}` === 'cross_chain_receiver'
        ? new xdr.ScMapEntry({ key, val: value })
        : new xdr.ScMapEntry({ key, val }),
    ),
  );
const own = (withReceiver(6).map ?? []).find(
  ({ key }) => key.type === 'scvSymbol' && `${key.sym}` === 'cross_chain_receiver',
)?.val as xdr.ScVal;

test('is read as the contract keeps it, with the rest of the escrow', () => {
  const read = readEscrow(withReceiver(6), 'cd'.repeat(32));
  expect(read).toMatchObject({ kind: { id: 'live-single' }, problems: [] });
  const { escrow } = liveSingle.decode(liveSingle.encode(stored));
  expect(read?.escrow).toEqual({ ...escrow, crossChainReceiver: { domain: 6, recipient: RECIPIENT } });
  expect(crossChainTarget(read?.escrow.crossChainReceiver)).toEqual({ domain: 6, recipient: RECIPIENT });
});

test('is off with the highest number, and absent from today’s escrows', () => {
  const off = readEscrow(withReceiver(0xffff_ffff));
  expect(off?.problems).toEqual([]);
  expect(crossChainTarget(off?.escrow.crossChainReceiver)).toBeUndefined();
  expect(liveSingle.decode(liveSingle.encode(stored)).escrow).not.toHaveProperty('crossChainReceiver');
});

test('is read in the later form of its source, too', () => {
  const some = readEscrow(replaced(xdr.ScVal.scvVec([xdr.ScVal.scvSymbol('Some'), own])));
  expect(some).toMatchObject({ problems: [], escrow: { crossChainReceiver: { domain: 6, recipient: RECIPIENT } } });
  const none = readEscrow(replaced(xdr.ScVal.scvVec([xdr.ScVal.scvSymbol('None')])));
  expect(none?.problems).toEqual([]);
  expect(crossChainTarget(none?.escrow.crossChainReceiver)).toBeUndefined();
});

test.each([
  ['nothing', xdr.ScVal.scvVoid()],
  ['an empty list', xdr.ScVal.scvVec([])],
  ['a variant without its value', xdr.ScVal.scvVec([xdr.ScVal.scvSymbol('Some')])],
  [
    'too few bytes',
    xdr.ScVal.scvMap([
      new xdr.ScMapEntry({ key: xdr.ScVal.scvSymbol('destination_domain'), val: xdr.ScVal.scvU32(6) }),
      new xdr.ScMapEntry({ key: xdr.ScVal.scvSymbol('recipient'), val: xdr.ScVal.scvBytes(new Uint8Array(31)) }),
    ]),
  ],
])('is unreadable where it is %s', (_, value) => {
  const { escrow, problems } = liveSingle.decode(replaced(value));
  expect(escrow).toBeUndefined();
  expect(problems[0]?.path).toMatch(/^escrow\.cross_chain_receiver/);
});

test('is not a field of a multi-release escrow', () => {
  const multi = liveMulti.encode(storedEscrow()) as xdr.ScValMap;
  const entry = new xdr.ScMapEntry({ key: xdr.ScVal.scvSymbol('cross_chain_receiver'), val: own });
  const { problems } = liveMulti.decode(xdr.ScVal.scvMap([entry, ...(multi.map ?? [])]));
  expect(problems).toMatchObject([{ path: 'escrow.cross_chain_receiver', problem: { code: 'UNKNOWN_TO_CONTRACT' } }]);
});

test('gives the two errors of its build their names', () => {
  const code = networkWith('sandbox', 'v1').single?.wasmHash as string;
  expect([47, 48, 49].map((number) => errorName(code, number))).toEqual([
    'InvalidCctpDestinationDomain',
    'InvalidCctpRecipient',
    undefined,
  ]);
});
