/** Compiled code kept between starts: a host starts the server anew for every conversation, and waits for it. */
import { existsSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join, resolve } from 'node:path';
import { makeDataDir, platformDataDir } from '@countersign/core/data-dir';

/**
 * In the data folder, which only its owner can write: compiled code that somebody else left in a shared temporary
 * folder would be run. Only where that folder stands already, since the settings that name it are not checked yet;
 * so it is the second start that keeps, and the third that gains.
 */
export function keepCompiledCode(env: NodeJS.ProcessEnv): void {
  try {
    const given = env['COUNTERSIGN_DATA_DIR']?.trim();
    const dataDir = given ? resolve(given) : platformDataDir(env);
    if (!existsSync(dataDir)) return;
    // Made here first: Node would make it readable by all, and never comes back from a file system that refuses.
    makeDataDir(join(dataDir, 'compiled'));
    enableCompileCache(join(dataDir, 'compiled'));
  } catch {
    // What is wrong with the data folder is told by the first call that needs it.
  }
}

/** Writes what was compiled so far: a host may end the process without a warning. */
export function saveCompiledCode(): void {
  flushCompileCache();
}
