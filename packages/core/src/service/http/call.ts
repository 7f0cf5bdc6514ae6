/** A call's time budget and its caller's cancellation, as one signal. */
import { CountersignError } from '../../errors/errors.ts';
import type { ServiceCallOptions } from '../escrow-service.ts';

/** The longest a call takes in all: waiting for the quota, every try, the reply. Hosts give up at 60 s. */
const CALL_BUDGET_MS = 45_000;

const LONGEST_TIMER_MS = 2 ** 31 - 1;

export type Call = {
  /** Aborts with the CountersignError that the call should then throw: CANCELLED, SERVICE_TIMEOUT or RATE_LIMITED. */
  readonly signal: AbortSignal;
  remainingMs(): number;
  /** The callers that wait for it: one, or several that share it. */
  readonly callers: Iterable<Caller>;
};

/** Times on `performance`'s clock, in milliseconds. */
export type Caller = {
  readonly startedAt: number;
  readonly endsAt: number;
  /** Ends it for this caller alone. */
  leave(reason: CountersignError): void;
  /** Called for each request, with this caller's share of it. */
  onRequest(share: number): void;
  /** Called where it waits for the quota, with how long. */
  onWait(ms: number): void;
  readonly ids?: () => readonly string[];
};

/** Runs `work` within the budget, on a clock that cannot be set back; the deadline itself is wall-clock time. */
export async function withinBudget<T>(
  options: ServiceCallOptions,
  now: () => number,
  work: (call: Call) => Promise<T>,
): Promise<T> {
  const budget = options.deadline === undefined ? CALL_BUDGET_MS : Math.max(options.deadline - now(), 0);
  const startedAt = performance.now();
  const endsAt = startedAt + budget;
  const controller = new AbortController();
  const cancel = () => controller.abort(new CountersignError('CANCELLED'));
  if (options.signal?.aborted) cancel();
  options.signal?.addEventListener('abort', cancel, { once: true });
  const expire = () => controller.abort(new CountersignError('SERVICE_TIMEOUT'));
  if (budget === 0) expire();
  const timer = setTimeout(expire, Math.min(budget, LONGEST_TIMER_MS));
  try {
    return await work({
      signal: controller.signal,
      remainingMs: () => Math.max(endsAt - performance.now(), 0),
      callers: [
        {
          startedAt,
          endsAt,
          leave: (reason) => controller.abort(reason),
          onRequest: (share) => options.onRequest?.(share),
          onWait: (ms) => options.onWait?.(ms),
          ids: () => (options.callId === undefined ? [] : [options.callId]),
        },
      ],
    });
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', cancel);
  }
}

/** Waits; rejects with the signal's reason as soon as it aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

type SharedCall = ReturnType<typeof createSharedCall>;

/** Several callers that wait for one request, which lives until the last of them has left. */
export function createSharedCall() {
  const callers = new Set<Caller>();
  const controller = new AbortController();
  return {
    signal: controller.signal as Call['signal'],
    callers,
    remainingMs: (): number => Math.max(0, ...[...callers].map(({ endsAt }) => endsAt - performance.now())),
    /** `onLeave` is called once, when that call ends or is refused. @returns removes the caller, which has its answer */
    add: (call: Call, onLeave: (reason: CountersignError) => void): (() => void) => {
      const aborted = () => caller.leave(call.signal.reason);
      const remove = (reason?: CountersignError) => {
        call.signal.removeEventListener('abort', aborted);
        // Without a reason the caller has its answer, so nothing runs that could be aborted.
        if (callers.delete(caller) && callers.size === 0 && reason !== undefined) controller.abort(reason);
      };
      const caller: Caller = {
        startedAt: performance.now(),
        endsAt: performance.now() + call.remainingMs(),
        leave: (reason) => {
          remove(reason);
          onLeave(reason);
        },
        onRequest: (share) => {
          for (const each of call.callers) each.onRequest(share);
        },
        onWait: (ms) => {
          for (const each of call.callers) each.onWait(ms);
        },
        ids: () => [...call.callers].flatMap((each) => each.ids?.() ?? []),
      };
      callers.add(caller);
      call.signal.addEventListener('abort', aborted, { once: true });
      return () => remove();
    },
  };
}

/**
 * Equal questions at the same time share one request.
 * @param callersChanged called when a caller was added to a question that is being asked already
 */
export function createSingleFlight<T>(callersChanged: () => void) {
  const flights = new Map<string, { readonly shared: SharedCall; readonly outcome: Promise<T> }>();

  async function begin(key: string, shared: SharedCall, work: (shared: SharedCall) => Promise<T>): Promise<T> {
    const end = () => {
      if (flights.get(key)?.shared === shared) flights.delete(key);
    };
    // A caller that arrives after all have left starts new work, and does not join a call that is ending.
    shared.signal.addEventListener('abort', end, { once: true });
    try {
      return await work(shared);
    } finally {
      end();
    }
  }

  return {
    /** Runs the first caller's `work` for `key`; the others get its result. Its call ends with the last of theirs. */
    run: async (key: string, call: Call, work: (shared: SharedCall) => Promise<T>): Promise<T> => {
      call.signal.throwIfAborted();
      const flight = flights.get(key);
      const shared = flight?.shared ?? createSharedCall();
      let remove = () => {};
      const left = new Promise<never>((_, reject) => {
        remove = shared.add(call, reject);
      });
      const outcome = flight?.outcome ?? begin(key, shared, work);
      if (flight === undefined) flights.set(key, { shared, outcome });
      else callersChanged();
      try {
        return await Promise.race([outcome, left]);
      } finally {
        remove();
      }
    },
  };
}
