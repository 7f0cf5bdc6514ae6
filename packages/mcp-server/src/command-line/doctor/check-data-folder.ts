/** The data folder: whether it is usable, by whom, and whether its files can be read. */
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDesk } from '@countersign/core';
import { CountersignError, toCountersignError } from '@countersign/core/errors';
import { makeDataDir } from '@countersign/core/platform/data-dir';
import type { DataFileFormat } from '@countersign/core/platform/data-file';
import type { Settings } from '@countersign/core/settings';
import { checkDataFiles } from './check-data-files.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

const SUBJECT = 'data folder';
const REMEDY = 'Point COUNTERSIGN_DATA_DIR at a folder that can be written, or correct its owner.';

/** @param formats of the files that this version keeps in the data folder */
export async function checkDataFolder(settings: Settings, formats: readonly DataFileFormat[]): Promise<Finding[]> {
  const { dataDir } = settings;
  const mode = statSync(dataDir, { throwIfNoEntry: false })?.mode ?? 0;
  try {
    makeDataDir(dataDir);
    const probe = join(dataDir, `.doctor-${process.pid}`);
    writeFileSync(probe, '', { mode: 0o600, flag: 'wx' });
    rmSync(probe);
  } catch (thrown) {
    if (thrown instanceof CountersignError) return [wrong(SUBJECT, thrown.message, thrown.operatorRemedy)];
    const { code } = thrown as NodeJS.ErrnoException;
    return [wrong(SUBJECT, `${dataDir} cannot be written (${code ?? 'unknown error'}).`, REMEDY)];
  }
  const files = checkDataFiles(dataDir, formats, settings.databaseUrl !== undefined);
  // Opening the store would update its file.
  const store = files.every(({ state }) => state === 'ok') ? await storeProblem(settings) : undefined;
  if (store !== undefined) return [store];
  const wasOpen = process.platform !== 'win32' && (mode & 0o077) !== 0;
  return [
    wasOpen
      ? note(
          SUBJECT,
          `${dataDir} was open to other users of this machine (mode ${(mode & 0o777).toString(8)}); it is closed to them now.`,
        )
      : ok(SUBJECT, dataDir),
    ...files,
  ];
}

/** Opens the store as every adapter does, but starts no sandbox. */
async function storeProblem(settings: Settings): Promise<Finding | undefined> {
  const startSandbox = () => Promise.reject(new CountersignError('CANCELLED'));
  try {
    const desk = await openDesk({ ...settings, serviceUrl: undefined }, { startSandbox });
    await desk.close();
    return undefined;
  } catch (thrown) {
    const { code, message, operatorRemedy: remedy } = toCountersignError(thrown);
    return code === 'STORE_UNUSABLE' || code === 'STORE_UNREACHABLE' ? wrong(SUBJECT, message, remedy) : undefined;
  }
}
