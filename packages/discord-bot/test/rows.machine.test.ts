/** The bot's rows in the database that several machines share. In its own file: rows.test.ts. */
import { hasPostgres, newDatabase, runSql } from '@countersign/testkit/postgres/databases';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openSharedState } from '../src/state/state.ts';
import { describeBotRows } from './rows.ts';

describe.runIf(hasPostgres)('with PostgreSQL', () => {
  describeBotRows('PostgreSQL', () => {
    const url = newDatabase();
    return async (now) => {
      const state = await openSharedState(await url, 'sandbox', now);
      onTestFinished(() => state.close());
      return state;
    };
  });

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
