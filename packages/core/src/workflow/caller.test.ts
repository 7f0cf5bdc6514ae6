import { afterEach, expect, test, vi } from 'vitest';
import { CountersignError, type ErrorCode } from '../errors/errors.ts';
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

/** Ends with this error when it is aborted, and never otherwise. */
const endingWith = (code: ErrorCode) => (call: () => { readonly signal?: AbortSignal | undefined }) =>
  new Promise<never>((_, reject) => {
    call().signal?.addEventListener('abort', () => reject(new CountersignError(code)));
  });

test('says that time ran out for what knows only a signal, unless the caller cancelled or it failed for another reason', async () => {
  const begun = performance.now() - 45_400;
  const parts = { now: Date.now, scanner };
  for (const [code, shown] of [
    ['CANCELLED', 'SERVICE_TIMEOUT'],
    ['TRANSACTION_CHANGED', 'TRANSACTION_CHANGED'],
  ] as const) {
    await expect(runCall(parts, {}, { begun }, endingWith(code))).rejects.toMatchObject({ code: shown });
  }
  const caller = new AbortController();
  const cancelled = runCall(parts, {}, { signal: caller.signal }, endingWith('CANCELLED'));
  caller.abort();
  await expect(cancelled).rejects.toMatchObject({ code: 'CANCELLED' });
});
