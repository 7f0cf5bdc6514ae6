/** Many callers of one client under a fake clock: whether they share, leave or spoil a request, each gets their own answer. */
import { counted, share } from '@countersign/testkit/proof/share';
import { escrowAddresses, OTHER, SIGNER } from '@countersign/testkit/service/requests';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { CountersignError, type UnreadBalance } from '../../errors/errors.ts';
import { createEscrowClient } from '../client.ts';

const POOL = escrowAddresses(60);
const SIGNERS = [SIGNER, OTHER] as const;
const MINUTE = 60_000;
const HISTORIES = 120;

afterEach(() => {
  vi.useRealTimers();
});

/** Of the signer and the address, so that an answer that went to another shows. */
const balanceOf = (signer: string, address: string) => `${signer === SIGNER ? 1 : 2}.${100 + POOL.indexOf(address)}1`;

type BalanceRead = { readonly signer: string; readonly addresses: readonly string[]; readonly at: number };

/** A service that takes its time, and refuses a request that holds a culprit. */
function slowService(culprits: ReadonlySet<string>, latencies: readonly number[]) {
  const asked: BalanceRead[] = [];
  const running = new Set<BalanceRead>();
  /** Reads that a caller gave up: they may still be running for no one. */
  const abandoned = new Set<string>();
  let twice = 0;
  const fetchIt = async (input: unknown, init?: RequestInit): Promise<Response> => {
    const { searchParams } = new URL(String(input));
    const signer = searchParams.get('signer') ?? '';
    const addresses = searchParams.getAll('addresses[]');
    const entry = { signer, addresses, at: performance.now() };
    const same = [...running].filter((other) => other.signer === signer).flatMap((other) => other.addresses);
    twice += addresses.filter((address) => same.includes(address) && !abandoned.has(address)).length;
    running.add(entry);
    asked.push(entry);
    const latency = latencies[asked.length % latencies.length] as number;
    await new Promise<void>((over, failed) => {
      setTimeout(over, latency);
      init?.signal?.addEventListener('abort', () => failed(init.signal?.reason));
    }).finally(() => running.delete(entry));
    if (addresses.some((address) => culprits.has(address))) {
      return Response.json({ error: 'Escrow not found' }, { status: 404 });
    }
    return Response.json(addresses.map((address) => ({ address, balance: balanceOf(signer, address) })));
  };
  return { asked, abandoned, twice: () => twice, fetch: fetchIt };
}

const wish = fc.record({
  wait: fc.oneof(fc.constant(0), fc.constant(1), fc.integer({ min: 0, max: 4_000 })),
  signer: fc.constantFrom(...SIGNERS),
  addresses: fc.oneof(
    fc.subarray(POOL, { minLength: 1, maxLength: 1 }),
    fc.subarray(POOL, { minLength: 1, maxLength: 45 }),
  ),
  budget: fc.oneof(fc.constant(45_000), fc.integer({ min: 50, max: 45_000 })),
  abortAfter: fc.option(fc.integer({ min: 0, max: 3_000 }), { nil: undefined, freq: 3 }),
});

test('each caller gets their own balances, in fewer requests, whatever the others do', async ({ task }) => {
  const counts = {
    calls: 0,
    asked: 0,
    requests: 0,
    read: 0,
    wrong: 0,
    cancelled: 0,
    refused: 0,
    over: 0,
    twice: 0,
  };
  const property = fc.asyncProperty(
    fc.integer({ min: 5, max: 50 }),
    fc.subarray(POOL, { maxLength: 2 }),
    fc.array(fc.integer({ min: 0, max: 1_500 }), { minLength: 1, maxLength: 6 }),
    fc.array(wish, { minLength: 1, maxLength: 40, size: 'max' }),
    async (quota, culprits, latencies, wishes) => {
      vi.useFakeTimers();
      const service = slowService(new Set(culprits), latencies);
      const client = createEscrowClient({
        baseUrl: 'https://service.example',
        accessToken: 'test-token-of-sixteen',
        apiKey: 'test-key-of-sixteen-too',
        requestsPerMinute: quota,
        fetch: service.fetch,
      });
      const ends: Promise<void>[] = [];
      for (const { wait, signer, addresses, budget, abortAfter } of wishes) {
        await vi.advanceTimersByTimeAsync(wait);
        const controller = new AbortController();
        if (abortAfter !== undefined) setTimeout(() => controller.abort(), abortAfter);
        const from = performance.now();
        const options = { signal: controller.signal, deadline: Date.now() + budget };
        const call = client.getBalances({ signer, addresses }, options);
        const giveUp = () => {
          for (const address of addresses) service.abandoned.add(address);
        };
        controller.signal.addEventListener('abort', giveUp);
        setTimeout(giveUp, budget - 1);
        counts.calls++;
        counts.asked += addresses.length;
        const end = call.then(
          ({ entries }) => {
            expect(entries.map(({ address }) => address)).toEqual(addresses);
            for (const entry of entries) {
              if ('balance' in entry) {
                counts.read++;
                if (Number(entry.balance) !== Number(balanceOf(signer, entry.address))) counts.wrong++;
              } else if (!isFailure(entry.unread)) {
                // Refused as its own fault alone; two culprits leave no one unsearched.
                if (!culprits.includes(entry.address) && entry.unread.code !== 'REFUSED_TOGETHER') counts.wrong++;
              }
            }
          },
          (error: CountersignError) => {
            expect(error).toBeInstanceOf(CountersignError);
            if (error.code === 'CANCELLED') {
              counts.cancelled++;
              expect(controller.signal.aborted).toBe(true);
            } else {
              counts.refused++;
              expect(['RATE_LIMITED', 'SERVICE_TIMEOUT']).toContain(error.code);
            }
          },
        );
        ends.push(
          end.then(() => {
            expect(performance.now()).toBeLessThanOrEqual(from + Math.min(budget, abortAfter ?? budget) + 1);
          }),
        );
      }
      await vi.advanceTimersByTimeAsync(2 * MINUTE);
      await Promise.all(ends);

      counts.requests += service.asked.length;
      for (const { at, addresses } of service.asked) {
        expect(addresses.length).toBeGreaterThan(0);
        expect(addresses.length).toBeLessThanOrEqual(20);
        const window = service.asked.filter((other) => other.at >= at && other.at <= at + MINUTE).length;
        counts.over += Math.max(window - quota, 0);
      }
      counts.twice += service.twice();
      expect([counts.wrong, counts.over, counts.twice]).toEqual([0, 0, 0]);
      vi.useRealTimers();
    },
  );
  await fc.assert(property, { numRuns: share(HISTORIES), seed: 20_261_121 });
  task.meta.figures = {
    proof: 'Balances asked by many at once',
    rows: {
      histories: HISTORIES,
      calls: counted(counts.calls),
      'addresses asked for in them': counted(counts.asked),
      'requests made for them': counted(counts.requests),
      'balances given': counted(counts.read),
      'wrong balances, or good addresses refused': counts.wrong,
      'calls cancelled': counted(counts.cancelled),
      'calls refused or out of time': counted(counts.refused),
      'requests over the quota': counts.over,
      'addresses asked for while they were being asked for': counts.twice,
    },
  };
});

const isFailure = ({ code, params }: UnreadBalance): boolean =>
  code === 'FAILED' && ['RATE_LIMITED', 'SERVICE_TIMEOUT'].includes(params.error.code);
