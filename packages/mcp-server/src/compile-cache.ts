/** Compiled code kept between starts: a host starts the server anew for every conversation, and waits for it. */
import { existsSync, lstatSync, rmSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join, resolve } from 'node:path';
import { platformDataDir } from '@countersign/core/platform/platform-data-dir';
import { makePrivateFolder } from '@countersign/core/platform/private-entries';
import { givenValue } from '@countersign/core/settings/given-value';

/**
 * In the data folder, which only its owner can write: compiled code that somebody else left in a shared folder would
 * be run. Only where that folder stands already, since the settings that name it are not checked yet; so it is the
 * second start that keeps, and the third that gains.
 * @returns why nothing is kept, if the folder is not safe; the server works without it
 */
export function keepCompiledCode(env: NodeJS.ProcessEnv): string | undefined {
  try {
    const given = givenValue(env['COUNTERSIGN_DATA_DIR']);
    const dataDir = given === undefined ? platformDataDir(env) : resolve(given);
    if (!existsSync(dataDir)) return undefined;
    makePrivateFolder(dataDir);
    const folder = join(dataDir, 'compiled');
    if (isOpenToOthers(folder)) rmSync(folder, { recursive: true });
    // Made here first: Node would make it readable by all, and never comes back from a file system that refuses.
    makePrivateFolder(folder);
    enableCompileCache(folder);
    return undefined;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : 'unknown error';
  }
}

/** Anybody may have put code there, so it is emptied. Another user's folder is left to `makePrivateFolder`. */
function isOpenToOthers(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === process.geteuid?.() && (found.mode & 0o077) !== 0;
}

/** Writes what was compiled so far: a host may end the process without a warning. */
export function saveCompiledCode(): void {
  flushCompileCache();
}
