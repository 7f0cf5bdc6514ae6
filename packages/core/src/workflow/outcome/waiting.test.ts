/** Waiting for a prepared request: when it ends, with what, and how often it looks meanwhile. */
import { failure, openDesk, prepared } from '@countersign/testkit/desk/scripted-desk';
import { requestInput } from '@countersign/testkit/fixtures/deploy-fixture';
import { afterEach, expect, test, vi } from 'vitest';

/** Of a whole wait of 30 s there would be far more. */
const FEW_LOOKS = 12;

/** Does something at the progress of that number, and counts them all. */
function lookAt(number: number, act: () => void) {
  let looks = 0;
  const onProgress = () => {
    looks += 1;
    if (looks === number) act();
  };
  return { onProgress, count: () => looks };
}

afterEach(() => vi.useRealTimers());

test('ends as soon as it is settled, also by another process', async () => {
  const { desk, parts } = await openDesk({}, prepared());
  const preparedRequest = await desk.prepare('deploy', requestInput());
  const looks = lookAt(2, () => void parts.store.decide(preparedRequest.transactionHash, { state: 'settled' }));
  expect((await desk.waitFor(preparedRequest.id, 30_000, looks)).status).toBe('settled');
  expect(looks.count()).toBeLessThan(FEW_LOOKS);
});

test('ends as soon as it is sent, and as soon as that differs from what the caller saw', async () => {
  const { desk, parts } = await openDesk({}, prepared());
  const { id, transactionHash } = await desk.prepare('deploy', requestInput());
  const seen = { status: 'prepared', transactionHash } as const;
  const looks = lookAt(2, () => void parts.store.claim(transactionHash, 'signed', 60_000));
  expect((await desk.waitFor(id, 30_000, { seen, ...looks })).status).toBe('sending');
  expect(looks.count()).toBeLessThan(FEW_LOOKS);
  const none = lookAt(2, () => {});
  expect((await desk.waitFor(id, 30_000, { seen, ...none })).status).toBe('sending');
  expect(none.count()).toBeLessThan(FEW_LOOKS);
});

test('goes on while it is sent, where the caller has shown nothing', async () => {
  const { desk, parts } = await openDesk({}, prepared());
  const { id, transactionHash } = await desk.prepare('deploy', requestInput());
  let looks = 0;
  const onProgress = () => {
    looks += 1;
  };
  const waiting = desk.waitFor(id, 20_000, { onProgress });
  await expect.poll(() => looks).toBeGreaterThan(0);
  await parts.store.claim(transactionHash, 'signed', 60_000);
  const before = looks;
  await expect.poll(() => looks - before).toBeGreaterThanOrEqual(2);
  await parts.store.decide(transactionHash, { state: 'settled' });
  expect((await waiting).status).toBe('settled');
});

test('ends after the requested time with the current state', async () => {
  const { desk } = await openDesk({}, prepared());
  const preparedRequest = await desk.prepare('deploy', requestInput());
  expect((await desk.waitFor(preparedRequest.id, 0)).status).toBe('prepared');
  expect((await desk.waitFor(preparedRequest.transactionHash, 50)).status).toBe('prepared');
});

test('lasts 30 s at most, even if more was requested', async () => {
  const { desk } = await openDesk({}, prepared());
  const preparedRequest = await desk.prepare('deploy', requestInput());
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  const waiting = desk.waitFor(preparedRequest.id, 3_600_000);
  await vi.advanceTimersByTimeAsync(30_500);
  expect((await waiting).status).toBe('prepared');
});

test('can be cancelled', async () => {
  const { desk } = await openDesk({}, prepared());
  const preparedRequest = await desk.prepare('deploy', requestInput());
  const controller = new AbortController();
  const looks = lookAt(2, () => controller.abort());
  expect((await failure(desk.waitFor(preparedRequest.id, 30_000, { signal: controller.signal, ...looks }))).code).toBe(
    'CANCELLED',
  );
  expect(looks.count()).toBeLessThan(FEW_LOOKS);
});
