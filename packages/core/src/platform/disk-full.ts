/** A disk without room: the one failure of a file that says nothing against the file. */

/** SQLite's own number for "database or disk is full". */
const SQLITE_FULL = 13;
/** Of a disk, and of what one user may have of it. */
const CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT'];

export function isDiskFull(thrown: unknown): boolean {
  if (typeof thrown !== 'object' || thrown === null) return false;
  const { code, errcode, cause } = thrown as { code?: unknown; errcode?: unknown; cause?: unknown };
  return CODES.includes(code) || errcode === SQLITE_FULL || isDiskFull(cause);
}
