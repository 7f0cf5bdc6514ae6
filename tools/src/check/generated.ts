/** Writes the generated files (`pnpm fix`); with `--check` (`pnpm check`) it fails if one is stale. */
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { staleFiles } from './generated-files.ts';

const root = resolve(import.meta.dirname, '../../..');
const checking = process.argv.includes('--check');

for (const { path, content } of await staleFiles(root)) {
  if (checking) {
    process.stderr.write(`${path} is stale: run \`pnpm fix\` and commit it.\n`);
    process.exitCode = 1;
  } else {
    await writeFile(join(root, path), content);
    process.stdout.write(`wrote ${path}\n`);
  }
}
