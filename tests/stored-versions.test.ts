/** A file of each version of the store, opened by this one: every escrow in it is listed. */
import { openSqliteStore, STORE_FORMAT } from '@countersign/core';
import { openDataFile } from '@countersign/core/platform/data-file';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { onTestFinished, test } from 'vitest';
import { expectAllListed, insertOf, storedRows } from './stored-versions.ts';

const VERSIONS = [...new Set(STORE_FORMAT.steps.map(({ version }) => version))];

test.each(VERSIONS)('lists every escrow of a file of version %i', async (version) => {
  const folder = temporaryFolder();
  const steps = STORE_FORMAT.steps.filter((step) => step.version <= version);
  const file = openDataFile(folder, { ...STORE_FORMAT, steps }, { synchronous: 'FULL' });
  for (const row of storedRows()) {
    const columns = file.prepare(`PRAGMA table_info("${row.table}")`).all();
    const { sql, values, isKnown } = insertOf(
      row,
      columns.map(({ name }) => String(name)),
      () => '?',
    );
    if (isKnown) file.prepare(sql).run(...values);
  }
  file.close();
  const store = openSqliteStore(folder, 'sandbox');
  onTestFinished(() => store.close());
  await expectAllListed(store);
});
