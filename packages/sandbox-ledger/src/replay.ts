/**
 * Replays the log, in order and at the same times, on a new ledger in memory. The whole file follows from its log, so the
 * two must agree in every row: hashes, entries, results, events.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { CountersignError } from '@countersign/core/errors';
import { type Database, isOfEarlierContracts, LEDGER_FORMAT, openDatabase } from './database.ts';
import { type Ledger, ledgerOn } from './ledger.ts';
import { createLedgerStore, type Logged } from './store.ts';
import { EnvelopeError } from './transaction/envelope.ts';

export type Replayed = { readonly ledgers: number; readonly transactions: number; readonly fundings: number };

/** The derived tables, in the order of their keys. Ledgers first: they show the earliest difference. */
const TABLES = [
  'log ORDER BY ledger',
  'ledger ORDER BY sequence',
  'tx ORDER BY ledger',
  'event ORDER BY id',
  'entry ORDER BY key',
];

/** Why a file does not follow from its log. */
class ReplayMismatch extends Error {}

/**
 * @param dataDir folder of the ledger's file; the file is not changed, and other processes may go on using it
 * @throws CountersignError STORE_UNUSABLE where there is no ledger, or one that does not follow from its log
 */
export function replayLedger(dataDir: string): Replayed {
  const file = path.join(dataDir, LEDGER_FORMAT.name);
  if (!existsSync(file)) {
    throw new CountersignError('STORE_UNUSABLE', { message: `There is no sandbox to replay: ${file} does not exist.` });
  }
  if (isOfEarlierContracts(dataDir)) {
    throw new CountersignError('STORE_UNUSABLE', {
      message: `${file} was made by an earlier version of Countersign, whose contracts are gone.`,
    });
  }
  const db = openDatabase(dataDir);
  try {
    return db.read(() => replayLog(db));
  } catch (error) {
    if (!(error instanceof ReplayMismatch)) throw error;
    throw new CountersignError('STORE_UNUSABLE', {
      message: `The sandbox in ${file} does not follow from its log: ${error.message}.`,
      operatorRemedy: 'Another program changed the file. Move it away; a new sandbox is made in its place.',
      cause: error,
    });
  } finally {
    db.close();
  }
}

function replayLog(source: Database): Replayed {
  const copy = openDatabase(undefined);
  const store = createLedgerStore(source);
  const count = { ledgers: 0, transactions: 0, fundings: 0 };
  let ledger: Ledger | undefined;
  let closedAt = 0;
  try {
    for (const logged of store.log()) {
      closedAt = logged.closedAt;
      // Opening the ledger closes the first one.
      ledger ??= ledgerOn(copy, () => closedAt * 1000);
      count.ledgers++;
      if (logged.funded !== null) count.fundings++;
      else if (logged.envelope !== null) count.transactions++;
      if (!goesIn(ledger, logged))
        throw new ReplayMismatch(`what ledger ${logged.ledger} was given is not valid there`);
    }
    for (const table of TABLES) compare(source, copy, table);
    return count;
  } finally {
    copy.close();
  }
}

/** Whether the ledger accepts the input. Friendbot's transactions are rebuilt, and must equal those in `log`. */
function goesIn(ledger: Ledger, { ledger: sequence, envelope, funded, archived }: Logged): boolean {
  if (funded !== null) return ledger.fund(funded) !== 'exists';
  if (archived !== null) return ledger.archive(archived);
  if (envelope === null && sequence > 1) ledger.closeEmpty();
  try {
    return envelope === null || ledger.send(envelope).status === 'PENDING';
  } catch (error) {
    if (error instanceof EnvelopeError) return false;
    throw error;
  }
}

function compare(source: Database, copy: Database, table: string): void {
  const made = copy.each(`SELECT * FROM ${table}`);
  const [name, , , key] = table.split(' ') as [string, string, string, string];
  for (const row of source.each(`SELECT * FROM ${table}`)) {
    const { value, done } = made.next();
    if (done === true || JSON.stringify(value) !== JSON.stringify(row)) {
      throw new ReplayMismatch(`${name} ${row[key]} is another`);
    }
  }
  if (made.next().done !== true) throw new ReplayMismatch(`a row of ${name} is missing`);
}
