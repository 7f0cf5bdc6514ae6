/** The bot's rows in its own file, and in the database that several machines share. */
import { hasPostgres, newDatabase, runSql } from '@countersign/testkit/postgres/databases';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openSharedState, openState, type State } from '../src/state/state.ts';
import { describeBotRows } from './rows.ts';
import type { NewPlace } from './rows-of-cards.ts';

function closedAfter(state: State): State {
  onTestFinished(() => state.close());
  return state;
}

const inFolder: NewPlace = () => {
  const folder = temporaryFolder();
  return async (now) => closedAfter(openState(folder, 'sandbox', now));
};

const inDatabase: NewPlace = () => {
  const url = newDatabase();
  return async (now) => closedAfter(await openSharedState(await url, 'sandbox', now));
};

describeBotRows('SQLite', inFolder);

describe.runIf(hasPostgres)('with PostgreSQL', () => {
  describeBotRows('PostgreSQL', inDatabase);

  test('tables of a newer version are left as they are', async () => {
    const url = await newDatabase();
    await (await openSharedState(url, 'sandbox')).close();
    await runSql(url, 'UPDATE countersign.bot_version SET number = 999');
    await expect(openSharedState(url, 'sandbox')).rejects.toMatchObject({
      code: 'STORE_UNUSABLE',
      message: expect.stringContaining('version 999'),
    });
  });
});
