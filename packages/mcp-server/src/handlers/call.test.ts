import { expect, test } from 'vitest';
import { createProgress } from './call.ts';

test('reports a wait for the quota between parts of a call, each time with higher progress', () => {
  const sent: object[] = [];
  const { onProgress, onWait } = createProgress('get_balances', 'a', async (progress) => void sent.push(progress));
  onWait?.(40_600);
  onProgress?.(20, 50);
  onWait?.(12_000);
  onProgress?.(40, 50);
  expect(sent).toEqual([
    { progressToken: 'a', progress: 0, message: 'Waiting for the service’s quota: about 41 s' },
    { progressToken: 'a', progress: 20, total: 50, message: '20 of 50 balances read' },
    { progressToken: 'a', progress: 20.5, message: 'Waiting for the service’s quota: about 12 s' },
    { progressToken: 'a', progress: 40, total: 50, message: '40 of 50 balances read' },
  ]);
});

test('sends nothing where the host asked for no progress', () => {
  expect(createProgress('get_balances', undefined, async () => {})).toEqual({});
});
