/** The bot's rows in its own file, and in the database that several machines share. */
import { setTimeout as sleep } from 'node:timers/promises';
import { hasPostgres, newDatabase, runSql } from '@countersign/testkit/postgres/databases';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import type { NewPlace } from '@countersign/testkit/specifications/bot/cards';
import { describeBotRows } from '@countersign/testkit/specifications/bot/rows';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openSharedState, openState, type State } from '../src/state/state.ts';

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

  test('lets one of several processes hear Discord, and another after its time, or when it lets go', async () => {
    const open = inDatabase();
    const processes = await Promise.all([open(), open(), open()]);
    const [{ listening: rows } = { listening: undefined }] = processes;
    const taken = processes.map(({ listening }, index) => listening?.take('all', `${index}`, 60_000));
    const outcomes = await Promise.all(taken);
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    const holder = `${outcomes.indexOf(true)}`;
    expect(await rows?.take('all', 'late', 60_000)).toBe(false);
    expect(await rows?.take('0-3/8', 'late', 60_000)).toBe(true);
    expect(await rows?.take('all', holder, 20)).toBe(true);
    await sleep(50);
    expect(await rows?.take('all', 'late', 60_000)).toBe(true);
    expect(await rows?.take('all', holder, 60_000)).toBe(false);
    await rows?.resign('all', holder);
    expect(await rows?.take('all', holder, 60_000)).toBe(false);
    await rows?.resign('all', 'late');
    expect(await rows?.take('all', holder, 60_000)).toBe(true);
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
