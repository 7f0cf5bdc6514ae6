/** Fails where a regular expression of the product can take more than linear time (`pnpm check`). */
import { resolve } from 'node:path';
import { findExpressions, slowQuantifiers } from '../expressions/find-expressions.ts';

for (const { place, expression } of await findExpressions(resolve(import.meta.dirname, '../../..'))) {
  for (const problem of slowQuantifiers(expression)) {
    process.stderr.write(`${place}: in ${expression} ${problem}.\n`);
    process.exitCode = 1;
  }
}
