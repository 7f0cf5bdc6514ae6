/**
 * Decides when an acknowledged interaction may start. Two things are scarce: the service's quota, which everyone
 * shares, and this process's time. A person who has used their share of either learns when to retry. A server has a
 * share too; beyond it, its members wait. Members who have used less go first, so no one can block others by queueing.
 */
import type { Desk } from '@countersign/core';
import { CountersignError } from '@countersign/core/errors';
import { describeThrown, type Log } from '@countersign/core/platform/log';
import { type Budget, createBudget, createFairQueue, type FairQueue } from './fair-queue.ts';

export type Demand = {
  readonly userId: string;
  readonly serverId: string;
  /** About how long this process is busy with it, in milliseconds. */
  readonly workMs: number;
  /** Requests to the service that it may need, at most. */
  readonly mostRequests: number;
};

export type Slot = {
  /** Called for each request to the service that is made in the meantime. */
  readonly onRequest: (share: number) => void;
  readonly release: () => void;
};

/** Of the service's quota that a server uses, with all who use the same credential. */
export type SharedQuota = {
  /** The same for servers that share it. */
  readonly key: unknown;
  /** The same at all bots. */
  readonly name: string;
  /** Requests to the service in a minute. */
  readonly personRequests: number;
  readonly serverRequests: number;
  readonly requestsLeft: () => number;
};

export type FairShareOptions = {
  readonly quotaOf: (serverId: string) => SharedQuota;
  /** Counts a person's requests to the service over all bots on one database; who starts next is each bot's choice. */
  readonly counts?: Desk['requestCounts'];
  readonly log: Log;
};

/** Of this process's time, in milliseconds a minute. The longest explanation takes some 100 ms. */
const PERSON_WORK_MS = 2_000;
const SERVER_WORK_MS = 20_000;
/** Work in progress at once: the most that a new interaction has to wait for. */
const WORK_AT_ONCE_MS = 1_000;
/** Of one server, that may ask the service: a burst would else have this process for itself while it lasts. */
const SERVER_AT_ONCE = 4;
/** Unanswered commands and clicks of one person. */
const MOST_PENDING = 5;
const PENDING_RETRY_MS = 5_000;
/** Of all people together. */
const MOST_WAITING = 5_000;
const LONGEST_WAIT_MS = 30_000;
/** How often the queue is checked while it waits for budgets and quota to refill. */
const POLL_MS = 200;

type Lane = { readonly queue: FairQueue<Entry>; readonly mayStart: (entry: Entry) => boolean };
type Entry = Demand & {
  readonly claim: number;
  readonly settle: Settle | undefined;
  readonly start: (slot: Slot) => void;
  readonly giveUp: (error: CountersignError) => void;
};

type Requests = {
  readonly person: Budget;
  readonly server: Budget;
  /** That running entries may still make. */
  held: number;
  /** What could be made right now, read once for each start. */
  left: number | undefined;
  readonly requestsLeft: () => number;
};

/** Counts at all bots how many requests were made. */
type Settle = (made: number) => Promise<void>;

export type FairShare = ReturnType<typeof createFairShare>;

export function createFairShare({ quotaOf, counts, log }: FairShareOptions) {
  const quotas = new Map<unknown, Requests>();
  const requestsOf = (serverId: string): Requests => {
    const { key, personRequests, serverRequests, requestsLeft } = quotaOf(serverId);
    const known = quotas.get(key);
    if (known !== undefined) return known;
    const budgets = { person: createBudget(personRequests), server: createBudget(serverRequests) };
    const requests = { ...budgets, held: 0, left: undefined, requestsLeft };
    quotas.set(key, requests);
    return requests;
  };
  const work = { person: createBudget(PERSON_WORK_MS), server: createBudget(SERVER_WORK_MS) };
  /** By person: waiting and running. */
  const pending = new Map<string, Set<Entry>>();
  /** By server: those that may ask the service, and run. */
  const asking = new Map<string, number>();
  /** The work of running entries that have made no request yet. */
  let workHeld = 0;
  let scheduled = false;
  let polling = false;

  const hasTime = ({ serverId, workMs }: Demand) =>
    (workHeld === 0 || workHeld + workMs <= WORK_AT_ONCE_MS) && work.server.waitMs(serverId, workMs) === 0;
  const local: Lane = { queue: createFairQueue(work.server.used), mayStart: hasTime };
  const ofService: Lane = {
    queue: createFairQueue((serverId) => requestsOf(serverId).server.used(serverId)),
    mayStart: (entry) => {
      const { userId, serverId, mostRequests } = entry;
      const requests = requestsOf(serverId);
      requests.left ??= requests.requestsLeft();
      const left = requests.left - requests.held;
      return (
        (asking.get(serverId) ?? 0) < SERVER_AT_ONCE &&
        (left >= mostRequests || (requests.held === 0 && left > 0)) &&
        hasTime(entry) &&
        requests.person.mayHold(userId, mostRequests) &&
        requests.server.mayHold(serverId, mostRequests)
      );
    },
  };
  const waiting = () => local.queue.size() + ofService.queue.size();

  const pendingOf = (userId: string): Set<Entry> => pending.get(userId) ?? new Set();

  /** @throws CountersignError RATE_LIMITED */
  function requireRoom({ userId, serverId, workMs, mostRequests }: Demand): void {
    if (pendingOf(userId).size >= MOST_PENDING) throw limited(PENDING, PENDING_RETRY_MS);
    const wait = Math.max(
      work.person.waitMs(userId, workMs),
      mostRequests > 0 ? requestsOf(serverId).person.waitMs(userId, 1) : 0,
    );
    if (wait > 0) throw limited(A_LOT, wait);
    if (waiting() >= MOST_WAITING) throw limited(CROWDED, LONGEST_WAIT_MS);
  }

  /** What the person has used lately and is waiting for: the lower, the earlier they start. */
  function claimOf({ userId, serverId, mostRequests }: Demand): number {
    if (mostRequests === 0) return work.person.used(userId);
    return requestsOf(serverId).person.used(userId) + pendingOf(userId).size;
  }

  function leave(entry: Entry): void {
    const own = pendingOf(entry.userId);
    own.delete(entry);
    if (own.size === 0) pending.delete(entry.userId);
  }

  /** Once a person's share is used up, what they have in the queue is refused like anything new. */
  function refuseFurther(userId: string, requests: Requests): void {
    const wait = requests.person.waitMs(userId, 1);
    if (wait === 0) return;
    for (const entry of [...pendingOf(userId)]) {
      if (entry.mostRequests > 0 && requestsOf(entry.serverId) === requests) entry.giveUp(limited(A_LOT, wait));
    }
  }

  function countAsking(serverId: string, mostRequests: number, by: 1 | -1): void {
    if (mostRequests === 0) return;
    const count = (asking.get(serverId) ?? 0) + by;
    if (count === 0) asking.delete(serverId);
    else asking.set(serverId, count);
  }

  function begin(entry: Entry): Slot {
    const { userId, serverId, workMs, mostRequests } = entry;
    const requests = requestsOf(serverId);
    const held = { requests: mostRequests, work: workMs };
    let made = 0;
    let released = false;
    const letGo = (count: number) => {
      workHeld -= held.work;
      held.work = 0;
      const fewer = Math.min(held.requests, count);
      requests.held -= fewer;
      held.requests -= fewer;
    };
    countAsking(serverId, mostRequests, 1);
    workHeld += workMs;
    requests.held += mostRequests;
    work.server.spend(serverId, workMs);
    requests.person.hold(userId, mostRequests);
    requests.server.hold(serverId, mostRequests);
    return {
      onRequest: (share) => {
        made += share;
        letGo(1);
      },
      release: () => {
        if (released) return;
        released = true;
        letGo(mostRequests);
        countAsking(serverId, mostRequests, -1);
        leave(entry);
        requests.person.settle(userId, mostRequests, made);
        requests.server.settle(serverId, mostRequests, made);
        void entry.settle?.(made);
        refuseFurther(userId, requests);
        schedule();
      },
    };
  }

  /** Starts one of each lane per event loop iteration, so that new interactions are acknowledged in between. */
  function startNext(): void {
    scheduled = false;
    for (const requests of quotas.values()) requests.left = undefined;
    const next = [ofService, local].flatMap(({ queue, mayStart }) => queue.next(mayStart) ?? []);
    for (const entry of next) entry.start(begin(entry));
    if (next.length > 0) schedule();
    else if (waiting() > 0 && !polling) {
      polling = true;
      setTimeout(() => {
        polling = false;
        schedule();
      }, POLL_MS);
    }
  }

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    setImmediate(startNext);
  }

  /** @throws CountersignError RATE_LIMITED */
  async function countEverywhere({ userId, serverId, mostRequests }: Demand): Promise<Settle | undefined> {
    if (counts === undefined || mostRequests === 0) return undefined;
    const { name, personRequests } = quotaOf(serverId);
    const key = `discord ${name} ${userId}`;
    /** While the database cannot be asked, each bot counts for itself. */
    const answerOf = <T>(answer: Promise<T>): Promise<T | undefined> =>
      answer.catch((thrown) => {
        const cause = describeThrown(thrown);
        log('warn', 'the database that counts what people ask for could not be asked', { cause });
        return undefined;
      });
    const wait = (await answerOf(counts.take(key, personRequests))) ?? 0;
    if (wait > 0) throw limited(A_LOT, wait);
    return async (made) => {
      // One was counted in advance.
      if (made === 0) await answerOf(counts.giveBack(key));
      for (let count = 1; count < made; count++) await answerOf(counts.take(key, personRequests));
    };
  }

  function enter(demand: Demand, settle: Settle | undefined, signal: AbortSignal | undefined): Promise<Slot> {
    requireRoom(demand);
    const { userId, mostRequests } = demand;
    const { queue } = mostRequests > 0 ? ofService : local;
    const claim = claimOf(demand);
    work.person.spend(userId, demand.workMs);
    const { promise, resolve, reject } = Promise.withResolvers<Slot>();
    const stopWaiting = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
    };
    const giveUp = (error: CountersignError) => {
      if (!queue.remove(entry)) return;
      stopWaiting();
      leave(entry);
      reject(error);
    };
    const cancel = () => giveUp(new CountersignError('CANCELLED'));
    const timer = setTimeout(() => giveUp(limited(CROWDED, LONGEST_WAIT_MS)), LONGEST_WAIT_MS);
    const start = (slot: Slot) => {
      stopWaiting();
      resolve(slot);
    };
    const entry: Entry = { ...demand, claim, settle, start, giveUp };
    pending.set(userId, pendingOf(userId).add(entry));
    queue.add(entry);
    signal?.addEventListener('abort', cancel, { once: true });
    if (signal?.aborted) cancel();
    else schedule();
    return promise;
  }

  return {
    /** @param signal ends waiting. @throws CountersignError RATE_LIMITED with `retryAfterMs`; CANCELLED */
    acquire: async (demand: Demand, signal?: AbortSignal): Promise<Slot> => {
      const settle = counts && (await countEverywhere(demand));
      try {
        return await enter(demand, settle, signal);
      } catch (thrown) {
        await settle?.(0);
        throw thrown;
      }
    },
  };
}

const A_LOT = 'You sent many commands in a short time.';
const PENDING = `You have ${MOST_PENDING} commands that are still waiting for an answer.`;
const CROWDED = 'Many people are using this bot right now.';

function limited(message: string, retryAfterMs: number): CountersignError {
  return new CountersignError('RATE_LIMITED', { message, retryAfterMs });
}
