import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';

const NAME = 'countersign';

/**
 * Sources: the XDG base directory specification (which says to ignore relative values), Apple's file system
 * guide, and Windows' known folders.
 * @param home called only if needed: a process may have none
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
