/** Backups that are sound, damaged, of another version or of another program, and all that backup and restore report. */
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { endClock, passTime, restartClock } from '@countersign/testkit/record/fixed-clock';
import { createPart } from '@countersign/testkit/record/part';
import { type Answer, account, entries, network, startRpc } from '@countersign/testkit/rpc/scripted-rpc';
import { Keypair } from '@stellar/stellar-sdk/base';
import { afterEach, expect, test } from 'vitest';
import { CountersignError } from '../errors/errors.ts';
import { NETWORKS } from '../escrow/network.ts';
import { type DataFileFormat, MOVED_ID, openDataFile } from '../platform/data-file.ts';
import { backUp, type Formats, restore } from './index.ts';
import { MANIFEST } from './manifest.ts';

afterEach(endClock);

const formatOf = (name: string, applicationId: number, table: string): DataFileFormat => ({
  ...{ name, applicationId, unmarkedTables: [], oldest: 1 },
  steps: [
    { version: 1, sql: `CREATE TABLE ${table};` },
    { version: 2, sql: 'CREATE TABLE later (value);' },
  ],
});
const [STATE, STORE, LEDGER] = [
  formatOf('state.sqlite', 1, 'state (value)'),
  formatOf('prepared.sqlite', 2, 'handle (network, request)'),
  formatOf('ledger.sqlite', 3, 'entry (value)'),
] as const;
const FORMATS: Formats = {
  ...{ before: [STATE], store: STORE, after: [LEDGER] },
  tables: [{ versionIn: 'store_version', oldest: 1, steps: [] } as unknown as Formats['tables'][0]],
};
const [ana, ben] = [1, 2].map((seed) => Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(seed)).publicKey()) as [
  string,
  string,
];
const { testnet } = NETWORKS;

function fill(folder: string, format: DataFileFormat, statements = ''): void {
  const database = openDataFile(folder, format, { synchronous: 'FULL' });
  database.exec(statements);
  database.close();
}
const change = (file: string, statements: string) => {
  const database = new DatabaseSync(file);
  database.exec(statements);
  database.close();
};
const ROWS = `INSERT INTO handle VALUES ('testnet', '{"signer":"${ana}"}'), ('testnet', '{"signer":"${ana}"}'),
  ('testnet', 'damaged'), ('testnet', '{}'), ('public', '{"signer":"${ben}"}');`;

/** A data folder with all three files. */
function dataFolder(): string {
  const folder = temporaryFolder();
  fill(folder, STATE);
  fill(folder, STORE, ROWS);
  fill(folder, LEDGER);
  return folder;
}

function placeOf(dataDir: string, more: object = {}) {
  const settings = { network: testnet, serviceUrl: 'https://service.example', rpcUrls: [], withoutRpc: true };
  return { dataDir, databaseUrl: undefined, ...settings, ...more } as Parameters<typeof backUp>[0];
}

/** Folders by their names, and nothing of a file that depends on SQLite's version. */
function report(folders: Readonly<Record<string, string>>) {
  const part = createPart();
  const named = (text: string) =>
    Object.entries(folders).reduce((whole, [name, folder]) => whole.replaceAll(folder, `<${name}>`), text);
  const masked = (value: unknown): unknown =>
    JSON.parse(named(JSON.stringify(value, (key, each) => (['bytes', 'sha256'].includes(key) ? '…' : each))));
  return {
    note: async (title: string, work: Promise<unknown>) => {
      const result = await work.catch((thrown: unknown) => {
        if (!(thrown instanceof CountersignError)) throw thrown;
        const { code, message, remedy, operatorRemedy, fields } = thrown;
        return { code, message, remedy, operatorRemedy, fields };
      });
      part.note(title, masked(result));
    },
    files: (title: string, folder: string) => part.note(title, readdirSync(folder).sort().join('\n') || '(none)'),
    text: (title: string, text: string) => part.note(title, text),
    whole: () => part.text(),
  };
}

const gapsIn = (dataDir: string) => {
  const database = new DatabaseSync(path.join(dataDir, STORE.name));
  const rows = database.prepare('SELECT network, gap FROM restored ORDER BY network').all() as {
    network: string;
    gap: string;
  }[];
  database.close();
  return rows.map(({ network: name, gap }) => `${name} ${gap}`).join('\n');
};

test('backs up what is there, with what the ledger shows, and nothing where something is wrong', async () => {
  restartClock();
  const [data, backups] = [dataFolder(), temporaryFolder()];
  const { note, files, text, whole } = report({ data, backups });
  const to = (name: string) => path.join(backups, name);
  const history = {
    ...{ status: 'NOT_FOUND', oldestLedger: 1, latestLedger: 90 },
    ...{ oldestLedgerCloseTime: '1', latestLedgerCloseTime: '2' },
  };
  const rpc = async (answers: Readonly<Record<string, Answer>>) => {
    const { url } = await startRpc({ getNetwork: network(testnet.passphrase), ...answers });
    return placeOf(data, { rpcUrls: [url], withoutRpc: false });
  };
  const listed = entries(account(ana, { sequence: 41n }), account(ben, { sequence: 7n }));
  await note('without a Stellar RPC', backUp(placeOf(data), FORMATS, to('one')));
  files('its files', to('one'));
  text(
    'its manifest',
    readFileSync(path.join(to('one'), MANIFEST), 'utf8').replaceAll(/"(bytes|sha256)": .*/g, '"$1": …'),
  );
  mkdirSync(to('two'));
  await note(
    'into an empty folder, with a ledger',
    backUp(await rpc({ getTransaction: history, getLedgerEntries: listed }), FORMATS, to('two')),
  );
  await note('into a folder with files', backUp(placeOf(data), FORMATS, to('two')));
  await note('with an RPC of no history', backUp(await rpc({ getLedgerEntries: listed }), FORMATS, to('three')));
  await note('with an RPC of no accounts', backUp(await rpc({ getTransaction: history }), FORMATS, to('four')));
  const unreachable = { network: NETWORKS.sandbox, serviceUrl: 'http://127.0.0.1:1' };
  await note('of a sandbox that cannot be reached', backUp(placeOf(data, unreachable), FORMATS, to('five')));
  const empty = temporaryFolder();
  const nothing = report({ empty });
  await nothing.note('of an empty folder', backUp(placeOf(empty), FORMATS, to('none')));
  text('of an empty folder', nothing.whole());
  change(path.join(data, STATE.name), `PRAGMA application_id = ${MOVED_ID}`);
  rmSync(path.join(data, LEDGER.name));
  await note('of a file that was moved, one that is gone and the store', backUp(placeOf(data), FORMATS, to('six')));
  const damages: readonly (readonly [string, (file: string) => void])[] = [
    ['a newer store', (file) => change(file, 'PRAGMA user_version = 3')],
    ['a store of another program', (file) => change(file, 'PRAGMA application_id = 9')],
    [
      'a store that is text',
      (file) => writeFileSync(file, 'not a database, and longer than a header of SQLite is'.repeat(20)),
    ],
    ['a store without its table', (file) => change(file, 'DROP TABLE handle')],
    [
      'a store whose pages are damaged',
      (file) => {
        const bytes = readFileSync(file);
        bytes.fill(0xff, 4_096);
        writeFileSync(file, bytes);
      },
    ],
  ];
  for (const [title, damage] of damages) {
    const folder = temporaryFolder();
    fill(folder, STORE, ROWS);
    damage(path.join(folder, STORE.name));
    const own = report({ data: folder, backups });
    await own.note(title, backUp(placeOf(folder), FORMATS, to(`of ${title}`)));
    text(title, own.whole());
  }
  files('what there is in the end', backups);
  await expect(whole()).toMatchFileSnapshot('recorded/backups.txt');
});

test('restores a backup whole, keeps what was there, and refuses any other folder', async () => {
  restartClock();
  const [data, backups, target] = [dataFolder(), temporaryFolder(), temporaryFolder()];
  const { note, files, text, whole } = report({ data, backups, target });
  const backup = path.join(backups, 'sound');
  await backUp(placeOf(data), FORMATS, backup);
  const manifest = JSON.parse(readFileSync(path.join(backup, MANIFEST), 'utf8'));
  passTime(60);
  const again = (from: string, replace = false, more: object = {}) =>
    restore(placeOf(target, more), FORMATS, from, { replace });
  await note('into an empty folder', again(backup));
  files('its files', target);
  text('what the store notes', gapsIn(target));
  passTime(60);
  await note('again, without leave to replace', again(backup));
  const held = new DatabaseSync(path.join(target, STORE.name));
  held.exec('PRAGMA journal_mode = WAL; BEGIN IMMEDIATE');
  await note('while another process has a file open', again(backup, true));
  held.exec('ROLLBACK');
  held.close();
  await note('again, with leave to replace', again(backup, true));
  files('its files', target);
  text('what the store notes', gapsIn(target));
  passTime(60);
  const second = path.join(backups, 'of the restored');
  change(
    path.join(target, STORE.name),
    "UPDATE restored SET gap = json_set(gap, '$.ledger', 12) WHERE network <> 'public'",
  );
  change(
    path.join(target, STORE.name),
    "UPDATE restored SET gap = json_set(gap, '$.isRead', json('true')) WHERE network = 'sandbox'",
  );
  await backUp(placeOf(target), FORMATS, second);
  passTime(60);
  await again(second, true);
  text('what the store notes after a restore of a restored one', gapsIn(target));
  await note('with a database', again(backup, false, { databaseUrl: 'postgres://db.example/escrows' }));
  const changed = (name: string, parts: object, also: (folder: string) => void = () => {}) => {
    const folder = path.join(backups, name);
    cpSync(backup, folder, { recursive: true });
    writeFileSync(path.join(folder, MANIFEST), JSON.stringify({ ...manifest, ...parts }));
    also(folder);
    return folder;
  };
  const [state, store, ledger] = manifest.files;
  const dump = { ...store, name: 'postgres.dump' };
  const cases: readonly (readonly [string, object, ((folder: string) => void)?])[] = [
    ['of format 4', { format: 4 }],
    ['of format 1', { format: 1, files: [] }],
    ['of format 0', { format: 0 }],
    ['of format 2.5', { format: 2.5 }],
    ['of another product', { product: 'other' }],
    ['of another time', { madeAt: 'noon' }],
    ['with another part', { more: 1 }],
    ['of a path', { files: [{ ...state, name: '../state.sqlite' }] }],
    [
      'of an unknown file',
      { files: [{ ...state, name: 'other.sqlite' }] },
      (folder) => copyFileSync(path.join(folder, state.name), path.join(folder, 'other.sqlite')),
    ],
    ['of a newer file', { files: [state, { ...store, version: 3 }, ledger] }],
    ['of an older file', { files: [{ ...state, version: 1 }] }],
    ['without a file', {}, (folder) => rmSync(path.join(folder, ledger.name))],
    ['with a changed file', {}, (folder) => change(path.join(folder, ledger.name), 'INSERT INTO entry VALUES (1)')],
    [
      'with a database',
      { database: dump },
      (folder) => copyFileSync(path.join(folder, store.name), path.join(folder, dump.name)),
    ],
    ['without its database', { database: dump }],
    ['with an odd ledger', { ledger: { network: 'testnet', ledger: 0, sequences: {} } }],
    ['with an odd sequence number', { ledger: { network: 'testnet', ledger: 1, sequences: { G: '-1' } } }],
    ['that is null', {}, (folder) => writeFileSync(path.join(folder, MANIFEST), 'null')],
    ['that is no JSON', {}, (folder) => writeFileSync(path.join(folder, MANIFEST), '{')],
    ['without a manifest', {}, (folder) => rmSync(path.join(folder, MANIFEST))],
  ];
  for (const [title, parts, also] of cases) {
    const place = temporaryFolder();
    const own = report({ data, backups, target: place });
    await own.note(
      `a backup ${title}`,
      restore(placeOf(place), FORMATS, changed(title, parts, also), { replace: false }),
    );
    text('', own.whole().trim());
    files('its files', place);
  }
  const counted = changed('with a ledger', { ledger: { network: 'testnet', ledger: 90, sequences: { [ana]: '41' } } });
  const place = temporaryFolder();
  await restore(placeOf(place), FORMATS, counted, { replace: false });
  text('what the store notes of a backup with a ledger', gapsIn(place));
  await expect(whole()).toMatchFileSnapshot('recorded/restores.txt');
});
