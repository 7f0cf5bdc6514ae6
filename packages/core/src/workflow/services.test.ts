import { expect, test } from 'vitest';
import { createEscrowClient } from '../service/index.ts';
import { oneService, visitorsShare } from './services.ts';

/** What visitors of a service with such a quota must wait, one after the other. */
function visitorsOf(requestsPerMinute: number) {
  const clock = { now: 0 };
  const service = createEscrowClient({
    baseUrl: 'http://127.0.0.1:1',
    apiKey: 'a-key-that-was-chosen',
    accessToken: 'a-token-that-was-chosen',
    requestsPerMinute,
  });
  const take = visitorsShare(oneService(service), undefined, () => clock.now);
  const waits = async (...uses: readonly ('step' | 'read')[]) => {
    const found: number[] = [];
    for (const use of uses) found.push(await take(use));
    return found;
  };
  return { clock, waits };
}

test('visitors get a tenth of the quota in any minute, and half of that to read', async () => {
  const { clock, waits } = visitorsOf(40);
  expect(await waits('read', 'read', 'read')).toEqual([0, 0, 60_000]);
  clock.now = 1_000;
  expect(await waits('step', 'step', 'step', 'read')).toEqual([0, 0, 59_000, 59_000]);
  clock.now = 60_000;
  expect(await waits('step', 'step', 'step')).toEqual([0, 0, 1_000]);
  // A clock that is set back does not stop them.
  clock.now = 500;
  expect(await waits('step')).toEqual([0]);
});

test('a small service leaves visitors one step, and no read', async () => {
  const { waits } = visitorsOf(10);
  expect(await waits('read', 'step', 'step')).toEqual([60_000, 0, 60_000]);
});
