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

const EVERY_MS = 500;
/** In one round: the ledger and this process are shared with people who wait. */
const SENT_IN_TURN = 8;
const UNSENT_IN_TURN = 4;
const AT_ONCE = 8;

type Entry = Followed & {
  readonly stopListening: () => void;
  next: Next;
  turnAt: number;
  isAtWork: boolean;
  /** It changed while it was being checked. */
  isWantedAgain: boolean;
};

export type Rounds = ReturnType<typeof createRounds>;

export function createRounds({ desk, now }: { desk: Pick<Desk, 'onChange'>; now: () => number }) {
  /** The card checked longest ago comes first. */
  const all = new Map<string, Entry>();
  const wanted = new Set<string>();
  /** Checked only when nothing else is due. */
  const wantedLater = new Set<string>();
  const working = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let hasStopped = false;

  const want = (key: string, entry: Entry, when: 'now' | 'later' = 'now') => {
    if (entry.isAtWork) entry.isWantedAgain = true;
    else if (when === 'later') {
      if (!wanted.has(key)) wantedLater.add(key);
    } else {
      wantedLater.delete(key);
      wanted.add(key);
    }
  };
  const forget = (key: string) => wanted.delete(key) || wantedLater.delete(key);
  const work = () => {
    while (!hasStopped && working.size < AT_ONCE) {
      const [key] = wanted.size > 0 ? wanted : wantedLater;
      const entry = key === undefined ? undefined : all.get(key);
      if (key === undefined || entry === undefined) return;
      forget(key);
      const looking = lookAt(key, entry).finally(() => {
        working.delete(looking);
        work();
      });
      working.add(looking);
    }
  };
  const lookAt = async (key: string, entry: Entry) => {
    entry.isAtWork = true;
    const next = await entry.look();
    if (all.get(key) !== entry) return;
    if (next === undefined) return remove(key);
    const { isWantedAgain } = entry;
    Object.assign(entry, { next, turnAt: performance.now() + next.afterMs, isAtWork: false, isWantedAgain: false });
    // Moves it to the end.
    all.delete(key);
    all.set(key, entry);
    if (isWantedAgain) want(key, entry);
  };
  const round = () => {
    const time = now();
    const turn = performance.now();
    const left = { sent: SENT_IN_TURN, unsent: UNSENT_IN_TURN };
    for (const [key, entry] of all) {
      if (entry.isAtWork || wanted.has(key) || wantedLater.has(key)) continue;
      const kind = entry.next.isSent ? 'sent' : 'unsent';
      if (entry.next.at <= time) want(key, entry);
      else if (left[kind] > 0 && entry.turnAt <= turn) {
        left[kind] -= 1;
        want(key, entry, 'later');
      }
    }
    work();
  };
  const remove = (key: string): void => {
    all.get(key)?.stopListening();
    all.delete(key);
    forget(key);
  };
  return {
    /** Replaces the card under this key, and checks it. */
    add: (key: string, followed: Followed, when?: 'now' | 'later') => {
      remove(key);
      const next = { at: Number.POSITIVE_INFINITY, afterMs: 0, isSent: false };
      const stopListening = desk.onChange(followed.handle, () => {
        want(key, entry);
        work();
      });
      const entry: Entry = { ...followed, stopListening, next, turnAt: 0, isAtWork: false, isWantedAgain: false };
      all.set(key, entry);
      // No later change tells what happened between its answer and now.
      want(key, entry, when);
      work();
    },
    has: (key: string) => all.has(key),
    size: () => all.size,
    remove,
    start: () => {
      timer = setInterval(round, EVERY_MS);
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
