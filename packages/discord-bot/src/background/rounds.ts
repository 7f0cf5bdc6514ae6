/**
 * Checks the cards of this process: those whose escrow changed, those that are due, and the others in turns, since only
 * the ledger knows what a wallet has sent by itself.
 */
import type { Desk, TransactionStatus } from '@countersign/core';

/** When to check again, unless its request changes before. */
export type Next = {
  /** In any case, in epoch milliseconds: its transaction expires then, or its token. */
  readonly at: number;
  /** In turn with the others, and not before so many milliseconds. */
  readonly afterMs: number;
  /** It was sent, so that somebody waits for the ledger: its turn comes before that of others. */
  readonly isSent: boolean;
};

export type Followed = {
  readonly handle: string;
  /** Brings the card up to date. Nothing: it is followed no longer. It never throws. */
  look(): Promise<Next | undefined>;
};

export type Rounds = {
  /** Replaces the card under this key, and checks it. @param when `later`: only when nothing else is due */
  add(key: string, followed: Followed, when?: 'now' | 'later'): void;
  has(key: string): boolean;
  size(): number;
  remove(key: string): void;
  start(): void;
  stop(): Promise<void>;
};

const EVERY_MS = 500;
/** In one round: the ledger and this process are shared with people who wait. */
const SENT_IN_TURN = 8;
const UNSENT_IN_TURN = 4;
const AT_ONCE = 8;

type Entry = Followed & {
  stopListening: () => void;
  next: Next;
  turnAt: number;
  isLate: boolean;
  state: 'idle' | 'wanted' | 'at-work' | 'wanted-again';
};

type Wanted = readonly [key: string, entry: Entry];

export function createRounds({ desk, now }: { desk: Pick<Desk, 'onChange'>; now: () => number }): Rounds {
  /** The card checked longest ago comes first. */
  const all = new Map<string, Entry>();
  const wanted: Wanted[] = [];
  const wantedLater: Wanted[] = [];
  const working = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let hasStopped = false;

  const want = (key: string, entry: Entry, when: 'now' | 'later' = 'now') => {
    if (entry.state === 'at-work') entry.state = 'wanted-again';
    const isSooner = entry.state === 'wanted' && entry.isLate && when === 'now';
    if (entry.state !== 'idle' && !isSooner) return;
    Object.assign(entry, { state: 'wanted', isLate: when === 'later' });
    (when === 'now' ? wanted : wantedLater).push([key, entry]);
  };
  const work = () => {
    while (!hasStopped && working.size < AT_ONCE) {
      const [key, entry] = wanted.shift() ?? wantedLater.shift() ?? [];
      if (key === undefined || entry === undefined) return;
      // It was removed, or was in both queues and is already checked.
      if (all.get(key) !== entry || entry.state !== 'wanted') continue;
      const looking = lookAt(key, entry).finally(() => {
        working.delete(looking);
        work();
      });
      working.add(looking);
    }
  };
  const lookAt = async (key: string, entry: Entry) => {
    entry.state = 'at-work';
    const next = await entry.look();
    if (all.get(key) !== entry) return;
    if (next === undefined) return remove(key);
    Object.assign(entry, { next, turnAt: performance.now() + next.afterMs });
    // Moves it to the end.
    all.delete(key);
    all.set(key, entry);
    const isChanged = (entry.state as Entry['state']) === 'wanted-again';
    entry.state = 'idle';
    if (isChanged) want(key, entry);
  };
  const round = () => {
    const time = now();
    const turn = performance.now();
    const left = { sent: SENT_IN_TURN, unsent: UNSENT_IN_TURN };
    for (const [key, entry] of all) {
      if (entry.state !== 'idle') continue;
      const kind = entry.next.isSent ? 'sent' : 'unsent';
      if (entry.next.at <= time) want(key, entry);
      else if (left[kind] > 0 && entry.turnAt <= turn) {
        left[kind] -= 1;
        want(key, entry, 'later');
      }
    }
  };
  function remove(key: string): void {
    const entry = all.get(key);
    if (entry === undefined) return;
    all.delete(key);
    entry.stopListening();
  }
  return {
    add: (key, followed, when) => {
      remove(key);
      const next = { at: Number.POSITIVE_INFINITY, afterMs: 0, isSent: false };
      const stopListening = desk.onChange(followed.handle, () => {
        want(key, entry);
        work();
      });
      const entry: Entry = { ...followed, stopListening, next, turnAt: 0, isLate: false, state: 'idle' };
      all.set(key, entry);
      // No later change tells what happened between its answer and now.
      want(key, entry, when);
      work();
    },
    has: (key) => all.has(key),
    size: () => all.size,
    remove,
    start: () => {
      timer = setInterval(() => {
        round();
        work();
      }, EVERY_MS);
    },
    stop: async () => {
      hasStopped = true;
      clearInterval(timer);
      for (const { stopListening } of all.values()) stopListening();
      await Promise.all(working);
    },
  };
}

/** Between two questions after one card, where few are followed. */
const TURN_MS = 3_000;
/** For transactions that can only be renewed, which is reported as a change. */
const OVER_TURN_MS = 15_000;
const SENT: readonly TransactionStatus['status'][] = ['sending', 'accepted', 'unknown'];
const OPEN: readonly TransactionStatus['status'][] = ['prepared', 'to-confirm'];

/** When a card is checked again. @param end of following it, and `now`: epoch milliseconds */
export function dueOf({ status, neverSent, expiresAt }: TransactionStatus, end: number, now: number): Next {
  const expires = OPEN.includes(status) ? Date.parse(expiresAt) : Number.NaN;
  const isSent = SENT.includes(status) && neverSent !== true;
  return {
    at: expires > now ? Math.min(expires, end) : end,
    afterMs: isSent || neverSent === true || OPEN.includes(status) ? TURN_MS : OVER_TURN_MS,
    isSent,
  };
}
