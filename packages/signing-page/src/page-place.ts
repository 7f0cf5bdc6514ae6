/**
 * Which of the processes on a data folder serves the page, and on which port: the one that holds the lock, a file in
 * the folder. The operating system releases it when the process ends in any way, and no other user can take it.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { makeDataDir } from '@countersign/core/platform/data-dir';
import { isBusy, openSqlite } from '@countersign/core/platform/sqlite';
import type { Settings } from '@countersign/core/settings';
import { isAddressInUse, listenOnLoopback } from '@countersign/local-http';

/** What a page's place depends on. Processes of one network, and of one public address, share it. */
export type PlaceSettings = Pick<Settings, 'dataDir' | 'network' | 'pagePort' | 'publicUrl'>;

/** The ports that links of this folder lead to: today's, and the one before with the time when it was given up. */
export type PagePorts = Readonly<Record<'port' | 'earlier' | 'leftAt', number | undefined>>;

/** @throws CountersignError STORE_UNUSABLE | Error of node:sqlite where the data folder cannot be used */
export function openPagePlace(settings: PlaceSettings, files = placeFiles(settings)) {
  makeDataDir(settings.dataDir);
  const lock = openSqlite(files.lock);
  // A separate file, since a locked one cannot be written step by step.
  const notes = openSqlite(files.notes);
  notes.exec(`PRAGMA synchronous = NORMAL;
    CREATE TABLE IF NOT EXISTS page (only INTEGER PRIMARY KEY CHECK (only = 1),
      port INTEGER, earlier INTEGER, left_at INTEGER, is_served INTEGER NOT NULL) STRICT`);
  lock.exec('PRAGMA busy_timeout = 0');
  const row = notes.prepare('SELECT port, earlier, left_at, is_served FROM page');
  const write = notes.prepare('INSERT OR REPLACE INTO page VALUES (1, ?, ?, ?, ?)');
  const number = (value: unknown) => (typeof value === 'number' ? value : undefined);
  return {
    /** @returns whether this process now holds the place; false while another one does */
    take: (): boolean => {
      try {
        lock.exec('BEGIN IMMEDIATE');
        return true;
      } catch (error) {
        if (isBusy(error)) return false;
        throw error;
      }
    },
    release: () => lock.exec('ROLLBACK'),
    ports: (): PagePorts => {
      const { port, earlier, left_at } = row.get() ?? {};
      return { port: number(port), earlier: number(earlier), leftAt: number(left_at) };
    },
    /** Only for the process that has the place. @param isServed whether the page answers on `port` */
    write: ({ port, earlier, leftAt }: PagePorts, isServed: boolean) => {
      write.run(port ?? null, earlier ?? null, leftAt ?? null, isServed ? 1 : 0);
    },
    /** Where the process that has the place serves the page; nothing while it is about to. */
    servedPort: (): number | undefined => {
      const { port, is_served } = row.get() ?? {};
      return is_served === 1 ? number(port) : undefined;
    },
    close: () => {
      lock.close();
      notes.close();
    },
  };
}

function placeFiles({ dataDir, network, pagePort, publicUrl }: PlaceSettings) {
  // With a public address the port is the proxy's; a page with another one refuses requests under this one.
  const key = publicUrl === undefined ? network.name : `${network.name} ${pagePort} ${publicUrl}`;
  const name = `signing-page-${createHash('sha256').update(key).digest('hex').slice(0, 16)}`;
  return filesOf(path.join(dataDir, name));
}

const filesOf = (place: string) => ({ lock: `${place}.lock`, notes: `${place}.sqlite` });

const NOTES = /^(signing-page-[0-9a-f]{16})\.sqlite$/;

function portElsewhere(settings: PlaceSettings): number | undefined {
  if (!existsSync(settings.dataDir)) return undefined;
  const names = readdirSync(settings.dataDir).flatMap((file) => NOTES.exec(file)?.[1] ?? []);
  for (const name of names) {
    const place = openPagePlace(settings, filesOf(path.join(settings.dataDir, name)));
    try {
      if (!place.take()) return place.servedPort();
    } finally {
      place.close();
    }
  }
  return undefined;
}

/** Who serves the page of these settings, and where the folder's page is served. Makes no file, and takes the port for a moment at most. */
export async function findPageHolder(
  settings: PlaceSettings,
): Promise<{ readonly holder: 'nobody' | 'countersign' | 'another'; readonly port: number }> {
  const port = settings.pagePort;
  const place = existsSync(placeFiles(settings).notes) ? openPagePlace(settings) : undefined;
  try {
    if (place?.take() === false) return { holder: 'countersign', port: place.servedPort() ?? port };
    await (await listenOnLoopback(createServer(), port)).stop();
    return { holder: 'nobody', port: portElsewhere(settings) ?? port };
  } catch (thrown) {
    if (isAddressInUse(thrown)) return { holder: 'another', port: portElsewhere(settings) ?? port };
    throw thrown;
  } finally {
    place?.close();
  }
}
