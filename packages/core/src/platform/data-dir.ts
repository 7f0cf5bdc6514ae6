/** The data folder and its files, readable by their owner only. */
import { CountersignError } from '../errors/errors.ts';
import { makePrivateFolder, restrictFile, UnsafeEntryError } from './private-entries.ts';

/** Makes a private folder. @throws CountersignError STORE_UNUSABLE where others may use it. @throws ErrnoException */
export function makeDataDir(folder: string): void {
  named(() => makePrivateFolder(folder));
}

/** Closes a file to other users. @throws CountersignError STORE_UNUSABLE for another user's file or a link */
export function restrictDataFile(file: string): void {
  named(() => restrictFile(file));
}

function named(work: () => void): void {
  try {
    work();
  } catch (cause) {
    if (!(cause instanceof UnsafeEntryError)) throw cause;
    throw new CountersignError('STORE_UNUSABLE', { message: cause.message, operatorRemedy: cause.remedy, cause });
  }
}
