/**
 * A ledger file of protocol 23, made by the code of commit a9e42b0: native calls of both factories, an archived escrow
 * that was restored, a fee bump, a failed transaction that is refused today, a call with a memo that was charged 190 XLM
 * for resources it did not use, a payment whose payer was found short before its payee had no trustline.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { demoKeypair } from '@countersign/escrow-service';
import { openTestLedger } from '@countersign/testkit/ledger/ledger-client';
import { runOperations } from '@countersign/testkit/ledger/operation-results';
import { Asset, Operation } from '@stellar/stellar-sdk/base';
import { expect, onTestFinished, test } from 'vitest';
import { LEDGER_FORMAT } from './database.ts';
import { replayLedger } from './replay.ts';

const FIXTURE = path.resolve(import.meta.dirname, '../../../tests/fixtures/ledger-of-protocol-23');
const client = demoKeypair('client');
const provider = demoKeypair('provider').publicKey();

function copyFixture(...statements: string[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'ledger-earlier-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(FIXTURE, folder, { recursive: true });
  const file = new DatabaseSync(path.join(folder, LEDGER_FORMAT.name));
  for (const statement of statements) file.exec(statement);
  file.close();
  return folder;
}

test('follows from its log as it was closed', () => {
  expect(replayLedger(copyFixture())).toEqual({ ledgers: 18, transactions: 13, fundings: 1 });
});

test('goes on under these rules from a ledger that upgrades it, and follows from its log again', () => {
  const folder = copyFixture();
  const before = openTestLedger(folder);
  expect(before.ask('getLatestLedger')).toMatchObject({ sequence: 19, protocolVersion: 27 });
  const nothing = Operation.createAccount({ destination: client.publicKey(), startingBalance: '5' });
  expect(runOperations(before, [client], nothing)).toEqual({ status: 'ERROR', codes: ['createAccountMalformed'] });
  const pay = Operation.payment({ destination: provider, asset: Asset.native(), amount: '1' });
  expect(runOperations(before, [client], pay).codes).toEqual(['paymentSuccess']);
  before.ledger.close();
  // Opened again, it is not upgraded again.
  const after = openTestLedger(folder);
  const { ledgers } = after.ask('getLedgers', { startLedger: 18 });
  expect(ledgers.map(({ sequence }: { sequence: number }) => sequence)).toEqual([18, 19, 20]);
  after.ledger.close();
  expect(replayLedger(folder)).toEqual({ ledgers: 20, transactions: 14, fundings: 1 });
});

test.each([
  [
    'another entry',
    `UPDATE entry SET data = (SELECT data FROM entry ORDER BY key DESC LIMIT 1)`,
    /entry .* is another/,
  ],
  [
    'another result',
    'UPDATE tx SET result = (SELECT result FROM tx WHERE ledger = 3) WHERE ledger = 4',
    /ledger 4 is another/,
  ],
  ['another outcome', 'UPDATE tx SET success = 1 WHERE ledger = 12', /tx 12 is another/],
  ['another meta', `UPDATE tx SET meta = 'AAAA' WHERE ledger = 9`, /what ledger 9 was given is not valid there/],
  ['a missing transaction', 'DELETE FROM tx WHERE ledger = 9', /what ledger 9 was given is not valid there/],
  ['another event', `UPDATE event SET value = 'AAAA' WHERE id = (SELECT max(id) FROM event)`, /event .* is another/],
])('notices %s', (_, statement, problem) => {
  expect(() => replayLedger(copyFixture(statement))).toThrow(problem);
});
