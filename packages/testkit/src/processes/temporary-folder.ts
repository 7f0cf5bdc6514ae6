import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

/** An empty folder that goes with the test. */
export const temporaryFolder = (): string => newFolder(onTestFinished);

/** An empty folder for all tests of a file; what they open in it closes first. */
export const folderOfFile = (): string => newFolder(afterAll);

function newFolder(atEnd: (remove: () => void) => void): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-test-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
