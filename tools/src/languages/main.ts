/** `pnpm languages`: how far each language is, what it lacks, and what changed in English after it was translated. */
import { resolve } from 'node:path';
import { cataloguesIn } from '../check/catalogues.ts';
import { runWithOptions } from '../command-line/run-with-options.ts';
import { report } from './translations.ts';

const USAGE = `usage: pnpm languages

  Prints for each language how many sentences it has, each that is missing, and each whose English changed in a later
  commit than its translation.`;

const root = resolve(import.meta.dirname, '../../..');

await runWithOptions({ usage: USAGE, options: {} }, async () => {
  process.stdout.write(`${report(root, cataloguesIn(root)).join('\n')}\n`);
});
