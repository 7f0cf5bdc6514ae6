/** Part of `pnpm check`: every import of the sources, against the doors. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brokenDoors } from './imports.ts';

const root = resolve(import.meta.dirname, '../../..');
// With what is not committed yet, and without what git ignores.
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
});
const files = listed.split('\n').filter((file) => /\.ts$|package\.json$/.test(file));
const broken = brokenDoors({ files: [...new Set(files)], read: (file) => readFileSync(join(root, file), 'utf8') });

for (const { file, line, why } of broken) process.stderr.write(`${file}:${line} ${why}\n`);
if (broken.length > 0) {
  process.stderr.write('Which room may import which stands in tools/src/check/doors.ts.\n');
  process.exitCode = 1;
}
