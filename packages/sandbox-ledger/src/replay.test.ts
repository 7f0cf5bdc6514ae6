import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { NETWORKS } from '@countersign/core/network';
import { demoKeypair } from '@countersign/escrow-service';
import { openTestLedger, settled, signed } from '@countersign/testkit/ledger/ledger-client';
import { steps, walk } from '@countersign/testkit/ledger/ledger-walk';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import {
  Asset,
  authorizeEntry,
  Keypair,
  Operation,
  SorobanDataBuilder,
  type Transaction,
  TransactionBuilder,
  type xdr,
} from '@stellar/stellar-sdk/base';
import { assembleTransaction } from '@stellar/stellar-sdk/rpc';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LEDGER_FORMAT } from './database.ts';
import { addressValue, i128 } from './host/values.ts';
import { instanceKey } from './keys.ts';
import { replayLedger } from './replay.ts';

test('replays random walks to the same ledgers, entries, results and events', async () => {
  const outcomes = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(steps(100), async (walked) => {
      const data = temporaryFolder();
      const t = openTestLedger(data);
      for (const [name, count] of walk(t, walked)) outcomes.set(name, (outcomes.get(name) ?? 0) + count);
      const { sequence } = t.ask('getLatestLedger');
      t.ledger.close();
      const { ledgers, transactions, fundings } = replayLedger(data);
      expect(ledgers).toBe(sequence);
      // The others closed empty, as time passed.
      expect(transactions + fundings).toBeLessThan(sequence);
    }),
    { numRuns: 5, seed: 7 },
  );
  // The walks saw all of it: taken in, failed, refused, paid for by another.
  for (const name of ['txSuccess', 'txFailed', 'txBadSeq', 'txBadAuth', 'funded', 'txMalformed']) {
    expect(outcomes.get(name), name).toBeGreaterThan(0);
  }
  for (const name of ['txFeeBumpInnerSuccess', 'txFeeBumpInnerFailed', 'archived']) {
    expect(outcomes.get(name), name).toBeGreaterThan(0);
  }
});

test('replays empty ledgers that closed because somebody asked', async () => {
  const data = temporaryFolder();
  const t = openTestLedger(data);
  const latest = () => t.ledger.view(({ latest: { sequence, closedAt } }) => ({ sequence, closedAt }));
  const begun = latest();
  t.clock.now += 5_000;
  expect(latest()).toEqual(begun);
  t.clock.now += 1_000;
  expect(latest()).toEqual({ sequence: begun.sequence + 1, closedAt: begun.closedAt + 6 });
  t.ledger.fund(Keypair.random().publicKey());
  // One, however long no one asked.
  t.clock.now += 86_400_000;
  expect(latest()).toMatchObject({ sequence: begun.sequence + 3 });
  t.clock.now -= 3_600_000;
  expect(latest()).toMatchObject({ sequence: begun.sequence + 3 });
  t.ledger.close();
  expect(replayLedger(data)).toEqual({ ledgers: 4, transactions: 0, fundings: 1 });
});

test('replays nonces, extended and restored entries', async () => {
  const data = temporaryFolder();
  const t = openTestLedger(data);
  const [client, provider] = [demoKeypair('client'), demoKeypair('provider')];
  const [token] = NETWORKS.sandbox.tokens;
  const holders = [client, provider].map((keypair) => addressValue(keypair.publicKey()));
  // The client's money, in the provider's transaction.
  const call = t.prepareCall(provider, token.address, 'transfer', ...holders, i128(5n)) as Transaction;
  const [{ func, auth }] = call.operations as [Operation.InvokeHostFunction];
  const entry = await authorizeEntry((auth ?? [])[0] as xdr.SorobanAuthorizationEntry, client, 50, t.ledger.passphrase);
  const { tx } = (call.toEnvelope() as xdr.TransactionEnvelopeTx).v1;
  const signedCall = TransactionBuilder.cloneFrom(call).clearOperations();
  signedCall.addOperation(Operation.invokeHostFunction({ func, auth: [entry] }));
  expect(
    settled(
      t,
      signed(signedCall.setSorobanData((tx.ext as xdr.TransactionExtSorobanData).sorobanData).build(), provider),
    ),
  ).toBe('txSuccess');

  const onEntries = (operation: xdr.Operation, footprint: Partial<xdr.LedgerFootprint>) => {
    const { readOnly = [], readWrite = [] } = footprint;
    const sorobanData = new SorobanDataBuilder().setReadOnly(readOnly).setReadWrite(readWrite).build();
    const plain = TransactionBuilder.cloneFrom(t.build(provider, [operation]), { sorobanData }).build();
    const simulation = t.ask('simulateTransaction', { transaction: plain.toXdr() });
    return signed(assembleTransaction(plain, { id: '1', ...simulation }).build() as Transaction, provider);
  };
  const keys = [instanceKey(token.address)];
  expect(settled(t, onEntries(Operation.extendFootprintTtl({ extendTo: 300_000 }), { readOnly: keys }))).toBe(
    'txSuccess',
  );
  expect(t.ledger.archive(token.address)).toBe(true);
  expect(settled(t, onEntries(Operation.restoreFootprint({}), { readWrite: keys }))).toBe('txSuccess');
  t.ledger.close();
  expect(replayLedger(data)).toMatchObject({ transactions: 3 });
});

describe('a file that something else changed', () => {
  async function changedBy(...statements: string[]): Promise<string> {
    const data = temporaryFolder();
    const t = openTestLedger(data);
    const client = demoKeypair('client');
    const destination = demoKeypair('provider').publicKey();
    const payment = Operation.payment({ destination, asset: Asset.native(), amount: '1' });
    for (let count = 0; count < 3; count++) settled(t, signed(t.build(client, [payment]), client));
    t.ledger.fund(Keypair.random().publicKey());
    t.ledger.close();
    const db = new DatabaseSync(path.join(data, LEDGER_FORMAT.name));
    for (const statement of statements) db.exec(statement);
    db.close();
    return data;
  }

  test.each([
    ['an entry', `UPDATE entry SET modified = 2 WHERE key = (SELECT min(key) FROM entry)`, /entry .* is another/],
    ['an entry’s life', 'UPDATE entry SET live_until = 5 WHERE live_until IS NOT NULL', /entry .* is another/],
    ['a result', 'UPDATE tx SET success = 0 WHERE ledger = 3', /tx 3 is another/],
    ['a hash', `UPDATE ledger SET hash = 'aa' WHERE sequence = 4`, /ledger 4 is another/],
    ['an event away', 'DELETE FROM event WHERE id = (SELECT max(id) FROM event)', /a row of event is missing/],
    ['an event more', `INSERT INTO event VALUES ('x', 'x', 'x', 'x')`, /event x is another/],
    [
      'a time in the log',
      'DROP TRIGGER log_keeps_values; UPDATE log SET closed_at = closed_at + 9 WHERE ledger = 2',
      /another/,
    ],
    [
      'the log’s order',
      'DROP TRIGGER log_keeps_rows; DELETE FROM log WHERE ledger = 2',
      /what ledger 3 was given is not valid there/,
    ],
    [
      'an envelope in the log',
      `DROP TRIGGER log_keeps_values; UPDATE log SET envelope = 'AAAA' WHERE ledger = 2`,
      /what ledger 2 was given is not valid there/,
    ],
    [
      'an archived contract in the log',
      `DROP TRIGGER log_keeps_values; UPDATE log SET envelope = NULL, archived = 'CAAA' WHERE ledger = 2`,
      /what ledger 2 was given is not valid there/,
    ],
  ])('%s', async (_, statement, problem) => {
    const data = await changedBy(statement);
    expect(() => replayLedger(data)).toThrow(problem);
  });

  test('the log itself takes no change and no deletion', async () => {
    await expect(changedBy('UPDATE log SET closed_at = 0')).rejects.toThrow('append-only');
    await expect(changedBy('DELETE FROM log')).rejects.toThrow('append-only');
  });

  test('says that a folder has no sandbox, and leaves it empty', async () => {
    const data = temporaryFolder();
    expect(() => replayLedger(data)).toThrow('There is no sandbox to replay');
  });
});
