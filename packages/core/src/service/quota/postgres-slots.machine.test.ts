import { setTimeout as sleep } from 'node:timers/promises';
import { hasPostgres, newDatabase } from '@countersign/testkit/postgres/databases';
import { call, type Span } from '@countersign/testkit/service/quota-call';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../platform/database.ts';
import { openDatabase } from '../../platform/postgres/database.ts';
import { postgresSlots, QUOTA_TABLES } from './postgres-slots.ts';
import { createSharedQuota } from './shared-quota.ts';

/** As in production, but for the window: a second here. */
const TIMES = { holdMs: 1_000, leaseMs: 1_000 };
const MOST = 10;

/** Several processes, as the database sees them: each has connections of its own. */
async function openAll(count: number): Promise<Database[]> {
  const url = await newDatabase();
  const databases = await Promise.all(Array.from({ length: count }, () => openDatabase(url)));
  onTestFinished(async () => void (await Promise.all(databases.map((database) => database.close()))));
  await databases[0]?.query(`CREATE SCHEMA countersign; ${QUOTA_TABLES}`);
  return databases;
}

/** As the service may count: a request at any time from its start to its end. */
function mostWithin(spans: readonly Span[], windowMs: number): number {
  const inWindow = spans.map(({ start }) =>
    spans.filter((other) => other.end >= start - windowMs && other.start <= start),
  );
  return Math.max(0, ...inWindow.map((each) => each.length));
}

describe.runIf(hasPostgres)('places in PostgreSQL', () => {
  test('several processes together make no more requests than one may, and waste none', async () => {
    const databases = await openAll(4);
    const quotas = databases.map((database) =>
      createSharedQuota(MOST, postgresSlots(database, 'key', MOST, TIMES), undefined, TIMES),
    );
    const spans: Span[] = [];
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, index) => {
        const quota = quotas[index % 4] as (typeof quotas)[number];
        // Six rounds of a window and a request each; more than twice that would be a waste.
        return call(quota, spans, { latency: 50 + (index % 5) * 20, budget: 25_000, job: { priority: index % 3 } });
      }),
    );
    expect(outcomes.filter(({ result }) => result !== 'done')).toEqual([]);
    expect(mostWithin(spans, TIMES.holdMs - 50)).toBeLessThanOrEqual(MOST);
  });

  test('sends go before the reads of other processes', async () => {
    const [one, other] = await openAll(2);
    const quotaOf = (database: Database | undefined) =>
      createSharedQuota(2, postgresSlots(database as Database, 'key', 2, TIMES), undefined, TIMES);
    const [reading, sending] = [quotaOf(one), quotaOf(other)];
    const spans: Span[] = [];
    await Promise.all([call(reading, spans), call(reading, spans)]);
    const order: string[] = [];
    const note = (name: string) => () => void order.push(name);
    await Promise.all([
      ...Array.from({ length: 6 }, () => call(reading, spans, { job: { priority: 2 } }).then(note('read'))),
      ...Array.from({ length: 4 }, () => call(sending, spans, { job: { priority: 0 } }).then(note('sent'))),
    ]);
    expect(order.slice(0, 6).filter((name) => name === 'sent')).toHaveLength(4);
  });

  test('a dead process’s place comes back, and a running request keeps its place', async () => {
    const [database] = (await openAll(1)) as [Database];
    const slots = postgresSlots(database, 'key', 2, TIMES);
    const begun = performance.now();
    const { leases } = await slots.take([{ priority: 0, count: 3 }]);
    expect(leases).toHaveLength(2);
    const [kept = ''] = leases;
    const takeBoth = async () => {
      await slots.prolong(kept);
      return (await slots.take([{ priority: 0, count: 2 }])).leases;
    };
    let back: readonly string[] = [];
    for (; back.length === 0; await sleep(50)) back = await takeBoth();
    expect(back).toHaveLength(1);
    expect(performance.now() - begun).toBeGreaterThan(TIMES.leaseMs + TIMES.holdMs - 50);
  });

  test('a pause holds for all', async () => {
    const [one, other] = (await openAll(2)) as [Database, Database];
    await postgresSlots(one, 'key', 2, TIMES).pause(5_000);
    const { leases, pausedForMs } = await postgresSlots(other, 'key', 2, TIMES).take([{ priority: 0, count: 1 }]);
    expect(leases).toEqual([]);
    expect(pausedForMs).toBeGreaterThan(3_000);
    expect((await postgresSlots(other, 'another key', 2, TIMES).take([{ priority: 0, count: 1 }])).leases).toHaveLength(
      1,
    );
  });
});
