/** Owner-only folders and files. Runs before compiled code is kept, so it imports nothing that needs compiling. */
import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import path from 'node:path';

/** Any one of these marks a folder as ours. */
const OUR_FILES = ['prepared.sqlite', 'discord.sqlite', 'sandbox-ledger.sqlite', 'sandbox-wallets.json', 'compiled'];

const OWNER = 0o700;
const OTHERS = 0o077;
const ANYBODY_WRITES = 0o002;
const STICKY = 0o1000;
const ALL_BITS = 0o7777;

/** A folder or file that other users could read or change; the message names it. */
export class UnsafeEntryError extends Error {
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.remedy = remedy;
  }
}

/**
 * Creates a folder and its parents, readable by the owner only. An existing folder is closed to other users, or refused
 * if this user must not close it. Windows has no modes: there the folder inherits its profile's access.
 * @throws UnsafeEntryError for a folder of another user, one that others may replace or write to, or
 *   one that is shared with other programs
 * @throws NodeJS.ErrnoException where it cannot be made
 */
export function makePrivateFolder(folder: string): void {
  makeFolder(folder);
  const user = process.geteuid?.();
  if (user === undefined) return;
  const named = lstatSync(folder);
  // Anyone who owns a symbolic link decides which folder it leads to. Root's are part of the system.
  if (named.isSymbolicLink() && named.uid !== 0) requireOwner(folder, named, user);
  const real = realpathSync(folder);
  const found = statSync(real);
  requireOwner(folder, found, user);
  requireSteadyPath(folder, realpathSync(path.dirname(path.resolve(folder))));
  if (named.isSymbolicLink()) requireSteadyPath(folder, path.dirname(real));
  if ((found.mode & OTHERS) !== 0) closeFolder(folder, real, user);
}

/**
 * Closes a file of the data folder to other users, if it exists. Uses its path, which is safe in a folder that
 * `makePrivateFolder` checked: closing a file descriptor would drop the locks that SQLite holds in this process.
 * @throws UnsafeEntryError for another user's file, a link, or a mode that cannot be changed
 */
export function restrictFile(file: string): void {
  const user = process.geteuid?.();
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (user === undefined || found === undefined) return;
  const remedy = 'Find out who put it there, then move it away.';
  if (!found.isFile()) throw new UnsafeEntryError(`${file} is not a regular file.`, remedy);
  if (found.uid !== user) throw new UnsafeEntryError(`${file} belongs to another user (uid ${found.uid}).`, remedy);
  if ((found.mode & OTHERS) === 0) return;
  attempt(() => chmodSync(file, found.mode & OWNER));
  // It may be gone: closing a database removes its log.
  const now = lstatSync(file, { throwIfNoEntry: false });
  if (now !== undefined && (now.mode & OTHERS) !== 0) throw fixedMode(file, now);
}

/** Level by level: Node's own recursive way never comes back from a file system that refuses, like /proc (Node 24). */
function makeFolder(folder: string): void {
  try {
    makeOne(folder);
  } catch (error) {
    const parent = path.dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder) throw error;
    makeFolder(parent);
    makeOne(folder);
  }
}

/** Tolerates a folder that exists already, or that another process creates at the same time. */
function makeOne(folder: string): void {
  try {
    mkdirSync(folder, { mode: OWNER });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function requireOwner(folder: string, { uid }: Stats, user: number): void {
  if (uid === user) return;
  const message = `The folder ${folder} belongs to another user (uid ${uid}).`;
  throw user === 0
    ? new UnsafeEntryError(
        `${message} Files that root (sudo) made in it would lock that user out.`,
        'Run without sudo as its owner, or choose a folder of root’s own with COUNTERSIGN_DATA_DIR.',
      )
    : new UnsafeEntryError(message, 'Choose a folder of your own with COUNTERSIGN_DATA_DIR.');
}

/** Anybody with write access to a parent folder could swap this folder, unless a sticky bit forbids it. */
function requireSteadyPath(folder: string, parent: string): void {
  const { mode } = statSync(parent);
  if ((mode & ANYBODY_WRITES) !== 0 && (mode & STICKY) === 0) {
    throw new UnsafeEntryError(
      `Any user may replace the folder ${folder}, since ${parent} is writable by everybody (mode ${octal(mode)}).`,
      `End that with: chmod o-w ${parent}. Or choose another folder with COUNTERSIGN_DATA_DIR.`,
    );
  }
  if (path.dirname(parent) !== parent) requireSteadyPath(folder, path.dirname(parent));
}

/** @param real the folder behind `folder`, without symbolic links */
function closeFolder(folder: string, real: string, user: number): void {
  const descriptor = openSync(real, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    const found = fstatSync(descriptor);
    requireOwner(folder, found, user);
    const names = readdirSync(real);
    const isShared = (found.mode & STICKY) !== 0;
    // A shared folder such as /tmp, named by mistake, must not be closed to its other users.
    if (isShared || (names.length > 0 && !names.some((name) => OUR_FILES.includes(name)))) {
      const remedy = 'Choose a folder for Countersign alone with COUNTERSIGN_DATA_DIR.';
      throw new UnsafeEntryError(
        `The folder ${folder} is open to other users (mode ${octal(found.mode)}) and not Countersign’s alone.`,
        isShared ? remedy : `${remedy} If nobody else uses this one: chmod 700 ${folder}`,
      );
    }
    attempt(() => fchmodSync(descriptor, found.mode & OWNER));
    if ((fstatSync(descriptor).mode & OTHERS) !== 0) throw fixedMode(folder, found);
  } finally {
    closeSync(descriptor);
  }
}

/** Ignores errors: file systems without modes have many, and the caller checks the resulting mode. */
function attempt(change: () => void): void {
  try {
    change();
  } catch {
    // The caller checks the mode.
  }
}

/** Some file systems have no modes, or a fixed one for all of their files. */
function fixedMode(entry: string, { mode }: Stats): UnsafeEntryError {
  return new UnsafeEntryError(
    `${entry} is open to other users (mode ${octal(mode)}), and its file system does not let that be changed.`,
    'Choose a folder on another file system with COUNTERSIGN_DATA_DIR.',
  );
}

function octal(mode: number): string {
  return (mode & ALL_BITS).toString(8);
}
