/**
 * Three times the quota, requested at once: how much of the quota is used, and how often the service refuses. In real
 * time, since client and server are the real ones; all variants run in parallel in one minute.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { createEscrowClient, toCountersignError } from '@countersign/core';
import { SANDBOX_CREDENTIALS } from '@countersign/core/settings';
import { answer, startStandIn } from '@countersign/testkit/service/stand-in';
import { Keypair, StrKey } from '@stellar/stellar-sdk/base';
import { type Bench, type Figure, figure } from './figure.ts';

const QUOTA = 50;
const CALLS = 3 * QUOTA;
const WINDOW_MS = 60_000;
/** How long each caller waits at most: two rounds, and some slack for a busy machine. */
const RUN_MS = 64_000;
const USED_AIM_PERCENT = 99;

export const limiterBench: Bench = {
  title: `${CALLS} calls at once, quota ${QUOTA} in 60 s`,
  measure: async () => {
    const inBoth = (client: (url: string) => Caller) =>
      Promise.all([fixedWindow, slidingWindow].map((window) => callAll(window(QUOTA, WINDOW_MS), client)));
    const [core, plain] = await Promise.all([inBoth(callThroughCore), inBoth(callPlainly)]);
    return figuresOf(core, plain);
  },
};

/** What the server admitted and refused, and when the last caller was refused by its client, in milliseconds. */
type Load = { readonly admitted: readonly number[]; readonly tooMany: number; readonly refusedBy: number };

/** One caller; ends when it is answered or knows that it will not be. @returns whether it was answered */
type Caller = (index: number, signal: AbortSignal) => Promise<boolean>;

async function callAll(quota: Quota, client: (url: string) => Caller): Promise<Load> {
  const admitted: number[] = [];
  let tooMany = 0;
  const service = await startStandIn((response, received) => {
    const now = performance.now();
    const waitMs = quota(now);
    if (waitMs === 0) {
      admitted.push(now);
      return answer(200, [{ address: ESCROW, balance: 450.5 }])(response, received);
    }
    tooMany++;
    const refused = { statusCode: 429, message: 'ThrottlerException: Too Many Requests' };
    return answer(429, refused, { 'retry-after': String(Math.ceil(waitMs / 1_000)) })(response, received);
  });
  const call = client(service.url);
  const end = AbortSignal.timeout(RUN_MS);
  const begin = performance.now();
  let refusedBy = 0;
  const callers = Array.from({ length: CALLS }, async (_, index) => {
    if (!(await call(index, end))) refusedBy = performance.now() - begin;
  });
  await Promise.all(callers);
  await service.close();
  return { admitted, tooMany, refusedBy };
}

const ESCROW = StrKey.encodeContract(new Uint8Array(32).fill(9));

/** Each caller asks for a different signer: for the same one, callers would share requests. */
function callThroughCore(baseUrl: string): Caller {
  const service = createEscrowClient({ baseUrl, ...SANDBOX_CREDENTIALS, requestsPerMinute: QUOTA });
  const deadline = Date.now() + RUN_MS;
  return async (index) => {
    const signer = Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(index)).publicKey();
    try {
      await service.getBalances({ signer, addresses: [ESCROW] }, { deadline });
      return true;
    } catch (error) {
      if (toCountersignError(error).code !== 'RATE_LIMITED') throw error;
      return false;
    }
  };
}

/** A simple client that obeys 429: it waits as long as the server says, and tries again. */
function callPlainly(url: string): Caller {
  return async (index, signal) => {
    try {
      for (;;) {
        const response = await fetch(`${url}/balances?signer=${index}`, { signal });
        await response.text();
        if (response.ok) return true;
        await pause(Number(response.headers.get('retry-after')) * 1_000, undefined, { signal });
      }
    } catch (error) {
      if (!signal.aborted) throw error;
      return false;
    }
  };
}

/** Of the worse window. */
function figuresOf(core: readonly Load[], plain: readonly Load[]): Figure[] {
  const [used, plainlyUsed] = [core, plain].map((loads) => Math.min(...loads.map(shareUsed))) as [number, number];
  const most = (loads: readonly Load[], what: 'tooMany' | 'refusedBy') => Math.max(...loads.map((load) => load[what]));
  return [
    figure('quota used', used, '%', { against: ['by a plain client', plainlyUsed], atLeast: USED_AIM_PERCENT }),
    figure('answers 429', most(core, 'tooMany'), '', {
      against: ['to a plain client', most(plain, 'tooMany')],
      atMost: 0,
    }),
    figure('last caller without a place refused after', most(core, 'refusedBy'), 'ms', {
      against: ['by a plain client', most(plain, 'refusedBy')],
    }),
  ];
}

/** In per cent of one quota in 60 s: the pace at which the second quota followed the first. */
function shareUsed({ admitted }: Load): number {
  const [first, second] = [admitted[QUOTA - 1], admitted[2 * QUOTA - 1]];
  return first === undefined || second === undefined ? 0 : (WINDOW_MS / (second - first)) * 100;
}

/** 0 if one more request at `now` (milliseconds) is within the quota; else the time until one is. */
type Quota = (now: number) => number;

/** A window begins with the first request after the previous one ended, as in common throttlers. */
export function fixedWindow(limit: number, windowMs: number): Quota {
  let begin = Number.NEGATIVE_INFINITY;
  let count = 0;
  return (now) => {
    if (now >= begin + windowMs) [begin, count] = [now, 0];
    return ++count <= limit ? 0 : begin + windowMs - now;
  };
}

/** In any window; refused requests do not count. */
export function slidingWindow(limit: number, windowMs: number): Quota {
  const times: number[] = [];
  return (now) => {
    while (times[0] !== undefined && times[0] <= now - windowMs) times.shift();
    if (times[0] !== undefined && times.length >= limit) return times[0] + windowMs - now;
    times.push(now);
    return 0;
  };
}
