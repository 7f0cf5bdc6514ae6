/** The folder in which programs of this platform keep their data, and how it stays its owner's alone. */
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
import { homedir } from 'node:os';
import path, { posix, win32 } from 'node:path';
import { CountersignError } from './errors.ts';

const NAME = 'countersign';

/** Any one of these marks a folder as ours. */
const OUR_FILES = ['prepared.sqlite', 'discord.sqlite', 'sandbox-ledger.sqlite', 'sandbox-wallets.json', 'compiled'];

/** Bits of a mode. */
const OWNER = 0o700;
const OTHERS = 0o077;
const ANYBODY_WRITES = 0o002;
const STICKY = 0o1000;
const ALL_BITS = 0o7777;

/**
 * Sources: the XDG base directory specification (which says to ignore relative values), Apple's file system
 * guide, and Windows' known folders.
 * @param home asked for only where it is needed: a process may have none
 */
export function platformDataDir(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
  home: () => string = homedir,
): string {
  switch (platform) {
    case 'win32': {
      const local = env['LOCALAPPDATA'] ?? '';
      return win32.join(win32.isAbsolute(local) ? local : win32.join(home(), 'AppData', 'Local'), NAME);
    }
    case 'darwin':
      return posix.join(home(), 'Library', 'Application Support', NAME);
    default: {
      const data = env['XDG_DATA_HOME'] ?? '';
      return posix.join(posix.isAbsolute(data) ? data : posix.join(home(), '.local', 'share'), NAME);
    }
  }
}

/**
 * Makes a folder and those above it, readable by its owner alone. One that stood before is closed to other users, and
 * refused where it is not this user's to close. Windows has no modes: there the folder inherits its profile's access.
 * @throws CountersignError STORE_UNUSABLE for a folder of another user, one that others may replace or write to, or
 *   one that is shared with other programs
 * @throws NodeJS.ErrnoException where it cannot be made
 */
export function makeDataDir(folder: string): void {
  makeFolder(folder);
  const user = process.geteuid?.();
  if (user === undefined) return;
  const named = lstatSync(folder);
  // Whoever owns a symbolic link decides which folder it leads to. Root's are part of the system.
  if (named.isSymbolicLink() && named.uid !== 0) requireOwner(folder, named, user);
  const real = realpathSync(folder);
  const found = statSync(real);
  requireOwner(folder, found, user);
  requireSteadyPath(folder, realpathSync(path.dirname(path.resolve(folder))));
  if (named.isSymbolicLink()) requireSteadyPath(folder, path.dirname(real));
  if ((found.mode & OTHERS) !== 0) closeFolder(folder, real, user);
}

/**
 * Closes a file of the data folder to other users, if it exists. By its name, which is safe in a folder that
 * `makeDataDir` checked: closing a descriptor of it would drop the locks that SQLite holds on it in this process.
 * @throws CountersignError STORE_UNUSABLE for another user's file, a link, or a mode that cannot be changed
 */
export function restrictFile(file: string): void {
  const user = process.geteuid?.();
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (user === undefined || found === undefined) return;
  const remedy = 'Find out who put it there, then move it away.';
  if (!found.isFile()) throw unusable(`${file} is not a regular file.`, remedy);
  if (found.uid !== user) throw unusable(`${file} belongs to another user (uid ${found.uid}).`, remedy);
  if ((found.mode & OTHERS) === 0) return;
  try {
    chmodSync(file, found.mode & OWNER);
  } catch (error) {
    // Another process of ours may have closed its database, which removes the log.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  if (((lstatSync(file, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS) !== 0) throw fixedMode(file, found);
}

/** Level by level: Node's own recursive way never comes back from a file system that refuses, like /proc (Node 24). */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: OWNER });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    const parent = path.dirname(folder);
    if (code !== 'ENOENT' || parent === folder) throw error;
    makeFolder(parent);
    mkdirSync(folder, { mode: OWNER });
  }
}

function requireOwner(folder: string, { uid }: Stats, user: number): void {
  if (uid === user) return;
  const message = `The folder ${folder} belongs to another user (uid ${uid}).`;
  throw user === 0
    ? unusable(
        `${message} Files that root (sudo) made in it would lock that user out.`,
        'Run without sudo as its owner, or choose a folder of root’s own with COUNTERSIGN_DATA_DIR.',
      )
    : unusable(message, 'Choose a folder of your own with COUNTERSIGN_DATA_DIR.');
}

/** Who may write to a folder above can put another one in this one's place, unless a sticky bit forbids it. */
function requireSteadyPath(folder: string, parent: string): void {
  const { mode } = statSync(parent);
  if ((mode & ANYBODY_WRITES) !== 0 && (mode & STICKY) === 0) {
    throw unusable(
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
    // /tmp, /opt or a home folder, named by mistake, must not be taken from those who use it.
    if ((found.mode & STICKY) !== 0 || (names.length > 0 && !names.some((name) => OUR_FILES.includes(name)))) {
      throw unusable(
        `The folder ${folder} is open to other users (mode ${octal(found.mode)}) and not Countersign’s alone.`,
        `Choose a folder for Countersign alone with COUNTERSIGN_DATA_DIR. If only you use this one: chmod 700 ${folder}`,
      );
    }
    fchmodSync(descriptor, found.mode & OWNER);
    if ((fstatSync(descriptor).mode & OTHERS) !== 0) throw fixedMode(folder, found);
  } finally {
    closeSync(descriptor);
  }
}

/** Some file systems have no modes, or a fixed one for all of their files. */
function fixedMode(entry: string, { mode }: Stats): CountersignError {
  return unusable(
    `${entry} is open to other users (mode ${octal(mode)}), and its file system does not let that be changed.`,
    'Choose a folder on another file system with COUNTERSIGN_DATA_DIR.',
  );
}

function octal(mode: number): string {
  return (mode & ALL_BITS).toString(8);
}

function unusable(message: string, remedy: string): CountersignError {
  return new CountersignError('STORE_UNUSABLE', { message, remedy });
}
