/** Waiting for a prepared request: when it ends, with what, and how often it looks meanwhile. */
import { failure, openDesk as openScripted, prepared } from '@countersign/testkit/desk/scripted-desk';
import { requestInput } from '@countersign/testkit/fixtures/deploy-fixture';
import { afterEach, expect, test, vi } from 'vitest';

/** Of a whole wait of 30 s there would be far more. */
const FEW_LOOKS = 12;

afterEach(() => vi.useRealTimers());

async function openDesk() {
  const { desk, parts } = await openScripted({}, prepared());
  const { id, transactionHash } = await desk.prepare('deploy', requestInput());
  return { desk, id, transactionHash, store: parts.store };
}

/** Does something at the second look, and counts them all. */
function atSecondLook(act: () => void = () => {}) {
  let looks = 0;
  const onProgress = () => {
    looks += 1;
    if (looks === 2) act();
  };
  return { onProgress, count: () => looks };
}

test('ends as soon as it is settled, also by another process', async () => {
  const { desk, id, transactionHash, store } = await openDesk();
  const looks = atSecondLook(() => void store.decide(transactionHash, { state: 'settled' }));
  expect((await desk.waitFor(id, 30_000, looks)).status).toBe('settled');
  expect(looks.count()).toBeLessThan(FEW_LOOKS);
});

test('ends as soon as it is sent, and as soon as that differs from what the caller saw', async () => {
  const { desk, id, transactionHash, store } = await openDesk();
  const seen = { status: 'prepared', transactionHash } as const;
  for (const act of [() => void store.claim(transactionHash, 'signed', 60_000), () => {}]) {
    const looks = atSecondLook(act);
    expect((await desk.waitFor(id, 30_000, { seen, ...looks })).status).toBe('sending');
    expect(looks.count()).toBeLessThan(FEW_LOOKS);
  }
});

test('goes on while it is sent, where the caller has shown nothing', async () => {
  const { desk, id, transactionHash, store } = await openDesk();
  const looks = atSecondLook();
  const waiting = desk.waitFor(id, 20_000, looks);
  await expect.poll(looks.count).toBeGreaterThan(0);
  await store.claim(transactionHash, 'signed', 60_000);
  const before = looks.count();
  await expect.poll(() => looks.count() - before).toBeGreaterThanOrEqual(2);
  await store.decide(transactionHash, { state: 'settled' });
  expect((await waiting).status).toBe('settled');
});

test('ends after the requested time with the current state, and after 30 s at most', async () => {
  const { desk, id, transactionHash } = await openDesk();
  expect((await desk.waitFor(id, 0)).status).toBe('prepared');
  expect((await desk.waitFor(transactionHash, 50)).status).toBe('prepared');
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  const waiting = desk.waitFor(id, 3_600_000);
  await vi.advanceTimersByTimeAsync(30_500);
  expect((await waiting).status).toBe('prepared');
});

test('can be cancelled', async () => {
  const { desk, id } = await openDesk();
  const controller = new AbortController();
  const looks = atSecondLook(() => controller.abort());
  const cancelled = failure(desk.waitFor(id, 30_000, { signal: controller.signal, ...looks }));
  expect((await cancelled).code).toBe('CANCELLED');
  expect(looks.count()).toBeLessThan(FEW_LOOKS);
});
