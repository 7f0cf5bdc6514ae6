/** One escrow from deploy to balance, on the embedded ledger and on one behind an RPC: the same for anyone who calls. */
import { startTestServiceOnRpc } from '@countersign/testkit/escrow-service/service-on-rpc';
import {
  address,
  balances,
  deploy,
  deployEscrow,
  prepareCall,
  read,
  START,
  settle,
  startTestSandbox,
  TOKEN,
} from '@countersign/testkit/ledger/sandbox-client';
import { Address, nativeToScVal } from '@stellar/stellar-sdk/base';
import { afterAll, describe, expect, test } from 'vitest';
import { demoKeypair } from './sandbox.ts';

describe.each([
  ['on its embedded ledger', startTestSandbox],
  ['with STELLAR_RPC_URL', startTestServiceOnRpc],
] as const)('one escrow, from deploy to balance, %s', async (_, start) => {
  const t = await start();
  afterAll(() => t.sandbox.close());

  test('deploy answers an unsigned transaction that lives for 100 s and executes nothing', async () => {
    const before = (await t.rpc.getLatestLedger()).sequence;
    const { status, json } = await deploy(t);
    expect(status).toBe(201);
    expect(Object.keys(json)).toEqual(['status', 'unsignedTransaction']);
    expect(json.status).toBe('SUCCESS');
    const transaction = read(json.unsignedTransaction);
    expect(transaction.signatures).toEqual([]);
    expect(transaction.source).toBe(address('client'));
    expect(transaction.timeBounds).toEqual({
      minTime: String(START / 1000 - 10),
      maxTime: String(START / 1000 + 100),
    });
    expect((await t.rpc.getLatestLedger()).sequence).toBe(before);
  });

  test('a plain SDK token transfer funds it, and the balance is exact to the last digit', async () => {
    const escrow = await deployEscrow(t);
    const transfer = await prepareCall(
      t,
      demoKeypair('provider'),
      TOKEN.address,
      'transfer',
      Address.fromString(address('provider')).toScVal(),
      Address.fromString(escrow).toScVal(),
      nativeToScVal(305_000_001n, { type: 'i128' }),
    );
    expect(await settle(t, transfer)).toBe('txSuccess');
    const { status, text } = await balances(t, `signer=${address('client')}&addresses[]=${escrow}`);
    expect(status).toBe(200);
    expect(text).toBe(`[{"address":"${escrow}","balance":30.5000001}]`);
  });
});
