/** Whether an escrow that a Stellar RPC does not list is archived, by its own word. */
import { escrowOf } from '@countersign/testkit/desk/remembering-desk';
import {
  type Answer,
  archived,
  entries,
  network,
  simulated,
  startRpc,
  tokenInstance,
} from '@countersign/testkit/rpc/scripted-rpc';
import { Asset, StrKey, xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';
import { NETWORKS } from '../escrow/network.ts';
import { liveMulti } from '../kinds/live-kinds.ts';
import { openLedger } from './open-ledger.ts';

const { passphrase } = NETWORKS.testnet;
const CODE = '5a'.repeat(32);
const contract = StrKey.encodeContract(new Uint8Array(32).fill(1));
const escrow = liveMulti.encode(escrowOf());
const failed = (error: string) => ({ latestLedger: 9, error: `${error}\n\nEvent log (newest first):\n`, events: [] });
const preamble = { minResourceFee: '1', transactionData: '' };
const MISSING = failed('HostError: Error(Storage, MissingValue)');

const [usdc] = NETWORKS.testnet.tokens;
const NOW = 1_800_000_000_000;
/** An RPC that lists what its network certainly has, and knows a ledger of this moment. */
const WHOLE = {
  getNetwork: network(passphrase),
  getLedgerEntries: entries(tokenInstance(usdc.address, { asset: new Asset(usdc.code, usdc.issuer) })),
};
const historyTo = (closed: number) => ({
  getTransaction: {
    status: 'NOT_FOUND',
    oldestLedger: 1,
    latestLedger: 9,
    oldestLedgerCloseTime: '0',
    latestLedgerCloseTime: String(closed / 1_000),
  },
});

async function unlistedBy(rpc: Record<string, Answer>) {
  const { url } = await startRpc({ ...WHOLE, ...historyTo(NOW - 6_000), ...rpc });
  return await openLedger([url], passphrase, { now: () => NOW }).unlistedAt(contract);
}

async function unlistedWith(...answers: Answer[]) {
  const rpcs = answers.map((simulateTransaction) => startRpc({ ...WHOLE, ...historyTo(NOW), simulateTransaction }));
  const urls = (await Promise.all(rpcs)).map(({ url }) => url);
  return await openLedger(urls, passphrase, { now: () => NOW }).unlistedAt(contract);
}

test('a contract that a simulation restores is archived, with its code and escrow', async () => {
  const report = await unlistedWith(archived(contract, escrow, { code: CODE }));
  expect(report).toMatchObject({ kind: 'archived', code: CODE });
  expect(report.kind === 'archived' && report.escrow?.equals(escrow)).toBe(true);
});

test.each<[string, Answer, unknown]>([
  [
    'asks for a restore, as before protocol 23, is archived',
    { ...simulated(xdr.ScVal.scvVoid()), restorePreamble: preamble },
    { kind: 'archived', escrow: xdr.ScVal.scvVoid() },
  ],
  ['says of archived entries without a result is archived', archived(contract), { kind: 'archived' }],
  ['finds no contract is absent', MISSING, { kind: 'absent' }],
  ['fails in another way is not known', failed('HostError: Error(Contract, #3)'), { kind: 'unknown' }],
  [
    'only quotes that there is no contract is not known',
    failed('HostError: Error(Contract, #3) "HostError: Error(Storage, MissingValue)"'),
    { kind: 'unknown' },
  ],
  ['restores nothing is not known', simulated(escrow), { kind: 'unknown' }],
  ['cannot be read is not known', { latestLedger: 9, transactionData: 'AAAA' }, { kind: 'unknown' }],
])('one of which the RPC %s', async (_, answer, report) => {
  expect(await unlistedWith(answer)).toEqual(report);
});

test('an absent contract counts only if both RPCs say so', async () => {
  expect(await unlistedWith(MISSING, MISSING)).toEqual({ kind: 'absent' });
  expect(await unlistedWith(MISSING, simulated(escrow))).toEqual({ kind: 'unknown' });
  expect(await unlistedWith(archived(contract), MISSING)).toEqual({ kind: 'archived' });
});

test('two RPCs that report different archived escrows tell nothing of it', async () => {
  const of = (text: string) => archived(contract, liveMulti.encode({ ...escrowOf(), title: text }), { code: CODE });
  expect(await unlistedWith(of('One'), of('One'))).toMatchObject({ kind: 'archived', isAgreed: true });
  expect(await unlistedWith(of('One'), of('Another'))).toEqual({ kind: 'unknown' });
});

test('does not report a contract as absent when the RPC lists nothing or lags behind', async () => {
  const simulateTransaction = MISSING;
  expect(await unlistedBy({ simulateTransaction })).toEqual({ kind: 'absent' });
  expect(await unlistedBy({ simulateTransaction, getLedgerEntries: entries() })).toEqual({ kind: 'unknown' });
  expect(await unlistedBy({ simulateTransaction, ...historyTo(NOW - 3_600_000) })).toEqual({ kind: 'unknown' });
  expect(await unlistedBy({ simulateTransaction, getTransaction: undefined })).toEqual({ kind: 'unknown' });
});

test('counts a missing event only when the history begins early enough', async () => {
  const eventsFrom = async (oldestLedger: number | undefined) => {
    const getEvents = {
      events: [],
      latestLedger: 9,
      oldestLedger,
      cursor: `${String(9n << 32n).padStart(19, '0')}-0000000000`,
    };
    const { url } = await startRpc({ getNetwork: network(passphrase), getEvents });
    return await openLedger([url], passphrase).eventsOf([contract], 5);
  };
  expect(await eventsFrom(5)).toEqual([]);
  expect(await eventsFrom(undefined)).toEqual([]);
  expect(await eventsFrom(6)).toBeUndefined();
});
