/** Whether an escrow that a Stellar RPC does not list is archived, by its own word. */
import { escrowOf } from '@countersign/testkit/desk/remembering-desk';
import { type Answer, archived, network, simulated, startRpc } from '@countersign/testkit/rpc/scripted-rpc';
import { StrKey, xdr } from '@stellar/stellar-sdk/base';
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

async function unlistedWith(...answers: Answer[]) {
  const rpcs = answers.map((simulateTransaction) => startRpc({ getNetwork: network(passphrase), simulateTransaction }));
  const urls = (await Promise.all(rpcs)).map(({ url }) => url);
  return await openLedger(urls, passphrase).unlistedAt(contract);
}

test('a contract that a simulation restores is archived, with its code and escrow', async () => {
  const told = await unlistedWith(archived(contract, escrow, { code: CODE }));
  expect(told).toMatchObject({ kind: 'archived', code: CODE });
  expect(told.kind === 'archived' && told.escrow?.equals(escrow)).toBe(true);
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
])('one of which the RPC %s', async (_, answer, told) => {
  expect(await unlistedWith(answer)).toEqual(told);
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
