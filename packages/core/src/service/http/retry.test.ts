/** Further tries and their ends, against a real server and the real clock. */
import { escrowAddress, REQUEST, SIGNER } from '@countersign/testkit/service/requests';
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
import { createEscrowClient } from '../client.ts';

const DEPLOYED = answer(201, { status: 'SUCCESS', unsignedTransaction: 'AAAA' });

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Random waits at their shortest: half of the full one. */
const hurry = () => vi.spyOn(Math, 'random').mockReturnValue(1);

describe('operations that execute nothing', () => {
  test.each<[string, Responder]>([
    ['502', html(502)],
    ['503', answer(503, { message: 'busy' })],
    ['504', html(504)],
    ['a reset', reset],
    [
      'a reply that breaks off',
      (response) => {
        response.writeHead(201, { 'content-length': '1000' });
        response.write('{', () => response.destroy());
      },
    ],
    ['429', answer(429, {}, { 'retry-after': '0' })],
  ])('are tried again after %s', async (_, scene) => {
    hurry();
    const service = await startScriptedService(scene, DEPLOYED);
    await expect(service.client().deploy(REQUEST)).resolves.toEqual({ unsignedTransaction: 'AAAA' });
    expect(service.asked).toHaveLength(2);
    expect(service.asked[1]?.body).toBe(service.asked[0]?.body);
  });

  test('balances are, too', async () => {
    hurry();
    const address = escrowAddress(1);
    const service = await startScriptedService(html(503), answer(200, [{ address, balance: 1 }]));
    const { entries: balances } = await service.client().getBalances({ signer: SIGNER, addresses: [address] });
    expect(balances).toEqual([{ address, balance: '1' }]);
  });

  test.each<[string, Responder, string]>([
    ['400', answer(400, {}), 'SERVICE_REFUSED'],
    ['401', answer(401, {}), 'SERVICE_UNAUTHORIZED'],
    ['500', answer(500, {}), 'SERVICE_FAILED'],
    ['501', answer(501, {}), 'SERVICE_FAILED'],
    ['a page', html(200), 'SERVICE_REPLY_UNREADABLE'],
  ])('are not tried again after %s', async (_, scene, code) => {
    const service = await startScriptedService(scene);
    await expect(service.client().deploy(REQUEST)).rejects.toMatchObject({ code });
    expect(service.asked).toHaveLength(1);
  });

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
    const client = createEscrowClient({
      baseUrl: await deadUrl(),
      accessToken: TOKEN,
      apiKey: KEY,
      requestsPerMinute: 50,
    });
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

describe('the end of a call', () => {
  test('a service that is silent until the deadline is a time-out of its own', async () => {
    const service = await startScriptedService(silence);
    const asking = service.client().deploy(REQUEST, { deadline: Date.now() + 300 });
    await expect(asking).rejects.toMatchObject({ code: 'SERVICE_TIMEOUT' });
    expect(service.asked).toHaveLength(1);
  });

  test('so is a reply that drips', async () => {
    const service = await startScriptedService((response) => {
      response.writeHead(201, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    });
    const asking = service.client().deploy(REQUEST, { deadline: Date.now() + 300 });
    await expect(asking).rejects.toMatchObject({ code: 'SERVICE_TIMEOUT' });
  });

  test('does not wait for a try that could begin only after the deadline', async () => {
    const busy = (after: string) => answer(503, {}, { 'retry-after': after });
    const service = await startScriptedService(busy('0'), busy('0'), busy('40'));
    // Waiting would take longer than this test may.
    await expect(service.client().deploy(REQUEST, { deadline: Date.now() + 35_000 })).rejects.toMatchObject({
      code: 'SERVICE_FAILED',
    });
    expect(service.asked).toHaveLength(3);
  });

  test('a deadline that is over sends nothing', async () => {
    const service = await startScriptedService(DEPLOYED);
    const asking = service.client().deploy(REQUEST, { deadline: Date.now() - 1 });
    await expect(asking).rejects.toMatchObject({ code: 'SERVICE_TIMEOUT' });
    expect(service.asked).toEqual([]);
  });

  test('a cancelled call ends at once, and so does its request', async () => {
    const controller = new AbortController();
    const closed = Promise.withResolvers<void>();
    const service = await startScriptedService((response) => {
      response.on('close', closed.resolve);
      controller.abort(new Error('words of the caller'));
    });
    await expect(service.client().deploy(REQUEST, { signal: controller.signal })).rejects.toMatchObject({
      code: 'CANCELLED',
    });
    await closed.promise;
  });

  test('a call that is cancelled between two tries ends at once', async () => {
    const controller = new AbortController();
    // Waiting would take longer than this test may.
    const service = await startScriptedService(answer(503, {}, { 'retry-after': '40' }));
    setTimeout(() => controller.abort(), 200);
    await expect(service.client().deploy(REQUEST, { signal: controller.signal })).rejects.toMatchObject({
      code: 'CANCELLED',
    });
  });

  test('a call that was cancelled before sends nothing', async () => {
    const service = await startScriptedService(DEPLOYED);
    const asking = service.client().deploy(REQUEST, { signal: AbortSignal.abort() });
    await expect(asking).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(service.asked).toEqual([]);
  });
});
