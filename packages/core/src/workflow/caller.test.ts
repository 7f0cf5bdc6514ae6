import { afterEach, expect, test, vi } from 'vitest';
import { CountersignError } from '../errors/errors.ts';
import { createSecretScanner } from '../secrets/secrets.ts';
import { runCall } from './caller.ts';

const scanner = createSecretScanner(['the-credential-of-this-desk']);
const SEED = 'SBGWSG6BTNCKCOB3DIFBGCVMUPQFYPA2G4O34RMTB343OYPXU5DJDVMN';

afterEach(() => void vi.useRealTimers());

test('gives the service the rest of 45 s, even if the wall clock is set in the meantime', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const clock = { now: 1_000_000 };
  await runCall({ now: () => clock.now, scanner }, {}, {}, (call) => {
    expect(call().deadline).toBe(1_045_000);
    vi.advanceTimersByTime(5_000);
    clock.now = 500_000;
    expect(call().deadline).toBe(540_000);
  });
});

test('refuses a secret in the input, or in what came with it, before any work', async () => {
  const work = vi.fn();
  for (const [input, alsoScanned] of [
    [{ signer: SEED }, {}],
    [SEED, {}],
    [{}, { progressToken: SEED }],
  ] as const) {
    await expect(runCall({ now: Date.now, scanner }, input, { alsoScanned }, work)).rejects.toMatchObject({
      code: 'SECRET_REFUSED',
    });
  }
  expect(work).not.toHaveBeenCalled();
});

test('blacks out a credential in what the work gives', async () => {
  const own = await runCall({ now: Date.now, scanner }, {}, {}, () => ({ lines: ['the-credential-of-this-desk'] }));
  expect(own).toEqual({ lines: ['[credential]'] });
});

test('ends work that would not end otherwise', async () => {
  vi.useFakeTimers();
  const running = runCall({ now: Date.now, scanner }, {}, {}, () => new Promise<never>(() => {}));
  const ended = expect(running).rejects.toMatchObject({ code: 'SERVICE_TIMEOUT' });
  await vi.advanceTimersByTimeAsync(46_000);
  await ended;
});

test('counts from when the call began, also before the desk was asked', async () => {
  const begun = performance.now() - 20_000;
  await runCall({ now: () => 1_000_000, scanner }, {}, { begun }, (call) => {
    expect(call().deadline).toBeLessThanOrEqual(1_025_000);
    expect(call().deadline).toBeGreaterThan(1_020_000);
  });
});

test('ends what knows only a signal, and says that time ran out rather than that the caller cancelled', async () => {
  const begun = performance.now() - 45_400;
  const waiting = (signal: AbortSignal | undefined) =>
    new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(new CountersignError('CANCELLED')));
    });
  const parts = { now: Date.now, scanner };
  await expect(runCall(parts, {}, { begun }, (call) => waiting(call().signal))).rejects.toMatchObject({
    code: 'SERVICE_TIMEOUT',
  });
  const caller = new AbortController();
  const cancelled = runCall(parts, {}, { signal: caller.signal }, (call) => waiting(call().signal));
  caller.abort();
  await expect(cancelled).rejects.toMatchObject({ code: 'CANCELLED' });
});

test('an error that comes when time is over stays what it is', async () => {
  const begun = performance.now() - 45_400;
  const failing = (signal: AbortSignal | undefined) =>
    new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(new CountersignError('TRANSACTION_CHANGED')));
    });
  await expect(
    runCall({ now: Date.now, scanner }, {}, { begun }, (call) => failing(call().signal)),
  ).rejects.toMatchObject({ code: 'TRANSACTION_CHANGED' });
});
