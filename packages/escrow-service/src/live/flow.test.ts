/** One escrow in v1, from deploy to balance, on the embedded ledger: as a client written for the live service does it. */
import { pinsOf } from '@countersign/core/network';
import {
  ask,
  liveBalances,
  liveBody,
  liveDeploy,
  liveEscrow,
  liveFund,
  liveRows,
  liveSend,
  startLiveSandbox,
  V1,
} from '@countersign/testkit/ledger/live-client';
import {
  address,
  call,
  prepareCall,
  read,
  START,
  settle,
  sign,
  TOKEN,
} from '@countersign/testkit/ledger/sandbox-client';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { Address, nativeToScVal, type Transaction, TransactionBuilder, type xdr } from '@stellar/stellar-sdk/base';
import { afterAll, describe, expect, test } from 'vitest';
import { demoKeypair } from '../sandbox.ts';

const t = await startLiveSandbox();
afterAll(() => t.sandbox.close());

describe.each(['multi', 'single'] as const)('a %s-release escrow', (release) => {
  const created = { _seconds: START / 1000, _nanoseconds: 0 };
  const untouched = { disputed: false, released: false, resolved: false };
  const begun = { status: 'pending', evidence: '' };
  const receiver = address('provider');
  const { milestones: _, amount: __, ...common } = liveBody(release);
  const shown = {
    ...common,
    amount: 30.5000001,
    type: `${release}-release`,
    ...(release === 'single'
      ? {
          flags: untouched,
          milestones: [
            { ...begun, description: 'Design', approved: false },
            { ...begun, description: 'Build', approved: false },
          ],
        }
      : {
          milestones: [
            { ...begun, description: 'Design', amount: 10.5, receiver, flags: { ...untouched, approved: false } },
            { ...begun, description: 'Build', amount: 20.0000001, receiver, flags: { ...untouched, approved: false } },
          ],
        }),
  };

  test('is deployed: first only an unsigned transaction, then its address and terms', async () => {
    const { status, json } = await liveDeploy(t, release);
    expect([status, Object.keys(json)]).toEqual([201, ['unsignedTransaction']]);
    const transaction = read(json.unsignedTransaction);
    expect(transaction.signatures).toEqual([]);
    expect(transaction.timeBounds).toEqual({ minTime: '0', maxTime: String(START / 1000 + 100) });
    const sent = await liveSend(t, sign(json.unsignedTransaction, 'client'));
    expect(sent.status).toBe(201);
    const contractId = expect.stringMatching(/^C[A-Z2-7]{55}$/);
    expect(sent.json).toEqual({
      status: 'SUCCESS',
      message: 'The transaction has been successfully sent to the Stellar network.',
      contractId,
      escrow: { ...shown, contractId: sent.json.contractId },
    });
  });

  test('is funded, and rows and balances say so', async () => {
    const escrow = await liveEscrow(t, release);
    const fund = await liveFund(t, release, escrow, 30.5000001);
    expect([fund.status, Object.keys(fund.json)]).toEqual([201, ['unsignedTransaction']]);
    const { fee, resourceFee } = feesOf(read(fund.json.unsignedTransaction));
    expect(fee).toBe(2n * resourceFee + 100n);
    const sent = await liveSend(t, sign(fund.json.unsignedTransaction, 'client'));
    expect(sent.json).toEqual({ status: 'SUCCESS', message: expect.any(String) });

    const { status, json } = await liveRows(t, [escrow]);
    expect([status, json]).toEqual([
      200,
      [
        {
          ...shown,
          contractId: escrow,
          contractBaseId: pinsOf(V1, release).factory,
          balance: 30.5000001,
          isActive: true,
          fundedBy: address('client'),
          user: address('client'),
          createdAt: created,
          updatedAt: created,
        },
      ],
    ]);
    expect((await liveBalances(t, [escrow])).text).toBe(`[{"address":"${escrow}","balance":30.5000001}]`);
  });

  test('lags behind transactions that bypassed the service until it is informed or reads the chain', async () => {
    const escrow = await liveEscrow(t, release);
    const transfer = await prepareCall(
      t,
      demoKeypair('provider'),
      TOKEN.address,
      'transfer',
      Address.fromString(receiver).toScVal(),
      Address.fromString(escrow).toScVal(),
      nativeToScVal(70_000_000n, { type: 'i128' }),
    );
    expect(await settle(t, transfer)).toBe('txSuccess');
    expect((await liveRows(t, [escrow])).json).toMatchObject([{ balance: 0 }]);
    expect((await liveRows(t, [escrow], '&validateOnChain=true')).json).toMatchObject([{ balance: 7 }]);
    expect((await liveBalances(t, [escrow])).json).toEqual([{ address: escrow, balance: 7 }]);
  });

  test('is unknown when it bypassed the service, until it is re-indexed by its hash', async () => {
    const { json } = await liveDeploy(t, release, liveBody(release, { title: 'Past the service' }));
    const signed = read(sign(json.unsignedTransaction, 'client'));
    expect(await settle(t, signed)).toBe('txSuccess');
    const txHash = Buffer.from(signed.hash()).toString('hex');
    const list = () =>
      ask(
        t,
        'GET',
        `/helper/get-escrows-by-signer?signer=${address('client')}&title=Past the service&type=${release}-release`,
      );
    expect((await list()).json).toEqual([]);
    expect((await ask(t, 'PUT', '/indexer/update-from-txhash', { txHash })).json).toEqual({
      status: 'SUCCESS',
      message: expect.any(String),
    });
    const [row, ...more] = (await list()).json;
    expect(more).toEqual([]);
    expect(row).toMatchObject({ ...shown, title: 'Past the service', balance: 0, createdAt: created });

    const fund = await liveFund(t, release, row.contractId);
    const funding = read(sign(fund.json.unsignedTransaction, 'client'));
    expect(await settle(t, funding)).toBe('txSuccess');
    expect((await list()).json).toMatchObject([{ balance: 0 }]);
    const hash = Buffer.from(funding.hash()).toString('hex').toUpperCase();
    expect((await ask(t, 'PUT', '/indexer/update-from-txhash', { txHash: hash })).status).toBe(200);
    expect((await list()).json).toMatchObject([{ balance: 10, fundedBy: address('client') }]);
  });

  test('can be read while it is archived, and funded by a call that restores it', async () => {
    const escrow = await liveEscrow(t, release);
    await call(`${new URL(t.sandbox.rpcUrl).origin}/archive?contract=${escrow}`, { method: 'POST' });
    expect((await liveBalances(t, [escrow])).json).toEqual([{ address: escrow, balance: 0 }]);
    const { json } = await liveFund(t, release, escrow, 5);
    expect((await liveSend(t, sign(json.unsignedTransaction, 'client'))).json.status).toBe('SUCCESS');
    expect((await liveRows(t, [escrow])).json).toMatchObject([{ balance: 5 }]);
  });
});

test('a sandbox restarted in its folder knows its earlier escrows', async () => {
  const dataDir = temporaryFolder();
  const before = await startLiveSandbox({ dataDir });
  const escrows = [await liveEscrow(before, 'multi'), await liveEscrow(before, 'single')];
  const { json } = await liveFund(before, 'single', escrows[1] as string, 3);
  await liveSend(before, sign(json.unsignedTransaction, 'client'));
  const rows = (await liveRows(before, escrows)).json;
  await before.sandbox.close();
  const after = await startLiveSandbox({ dataDir });
  try {
    const again = (await liveRows(after, escrows)).json;
    // Who funded it is not among what the ledger holds of it.
    expect(again).toEqual(rows.map(({ fundedBy: _, ...row }: Record<string, unknown>) => row));
    expect((await liveFund(after, 'multi', escrows[0] as string)).status).toBe(201);
  } finally {
    await after.sandbox.close();
  }
});

test('a fee of a deploy is its resource fee and 1000', async () => {
  const { json } = await liveDeploy(t, 'multi');
  const { fee, resourceFee } = feesOf(read(json.unsignedTransaction));
  expect(fee).toBe(resourceFee + 1_000n);
});

test('a deploy that somebody else paid for is re-indexed by the hash of the whole', async () => {
  const { json } = await liveDeploy(t, 'single', liveBody('single', { title: 'Paid for' }));
  const inner = read(sign(json.unsignedTransaction, 'client'));
  const payer = demoKeypair('provider');
  const outer = TransactionBuilder.buildFeeBumpTransaction(payer, '2000000', inner, V1.passphrase);
  outer.sign(payer);
  const { hash } = await t.rpc.sendTransaction(outer);
  expect((await t.rpc.pollTransaction(hash, { attempts: 1 })).status).toBe('SUCCESS');
  expect((await ask(t, 'PUT', '/indexer/update-from-txhash', { txHash: hash })).status).toBe(200);
  const list = await ask(t, 'GET', `/helper/get-escrows-by-signer?signer=${address('client')}&title=Paid for`);
  expect(list.json).toMatchObject([{ signer: address('client'), type: 'single-release' }]);
});

/** Both in stroops. */
function feesOf(transaction: Transaction): { readonly fee: bigint; readonly resourceFee: bigint } {
  const { ext, fee } = (transaction.toEnvelope() as xdr.TransactionEnvelopeTx).v1.tx;
  if (ext.type !== 'sorobanData') throw new TypeError('it calls a contract');
  return { fee: BigInt(fee), resourceFee: ext.sorobanData.resourceFee };
}
