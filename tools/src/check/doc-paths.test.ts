/** The documents name only files that exist. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/**/*.md', 'packages/*/README.md'];
const PATH = /`((?:packages|tools|tests|docs|core\/src)\/[^`\s*]*)`/g;

/** The paths of the repository that a text names in backticks, and that do not exist. */
function missingPaths(text: string): string[] {
  const named = [...text.matchAll(PATH)].map(([, path]) => path as string);
  return named.filter((path) => !isBuilt(path) && !existsSync(join(root, path)));
}

/** Built by `pnpm build`, so a fresh checkout does not have it. */
const isBuilt = (path: string) => path.split('/').includes('dist');

test.each(globSync(DOCUMENTS, { cwd: root }).sort())('%s names no path that does not exist', (document) => {
  expect(missingPaths(readFileSync(join(root, document), 'utf8'))).toEqual([]);
});

test('a path that does not exist is found', () => {
  const text = 'In `packages/core/src/gone.ts` and `core/src/text`, not in `docs/errors.md`, `tests` or `docs/*.md`.';
  expect(missingPaths(text)).toEqual(['packages/core/src/gone.ts', 'core/src/text']);
});
