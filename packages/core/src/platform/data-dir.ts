/** The data folder and its files, readable by their owner only. */
import { CountersignError } from '../errors/errors.ts';
import { makePrivateFolder, restrictFile, UnsafeEntryError } from './private-entries.ts';

/**
 * Makes the folder if it is missing, and closes it to other users.
 * @throws CountersignError STORE_UNUSABLE for a folder that is not this user's alone, with what to do
 * @throws NodeJS.ErrnoException where it cannot be made
 */
export function makeDataDir(folder: string): void {
  named(() => makePrivateFolder(folder));
}

/**
 * Closes a file in the data folder to other users, if it exists.
 * @throws CountersignError STORE_UNUSABLE for another user's file or a link, with what to do
 */
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
