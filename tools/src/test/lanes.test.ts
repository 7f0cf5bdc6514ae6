import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { LANES, laneProjects } from './lanes.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const files = globSync('{packages,tools,tests,evals}/**/*.test.ts', { cwd: root, exclude: ['**/node_modules'] });

const lanesOf = (file: string) =>
  laneProjects()
    .filter(({ include, exclude }) => {
      const isIn = (globs: readonly string[]) => globs.some((glob) => path.matchesGlob(file, glob));
      return isIn(include) && !isIn(exclude);
    })
    .map(({ name }) => name);

test('every test file belongs to exactly one lane', () => {
  expect(files.length).toBeGreaterThan(400);
  expect(files.filter((file) => lanesOf(file).length !== 1)).toEqual([]);
});

test('every lane has test files', () => {
  const used = new Set(files.flatMap(lanesOf));
  expect(LANES.map(({ name }) => name).filter((name) => !used.has(name))).toEqual([]);
});

test('no quick lane starts a process, a database or, but for the smoke tests and the states, a browser', () => {
  const slow = /from '.*\/(?:processes\/start-process|postgres\/databases|tools\/run-tool|page\/browser)'/;
  const quick = LANES.filter(({ isQuick, name }) => isQuick && name !== 'smoke' && name !== 'states').map(
    ({ name }) => name,
  );
  const found = files.filter(
    (file) => quick.includes(String(lanesOf(file)[0])) && slow.test(readFileSync(path.join(root, file), 'utf8')),
  );
  expect(found).toEqual([]);
});
