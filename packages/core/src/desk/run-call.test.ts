import { afterEach, expect, test, vi } from 'vitest';
import { createSecretScanner } from '../secrets/secrets.ts';
import { runCall } from './run-call.ts';

const scanner = createSecretScanner(['the-credential-of-this-desk']);
const SEED = 'SBGWSG6BTNCKCOB3DIFBGCVMUPQFYPA2G4O34RMTB343OYPXU5DJDVMN';

afterEach(() => void vi.useRealTimers());

test('the service gets what is left of 45 s, however often the wall clock is set meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const clock = { now: 1_000_000 };
  const { signal } = new AbortController();
  await runCall({ now: () => clock.now, scanner }, {}, { signal }, (call) => {
    expect(call()).toEqual({ signal, deadline: 1_045_000 });
    vi.advanceTimersByTime(5_000);
    clock.now = 500_000;
    expect(call().deadline).toBe(540_000);
  });
});

test('refuses a secret in the input, or beside it, before any work', async () => {
  const work = vi.fn();
  for (const [input, beside] of [
    [{ signer: SEED }, {}],
    [SEED, {}],
    [{}, { progressToken: SEED }],
  ] as const) {
    await expect(runCall({ now: Date.now, scanner }, input, { beside }, work)).rejects.toMatchObject({
      code: 'SECRET_REFUSED',
    });
  }
  expect(work).not.toHaveBeenCalled();
});

test('blacks out a credential in what the work gives', async () => {
  const given = await runCall({ now: Date.now, scanner }, {}, {}, () => ({ said: ['the-credential-of-this-desk'] }));
  expect(given).toEqual({ said: ['[credential]'] });
});

test('ends work that does not end by itself', async () => {
  vi.useFakeTimers();
  const running = runCall({ now: Date.now, scanner }, {}, {}, () => new Promise<never>(() => {}));
  const ended = expect(running).rejects.toMatchObject({ code: 'SERVICE_TIMEOUT' });
  await vi.advanceTimersByTimeAsync(46_000);
  await ended;
});
