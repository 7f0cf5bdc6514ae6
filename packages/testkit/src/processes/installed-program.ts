/** Programs that only a few slow tests run: they install them, so that no clone carries 260 MB more. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const PROGRAMS = join(import.meta.dirname, '../../programs');
const ROOT = join(import.meta.dirname, '../../../..');

/**
 * A file of a package in `programs/package.json`, with the versions and hashes of its lock file.
 * @param file such as `node_modules/a-package/cli.js`
 */
export function installedProgram(file: string): string {
  const version = createHash('sha256')
    .update(readFileSync(join(PROGRAMS, 'pnpm-lock.yaml')))
    .digest('hex');
  const folder = join(ROOT, 'node_modules/.cache', `programs-${version.slice(0, 16)}`);
  if (!existsSync(folder)) install(folder);
  return realpathSync(join(folder, file));
}

function install(folder: string): void {
  const part = `${folder}.${process.pid}`;
  cpSync(PROGRAMS, part, { recursive: true, filter: (source) => !source.endsWith('node_modules') });
  const args = ['-y', 'pnpm@12.21.0', 'install', '--frozen-lockfile'];
  const { status, stdout, stderr } = spawnSync('npx', args, { cwd: part, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The programs of ${PROGRAMS} could not be installed: ${stdout}${stderr}`);
  try {
    renameSync(part, folder);
  } catch (cause) {
    // Another worker was faster.
    if (!existsSync(folder)) throw cause;
    rmSync(part, { recursive: true });
  }
}
