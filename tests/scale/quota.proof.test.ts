/**
 * Eight processes on one credential's quota, randomly killed, with a database that crashes: the service never counts
 * more than it allows in any window, refuses no one, and submissions go before reads.
 */
import { createRandom } from '@countersign/testkit/mutation/random';
import { postgresPrograms, startCluster } from '@countersign/testkit/postgres/cluster';
import { hasPostgres } from '@countersign/testkit/postgres/databases';
import { counted, isWhole, SEED } from '@countersign/testkit/proof/share';
import { startStandIn } from '@countersign/testkit/service/stand-in';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startChildren } from './children.ts';

type Arrival = {
  readonly kind: string;
  /** On `performance`'s clock, in milliseconds. */
  readonly at: number;
  /** How long the caller had waited for its place, as it says. */
  readonly waited: number;
};

/** A service that counts as the live one does: so many requests in any window, and 429 for what is beyond. */
async function startCountingService(allowed: number, windowMs: number) {
  const arrivals: Arrival[] = [];
  let refused = 0;
  const { url, close } = await startStandIn((response, { url: path, headers, at }) => {
    arrivals.push({ kind: path.slice(1), at, waited: Number(headers['x-waited']) });
    const isTooMuch = arrivals.filter((each) => each.at > at - windowMs).length > allowed;
    if (isTooMuch) refused += 1;
    setTimeout(() => response.writeHead(isTooMuch ? 429 : 200).end(), 5 + Math.random() * 40);
  });
  const within = (from: number) => arrivals.filter(({ at }) => at >= from && at < from + windowMs).length;
  return {
    url,
    arrivals,
    refused: () => refused,
    most: () => Math.max(0, ...arrivals.map(({ at }) => within(at))),
    close,
  };
}

const PROCESSES = isWhole ? 8 : 3;
const ALLOWED = 20;
const WINDOW_MS = 2_000;
const HOLD_MS = WINDOW_MS + 50;
/** A request that is silent for this long belongs to a dead process. */
const LEASE_MS = 2_000;
const SECONDS = isWhole ? 120 : 15;
const CRASHES = isWhole ? 6 : 2;
/** A place is asked for once a second, and what others want is known soon after, also on a busy machine. */
const SEEN_BY_ALL_MS = 3_000;
/** After a crash each process asks again when it learns of it. */
const AFTER_CRASH_MS = 4_000;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe.runIf(hasPostgres)('eight processes on one quota', () => {
  test('never exceed it in any window, get no 429, and submit first', async ({ task }) => {
    const cluster = await startCluster(postgresPrograms() as string);
    onTestFinished(() => cluster.remove());
    const service = await startCountingService(ALLOWED, WINDOW_MS);
    onTestFinished(() => service.close());
    const { openDatabase } = await import('@countersign/core/internal/platform/postgres/database');
    const { openPostgresStore } = await import('@countersign/core/internal/workflow/store/postgres/postgres-store');
    const store = await openPostgresStore(await openDatabase(cluster.url), 'sandbox', Date.now);
    await store.close();

    const random = createRandom(SEED);
    const script = new URL('./quota-child.ts', import.meta.url).pathname;
    const args = [cluster.url, service.url, `${ALLOWED}`, `${HOLD_MS}`, `${LEASE_MS}`];
    const children = startChildren(script, args, PROCESSES, (count) => random.below(count));
    onTestFinished(() => children.end());
    const crashes: number[] = [];
    let killed = 0;
    const begun = performance.now();
    while (performance.now() - begun < SECONDS * 1_000) {
      await sleep(700 + random.below(600));
      children.replaceOne();
      killed += 1;
      const isDue = crashes.length < CRASHES;
      if (isDue && performance.now() - begun > ((crashes.length + 1) * SECONDS * 1_000) / (CRASHES + 1)) {
        crashes.push(performance.now());
        cluster.crash();
        cluster.start();
      }
    }
    await children.end();

    expect(killed).toBeGreaterThan(isWhole ? 80 : 6);
    expect(crashes).toHaveLength(CRASHES);
    expect(service.most()).toBeLessThanOrEqual(ALLOWED);
    expect(service.refused()).toBe(0);
    // Killed processes and crashes cost places for a while; the rest is used.
    expect(service.arrivals.length).toBeGreaterThan((SECONDS * 1_000 * ALLOWED) / WINDOW_MS / 4);
    const sends = service.arrivals.filter(({ kind }) => kind === 'send');
    expect(sends.length).toBeGreaterThan(SECONDS / 2);
    const calm = (at: number) => crashes.every((crash) => at < crash || at > crash + AFTER_CRASH_MS);
    const overtaken = sends.filter(({ at, waited }) =>
      service.arrivals.some(
        (read) => read.kind === 'read' && read.at > at - waited + SEEN_BY_ALL_MS && read.at < at - 100 && calm(read.at),
      ),
    );
    expect(overtaken).toEqual([]);
    task.meta.figures = {
      proof: 'One quota for eight processes',
      rows: {
        'requests that the service counted': counted('over 300'),
        'processes killed': counted('over 80'),
        'crashes of the database': counted(CRASHES),
        'windows with more than it allows, and answers 429': 0,
        'sends that a read overtook': 0,
      },
    };
  });
});
