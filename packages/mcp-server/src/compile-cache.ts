/** Keeps compiled code between starts: a host starts the server for every conversation, and waits for it. */
import { existsSync, lstatSync, rmSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join, resolve } from 'node:path';
import { platformDataDir } from '@countersign/core/platform/platform-data-dir';
import { makePrivateFolder } from '@countersign/core/platform/private-entries';
import { givenValue } from '@countersign/core/settings/given-value';

/**
 * Kept in the data folder, which only its owner can write: in a shared folder, code that somebody else left would be
 * run. Only if that folder exists, since the settings that name it are not checked yet; so the second start keeps the
 * code, and the third start gains.
 * @returns why nothing is kept, if the folder is not safe; the server works without it
 */
export function keepCompiledCode(env: NodeJS.ProcessEnv): string | undefined {
  try {
    const configured = givenValue(env['COUNTERSIGN_DATA_DIR']);
    const dataDir = configured === undefined ? platformDataDir(env) : resolve(configured);
    if (!existsSync(dataDir)) return undefined;
    makePrivateFolder(dataDir);
    const folder = join(dataDir, 'compiled');
    if (isOpenToOthers(folder)) rmSync(folder, { recursive: true });
    // Created here first: Node would make it readable by all, and hangs on a file system that refuses.
    makePrivateFolder(folder);
    enableCompileCache(folder);
    return undefined;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : 'unknown error';
  }
}

/** Anybody may have put code there, so it is deleted. Another user's folder is left to `makePrivateFolder`. */
function isOpenToOthers(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === process.geteuid?.() && (found.mode & 0o077) !== 0;
}

/** Writes what was compiled so far: a host may end the process without a warning. */
export function saveCompiledCode(): void {
  flushCompileCache();
}
