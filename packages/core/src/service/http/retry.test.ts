/** Further tries and their ends, against a real server and the real clock. */
import { REQUEST } from '@countersign/testkit/service/requests';
import {
  answer,
  deadUrl,
  html,
  KEY,
  type Responder,
  reset,
  silence,
  startScriptedService,
  TOKEN,
} from '@countersign/testkit/service/scripted-service';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { CountersignError } from '../../errors/errors.ts';
import { createEscrowClient } from '../client.ts';
import type { ServiceCallOptions } from '../escrow-service.ts';

const DEPLOYED = answer(201, { status: 'SUCCESS', unsignedTransaction: 'AAAA' });

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Random waits at their shortest: half of the full one. */
const hurry = () => vi.spyOn(Math, 'random').mockReturnValue(1);

/** How a deploy fails, and how often the service was asked. */
async function failure(scenes: readonly Responder[], options: ServiceCallOptions = {}): Promise<unknown> {
  const service = await startScriptedService(...scenes);
  const error = await service
    .client()
    .deploy(REQUEST, options)
    .catch((thrown: CountersignError) => thrown);
  return ['code' in error && error.code, service.asked.length];
}

describe('operations that execute nothing', () => {
  test.each<[string, Responder]>([
    ['503', html(503)],
    ['a reset', reset],
    ['429', answer(429, {}, { 'retry-after': '0' })],
  ])('are tried again after %s', async (_, scene) => {
    hurry();
    const service = await startScriptedService(scene, DEPLOYED);
    await expect(service.client().deploy(REQUEST)).resolves.toEqual({ unsignedTransaction: 'AAAA' });
    expect(service.asked).toHaveLength(2);
    expect(service.asked[1]?.body).toBe(service.asked[0]?.body);
  });

  test.each<[string, Responder, string]>([
    ['401', answer(401, {}), 'SERVICE_UNAUTHORIZED'],
    ['500', answer(500, {}), 'SERVICE_FAILED'],
    ['a page', html(200), 'SERVICE_REPLY_UNREADABLE'],
  ])('are not tried again after %s', async (_, scene, code) => expect(await failure([scene])).toEqual([code, 1]));

  test('are given up after four tries', async () => {
    hurry();
    const service = await startScriptedService(html(502));
    await expect(service.client().deploy(REQUEST)).rejects.toMatchObject({ code: 'SERVICE_FAILED' });
    expect(service.asked).toHaveLength(4);
    const waits = service.asked.slice(1).map(({ at }, index) => at - (service.asked[index]?.at ?? 0));
    [250, 500, 1_000].forEach((wait, index) => {
      expect(waits[index]).toBeGreaterThanOrEqual(wait - 5);
      expect(waits[index]).toBeLessThan(wait + 3_000);
    });
  });

  test('a refused connection is tried again and named in the end', async () => {
    hurry();
    const client = (await startScriptedService()).client({ baseUrl: await deadUrl() });
    const started = performance.now();
    await expect(client.deploy(REQUEST)).rejects.toMatchObject({ code: 'SERVICE_UNREACHABLE' });
    expect(performance.now() - started).toBeGreaterThan(1_700);
  });
});

describe('a delay that the server gave', () => {
  test.each<[string, () => string, number]>([
    ['in seconds', () => '1', 1_000],
    ['as a date', () => new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 1_000).toUTCString(), 1_000],
  ])('is kept %s, by a 429 and by a 503', async (_, header, least) => {
    for (const status of [429, 503]) {
      const service = await startScriptedService(
        (response, received) => answer(status, {}, { 'retry-after': header() })(response, received),
        DEPLOYED,
      );
      await service.client().deploy(REQUEST);
      const [first, second] = service.asked;
      const waited = (second?.at ?? 0) - (first?.at ?? 0);
      expect(waited).toBeGreaterThan(least - 10);
    }
  });

  test('is not begun when it is longer than the call may take', async () => {
    const service = await startScriptedService(answer(429, {}, { 'retry-after': '120' }));
    // Waiting would take longer than this test may.
    const error = await service
      .client()
      .deploy(REQUEST)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: expect.any(Number) });
    expect((error as { retryAfterMs: number }).retryAfterMs).toBeGreaterThan(119_000);
    expect(service.asked).toHaveLength(1);
  });

  test('holds back every other request after a 429', async () => {
    const service = await startScriptedService(
      answer(429, {}, { 'retry-after': '1' }),
      answer(200, { status: 'SUCCESS' }),
    );
    const client = service.client();
    expect(await client.sendTransaction('AAAA')).toMatchObject({ kind: 'unknown', problem: { retryAfterMs: 1_000 } });
    await client.sendTransaction('AAAA');
    expect((service.asked[1]?.at ?? 0) - (service.asked[0]?.at ?? 0)).toBeGreaterThan(990);
  });
});

describe('a slow answer', () => {
  const late =
    (reply: unknown, ms: number): typeof fetch =>
    (_, init) =>
      new Promise((resolve, reject) => {
        setTimeout(() => resolve(Response.json(reply)), ms);
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
  const client = (fake: typeof fetch) =>
    createEscrowClient({
      baseUrl: 'https://service.example',
      accessToken: TOKEN,
      apiKey: KEY,
      requestsPerMinute: 50,
      fetch: fake,
    });

  test('is waited for by a send, as long as the call may take', async () => {
    vi.useFakeTimers();
    const sending = client(late({ status: 'SUCCESS' }, 40_000)).sendTransaction('AAAA');
    await vi.advanceTimersByTimeAsync(41_000);
    await expect(sending).resolves.toMatchObject({ kind: 'accepted' });

    const tooLate = client(late({ status: 'SUCCESS' }, 46_000)).sendTransaction('AAAA');
    await vi.advanceTimersByTimeAsync(45_000);
    await expect(tooLate).resolves.toMatchObject({ kind: 'unknown' });
  });

  test('is given up by a deploy after 20 s', async () => {
    vi.useFakeTimers();
    const asking = client(late({ status: 'SUCCESS', unsignedTransaction: 'AAAA' }, 21_000)).deploy(REQUEST);
    const ended = expect(asking).rejects.toMatchObject({ code: 'SERVICE_TIMEOUT' });
    await vi.advanceTimersByTimeAsync(20_500);
    await ended;
  });
});

const busy = (after: string) => answer(503, {}, { 'retry-after': after });
const drips: Responder = (response) => {
  response.writeHead(201, { 'content-type': 'application/json' });
  const drip = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(drip));
};

// Each would else take longer than a test may.
test.each<[string, readonly Responder[], { readonly endsIn?: number; readonly signal?: () => AbortSignal }, unknown]>([
  ['a service is silent until the deadline', [silence], { endsIn: 300 }, ['SERVICE_TIMEOUT', 1]],
  ['a reply drips', [drips], { endsIn: 300 }, ['SERVICE_TIMEOUT', 1]],
  [
    'the next try could begin only after it',
    [busy('0'), busy('0'), busy('40')],
    { endsIn: 35_000 },
    ['SERVICE_FAILED', 3],
  ],
  ['the deadline is over', [DEPLOYED], { endsIn: -1 }, ['SERVICE_TIMEOUT', 0]],
  ['it was cancelled before', [DEPLOYED], { signal: () => AbortSignal.abort() }, ['CANCELLED', 0]],
  ['it is cancelled between two tries', [busy('40')], { signal: () => AbortSignal.timeout(200) }, ['CANCELLED', 1]],
])('ends a call when %s', async (_, scenes, { endsIn = 45_000, signal }, expected) => {
  const options = { deadline: Date.now() + endsIn, ...(signal === undefined ? {} : { signal: signal() }) };
  expect(await failure(scenes, options)).toEqual(expected);
});

test('ends the request of a call that is cancelled, without the caller’s words', async () => {
  const controller = new AbortController();
  const closed = Promise.withResolvers<void>();
  const scene: Responder = (response) => {
    response.on('close', closed.resolve);
    controller.abort(new Error('words of the caller'));
  };
  expect(await failure([scene], { signal: controller.signal })).toEqual(['CANCELLED', 1]);
  await closed.promise;
});
