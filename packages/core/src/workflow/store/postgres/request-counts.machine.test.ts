import { hasPostgres, newDatabase } from '@countersign/testkit/postgres/databases';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../platform/postgres/database.ts';
import { openPostgresStore } from './postgres-store.ts';
import { postgresRequestCounts } from './request-counts.ts';

/** As two processes see it: each has connections of its own. */
async function openTwo() {
  const url = await newDatabase();
  const store = await openPostgresStore(await openDatabase(url), 'sandbox');
  const databases = [await openDatabase(url), await openDatabase(url)] as const;
  onTestFinished(async () => {
    await Promise.all(databases.map(({ close }) => close()));
    await store.close();
  });
  const [one, other] = databases.map(postgresRequestCounts);
  return { one, other, query: databases[0].query } as Required<{
    one: ReturnType<typeof postgresRequestCounts>;
    other: ReturnType<typeof postgresRequestCounts>;
    query: (typeof databases)[0]['query'];
  }>;
}

describe.runIf(hasPostgres)('requests counted in PostgreSQL', () => {
  test('allows two processes no more simultaneous requests than one', async () => {
    const { one, other } = await openTwo();
    const waits = await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? one : other).take('ada', 10)),
    );
    expect(waits.filter((ms) => ms === 0)).toHaveLength(10);
    for (const ms of waits.filter((each) => each > 0)) expect(ms).toBeLessThanOrEqual(60_000);
    expect(await other.take('ben', 10)).toBe(0);
  });

  test('a request that was given back, and one that is a minute old, make room', async () => {
    const { one, other, query } = await openTwo();
    expect([await one.take('ada', 2), await other.take('ada', 2)]).toEqual([0, 0]);
    expect(await one.take('ada', 2)).toBeGreaterThan(55_000);
    await other.giveBack('ada');
    expect([await one.take('ada', 2), (await one.take('ada', 2)) > 0]).toEqual([0, true]);
    await query("UPDATE request_count SET times[1] = clock_timestamp() - interval '61 s'");
    expect([await one.take('ada', 2), (await one.take('ada', 2)) > 0]).toEqual([0, true]);
  });

  test('keeps nothing of a person who has not asked lately', async () => {
    const { one, query } = await openTwo();
    await one.take('ada', 1);
    await one.take('ben', 1);
    await one.take('eve', 1);
    await one.giveBack('eve');
    await query("UPDATE request_count SET times = ARRAY[clock_timestamp() - interval '61 s'] WHERE key = 'ada'");
    await one.sweep();
    expect(await query('SELECT key FROM request_count')).toEqual([{ key: 'ben' }]);
  });
});
