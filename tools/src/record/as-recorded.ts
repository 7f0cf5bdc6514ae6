/** Compares a part of the record with its files in tests/record, as Vitest does with all snapshots in files. */
import { resolve } from 'node:path';
import { endClock, restartClock } from '@countersign/testkit/record/fixed-clock';
import { expect, test } from 'vitest';

const FOLDER = resolve(import.meta.dirname, '../../../tests/record');

/** @param make texts by the names of their files, made with a clock that begins at the same moment each time */
export function testRecord(
  title: string,
  make: () => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>,
  isPossible = true,
) {
  test.runIf(isPossible)(`${title} as recorded`, async ({ onTestFinished }) => {
    onTestFinished(endClock);
    restartClock();
    for (const [name, text] of Object.entries(await make()))
      await expect(text).toMatchFileSnapshot(resolve(FOLDER, name));
  });
}
