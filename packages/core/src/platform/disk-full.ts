/** A disk without room: the one failure of a file that says nothing against the file. */
import { isObject } from '../text/fields.ts';

/** SQLite's own number for "database or disk is full". */
const SQLITE_FULL = 13;
/** Of a disk, and of what one user may have of it. */
const CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT'];

export function isDiskFull(thrown: unknown): boolean {
  if (!isObject(thrown)) return false;
  const { code, errcode, cause } = thrown;
  return CODES.includes(code) || errcode === SQLITE_FULL || isDiskFull(cause);
}
