/** The latest equal payment, by the events of an embedded ledger, and by those of an RPC with a long history. */
import { deployLiveEscrow, liveEscrowValue } from '@countersign/testkit/ledger/live-escrow';
import {
  address,
  PASSPHRASE,
  prepareCall,
  settle,
  startTestSandbox,
  TOKEN,
} from '@countersign/testkit/ledger/sandbox-client';
import { type Answer, network, startRpc } from '@countersign/testkit/rpc/scripted-rpc';
import { Address, nativeToScVal, StrKey, type Transaction, xdr } from '@stellar/stellar-sdk/base';
import { afterAll, expect, test } from 'vitest';
import { sandboxKeypair } from '../escrow/sandbox-keys.ts';
import { openLedger } from './open-ledger.ts';

const client = sandboxKeypair('client');
const val = (text: string) => Address.fromString(text).toScVal();
const hashOf = (transaction: Transaction) => Buffer.from(transaction.hash()).toString('hex');
const units = (amount: bigint) => nativeToScVal(amount, { type: 'i128' });

const t = await startTestSandbox();
afterAll(() => t.sandbox.close());

test('finds the latest payment of an amount, by contract or plain transfer, and no other payer’s or escrow’s', async () => {
  const ledger = openLedger([t.sandbox.rpcUrl], PASSPHRASE);
  const [escrow, other] = [await deployLiveEscrow(t, 'multi'), await deployLiveEscrow(t, 'multi')];
  const pay = async (payer: 'client' | 'provider', to: string, amount: bigint) =>
    await prepareCall(t, sandboxKeypair(payer), TOKEN.address, 'transfer', val(address(payer)), val(to), units(amount));
  const last = async (amount: bigint, to = escrow) =>
    (await ledger.lastTransfer({ token: TOKEN.address, from: address('client'), to, amount }))?.transactionHash;
  const plain = await pay('client', escrow, 70n);
  expect(await settle(t, plain)).toBe('txSuccess');
  expect(await last(70n)).toBe(hashOf(plain));
  const value = liveEscrowValue('multi');
  for (const [payer, to] of [
    ['provider', escrow],
    ['client', other],
  ] as const) {
    expect(await settle(t, await pay(payer, to, 70n))).toBe('txSuccess');
  }
  expect(await last(70n)).toBe(hashOf(plain));
  const byContract = await prepareCall(t, client, escrow, 'fund_escrow', val(address('client')), value, units(70n));
  expect(await settle(t, byContract)).toBe('txSuccess');
  expect(await last(70n)).toBe(hashOf(byContract));
  expect(await last(69n)).toBeUndefined();
  expect(await last(70n, StrKey.encodeContract(new Uint8Array(32).fill(9)))).toBeUndefined();
});

/** An RPC that keeps the ledgers from 5 to 30,004, with one payment in its history. */
async function longHistory(paidIn: number, answer: (asked: Range) => unknown = () => undefined) {
  const token = TOKEN.address;
  const [from, to] = [address('client'), StrKey.encodeContract(new Uint8Array(32).fill(3))];
  const topics = [xdr.ScVal.scvSymbol('transfer'), val(from), val(to), xdr.ScVal.scvString('USDC:G')];
  const event = {
    type: 'contract',
    ledger: paidIn,
    ledgerClosedAt: '2026-11-22T14:02:31Z',
    txHash: 'ab'.repeat(32),
    contractId: token,
    topic: topics.map((topic) => topic.toXdr('base64')),
    value: units(70n).toXdr('base64'),
  };
  const asked: Range[] = [];
  const getEvents: Answer = (params: unknown) => {
    const { startLedger, endLedger = 30_005 } = params as Partial<Range> & { startLedger: number };
    asked.push({ startLedger, endLedger });
    const end = Math.min(endLedger, startLedger + 10_000);
    const events = paidIn >= startLedger && paidIn < end ? [event] : [];
    const cursor = `${String((BigInt(end) << 32n) - 1n).padStart(19, '0')}-4294967295`;
    return answer({ startLedger, endLedger }) ?? { events, latestLedger: 30_004, oldestLedger: 5, cursor };
  };
  const times = { oldestLedgerCloseTime: '25', latestLedgerCloseTime: '150020' };
  const getTransaction = { status: 'NOT_FOUND', oldestLedger: 5, latestLedger: 30_004, ...times };
  const rpc = await startRpc({ getNetwork: network(PASSPHRASE), getTransaction, getEvents });
  const ledger = openLedger([rpc.url], PASSPHRASE);
  return {
    url: rpc.url,
    transfer: { token, from, to, amount: 70n },
    find: async (amount = 70n) => await ledger.lastTransfer({ token, from, to, amount }),
    asked,
  };
}
type Range = { readonly startLedger: number; readonly endLedger: number };

test('searches backwards, 10,000 ledgers at a time, to the end of the RPC’s history', async () => {
  const recent = await longHistory(25_000);
  expect(await recent.find()).toMatchObject({ ledger: 25_000, at: Date.parse('2026-11-22T14:02:31Z') });
  expect(recent.asked).toEqual([{ startLedger: 20_005, endLedger: 30_005 }]);
  const old = await longHistory(20);
  expect(await old.find()).toMatchObject({ ledger: 20 });
  expect(old.asked).toEqual([20_005, 10_005, 17].map((from) => expect.objectContaining({ startLedger: from })));
  const none = await longHistory(20);
  expect(await none.find(71n)).toBeUndefined();
  expect(none.asked.length).toBe(3);
});
