/**
 * Follows escrows and posts what happens in their channels. One of the processes on a folder or database polls and
 * posts; another takes over when it ends.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { toCountersignError } from '@countersign/core/errors';
import { describeThrown } from '@countersign/core/platform/log';
import { placeFields } from '../interactions/log-fields.ts';
import { turnOf } from './announcement.ts';
import { nextDue } from './due.ts';
import { happeningsOf, reminderOf } from './happenings.ts';
import { readPublic } from './read-public.ts';
import { createTeller, type TellerParts } from './tell.ts';
import type { Watched } from './watch-tables.ts';

export type Watcher = {
  start(): void;
  /** Polls at once, since following began or ended. */
  wake(): void;
  /** Lets running posts finish. */
  stop(): Promise<void>;
};

/** How long a dead process keeps its lease. */
const LEASE_MS = 15_000;
/** The pause before an unreadable escrow is read again for its reminder. */
const UNREAD_MS = 10 * 60_000;

/** @param everyMs between two looks at what is due */
export function createWatcher(parts: Omit<TellerParts, 'signal'>, everyMs: number): Watcher {
  const { desk, state, log, now } = parts;
  const rows = state.watch;
  const holder = randomUUID();
  const stopping = new AbortController();
  const { signal } = stopping;
  const followings = new Map<string, Promise<{ stop(): Promise<void> } | undefined>>();
  let isLeading = false;
  let wakeUp = new AbortController();

  const take = (escrow: string) => async (changes: Parameters<typeof happeningsOf>[0]) => {
    if (!(await rows.changed(holder, escrow, happeningsOf(changes)))) throw new Error('another process follows by now');
    wakeUp.abort();
  };
  const begin = async ({ escrow, follower }: Watched) => {
    try {
      return await desk.follow({ escrows: [escrow], follower }, take(escrow), { signal });
    } catch (thrown) {
      log('error', 'an escrow cannot be followed', { contract: escrow, cause: describeThrown(thrown) });
      return undefined;
    }
  };
  /** One entry per escrow, however many channels follow it. */
  const sync = async (all: readonly Watched[]) => {
    const wanted = new Map(all.map((watched) => [`${watched.escrow} ${watched.follower}`, watched]));
    for (const [key, following] of followings) {
      if (wanted.has(key)) continue;
      followings.delete(key);
      await (await following)?.stop();
    }
    for (const [key, watched] of wanted) if (!followings.has(key)) followings.set(key, begin(watched));
  };
  const remind = async () => {
    for (const watched of await rows.due()) {
      const view = await readPublic(desk, watched, signal).catch((thrown) => {
        log('warn', 'a reminder waits', { ...placeFields(watched), cause: describeThrown(thrown) });
        return undefined;
      });
      if (signal.aborted) return;
      if (view === undefined) {
        await rows.snooze(watched, now() + UNREAD_MS);
        continue;
      }
      const isAnybodys = turnOf(view).length > 0;
      const next = isAnybodys ? nextDue(watched, now()) : null;
      await rows.remind(watched, isAnybodys ? reminderOf(watched) : undefined, next);
    }
  };
  const look = async () => {
    const all = await rows.all();
    isLeading = all.length > 0 && (await rows.lead(holder, LEASE_MS));
    await sync(isLeading ? all : []);
    if (isLeading) await remind();
  };
  const teller = createTeller({ ...parts, signal });

  /** Polls and posts concurrently, so that a slow channel delays no polling. */
  const run = async (work: () => Promise<unknown>) => {
    while (!signal.aborted) {
      try {
        await work();
      } catch (thrown) {
        if (signal.aborted) return;
        log('warn', 'following escrows', { code: toCountersignError(thrown).code, cause: describeThrown(thrown) });
      }
      const { signal: woken } = wakeUp;
      await sleep(everyMs, undefined, { signal: woken }).catch(() => {
        if (wakeUp.signal === woken) wakeUp = new AbortController();
      });
    }
  };
  let running: Promise<void>[] = [];
  return {
    start: () => {
      running = [run(look), run(async () => isLeading && (await teller.tellAll()))];
    },
    wake: () => wakeUp.abort(),
    stop: async () => {
      stopping.abort();
      wakeUp.abort();
      await Promise.all(running);
      await Promise.all([...followings.values()].map(async (following) => await (await following)?.stop()));
      await rows
        .resign(holder)
        .catch((thrown) =>
          log('warn', 'another process follows only after a while', { cause: describeThrown(thrown) }),
        );
    },
  };
}
