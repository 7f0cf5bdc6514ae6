import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ERROR_CATALOGUE, XDR_REASONS } from '@countersign/core/errors';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { beforeEach, expect, test } from 'vitest';
import { generatedFiles, staleFiles } from './generated-files.ts';

const root = resolve(import.meta.dirname, '../../..');
let copy: string;

beforeEach(async () => {
  copy = temporaryFolder();
  for (const { path } of generatedFiles()) {
    await mkdir(dirname(join(copy, path)), { recursive: true });
    await cp(join(root, path), join(copy, path));
  }
});

test('finds no stale file in the commit', async () => {
  expect((await staleFiles(root)).map(({ path }) => path)).toEqual([]);
});

test.each(generatedFiles().map(({ path }) => path))(
  '%s is stale when it differs, and when it is gone',
  async (path) => {
    await writeFile(join(copy, path), 'something older\n');
    expect((await staleFiles(copy)).map((file) => file.path)).toEqual([path]);
    await rm(join(copy, path));
    expect((await staleFiles(copy)).map((file) => file.path)).toEqual([path]);
  },
);

test('the error tables have a row of five cells for each code and one of three for each reason', () => {
  const tables = generatedFiles().find(({ path }) => path === 'docs/errors.md')?.content ?? '';
  const rows = tables.split('\n').filter((line) => line.startsWith('| `'));
  const cells = rows.map((row) => row.split(/(?<!\\)\|/).length - 2);
  expect(cells).toEqual([...Object.keys(ERROR_CATALOGUE).map(() => 5), ...Object.keys(XDR_REASONS).map(() => 3)]);
});
