/** The protocol's own conformance suite, as a script. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HOME = dirname(fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/package.json')));
export const SUITE = join(HOME, 'dist/index.js');
