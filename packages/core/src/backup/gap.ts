/** What a backup remembers of the ledger, and what its restore notes of the time in between. */
import path from 'node:path';
import { NETWORKS, type NetworkName } from '../escrow/network.ts';
import { openLedger } from '../ledger/index.ts';
import type { Query } from '../platform/database.ts';
import { withSqlite } from '../platform/sqlite.ts';
import type { Settings } from '../settings/settings.ts';
import { rpcUrlsOf } from '../workflow/rpc-urls.ts';
import { type Gap, gapIn, restoredTable } from '../workflow/store/restored.ts';
import type { LedgerPart, Manifest } from './manifest.ts';

export type AskedLedger = Pick<Settings, 'network' | 'serviceUrl' | 'rpcUrls' | 'withoutRpc'>;

const SIGNERS_IN_FILE = `SELECT DISTINCT json_extract(request, '$.signer') AS signer FROM handle
  WHERE network = ? AND json_valid(request)`;
const SIGNERS_IN_DATABASE = "SELECT DISTINCT request::json ->> 'signer' AS signer FROM handle WHERE network = $1";
type SignerRow = { readonly signer: string | null };

export const signersInFile = (dataDir: string, name: string, network: NetworkName): readonly string[] =>
  withSqlite(path.join(dataDir, name), (file) =>
    (file.prepare(SIGNERS_IN_FILE).all(network) as SignerRow[]).flatMap(({ signer }) => signer ?? []),
  );

export const signersInDatabase = async (query: Query, network: NetworkName): Promise<readonly string[]> =>
  (await query<SignerRow>(SIGNERS_IN_DATABASE, network)).flatMap(({ signer }) => signer ?? []);

/** As many as one request can ask for. */
const AT_ONCE = 200;

/**
 * To be asked before the store is copied: what is signed in between is then known to the copy, or counts as unknown.
 * @returns undefined where no Stellar RPC can be asked
 */
export async function askLedger(settings: AskedLedger, signers: readonly string[]): Promise<LedgerPart | undefined> {
  const { name, passphrase } = settings.network;
  const urls = await rpcUrlsOf(settings).catch(() => []);
  if (urls.length === 0) return undefined;
  const rpc = openLedger(urls, passphrase);
  let ledger = (await rpc.historyOf())?.latestLedger;
  const sequences: Record<string, string> = {};
  for (let begin = 0; begin < signers.length && ledger !== undefined; begin += AT_ONCE) {
    const found = await rpc.sequencesOf(signers.slice(begin, begin + AT_ONCE));
    ledger = found && Math.min(ledger, found.ledger);
    for (const [address, sequence] of found?.sequences ?? []) sequences[address] = `${sequence}`;
  }
  return ledger === undefined ? undefined : { network: name, ledger, sequences };
}

const NAMES = Object.keys(NETWORKS) as NetworkName[];

/** Notes in a store's file, before it is put in its place, that it was restored. */
export function markFile(file: string, manifest: Manifest, now: number): void {
  withSqlite(file, (database) => {
    database.exec(`BEGIN; ${restoredTable('TEXT')}`);
    const find = database.prepare('SELECT gap FROM restored WHERE network = ?');
    const set = database.prepare('INSERT OR REPLACE INTO restored (network, gap) VALUES (?, ?)');
    for (const network of NAMES) set.run(network, gapAfter(find.get(network), manifest, network, now));
    database.exec('COMMIT');
  });
}

export async function markDatabase(query: Query, manifest: Manifest, now: number): Promise<void> {
  await query(restoredTable('TEXT COLLATE "C"'));
  for (const network of NAMES) {
    const [row] = await query('SELECT gap FROM restored WHERE network = $1', network);
    await query(
      `INSERT INTO restored (network, gap) VALUES ($1, $2) ON CONFLICT (network) DO UPDATE SET gap = excluded.gap`,
      ...[network, gapAfter(row, manifest, network, now)],
    );
  }
}

function gapAfter(row: unknown, { madeAt, ledger: part }: Manifest, network: NetworkName, now: number): string {
  const counted = part?.network === network ? { ledger: part.ledger, sequences: part.sequences } : { sequences: {} };
  return JSON.stringify(nextGap(gapIn(row), { madeAt: Date.parse(madeAt), ...counted }, now));
}

/** @param before the gap that the backup itself had: where it was not read yet, it goes on */
export function nextGap(
  before: Gap | undefined,
  backup: Pick<Gap, 'madeAt' | 'ledger' | 'sequences'>,
  restoredAt: number,
): Gap {
  const begin = before === undefined || before.isRead ? backup : before;
  const { madeAt, ledger, sequences } = begin;
  return {
    madeAt,
    restoredAt,
    ...(ledger === undefined ? {} : { ledger }),
    sequences,
    escrows: before?.escrows ?? {},
    isRead: false,
  };
}
