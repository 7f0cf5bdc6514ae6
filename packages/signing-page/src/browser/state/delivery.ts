/**
 * Delivers what was signed until the desk has decided about it: again after a growing pause while Countersign cannot be
 * reached, never again after a refusal. The desk sends a transaction once however often it is delivered, so an attempt
 * whose answer was lost is repeated like any other.
 */

import { CountersignError, toCountersignError } from '@countersign/core/errors';
import type { PageView, SubmitReply } from '../../page-view.ts';
import { pageId, UnreachableError } from '../parts/ask-server.ts';
import { attempt } from '../parts/attempt.ts';
import { HOLDING_ERRORS } from '../parts/problem.tsx';
import { serverTime } from '../parts/time.ts';
import { pageError, words } from '../words/words.ts';

type Delivery =
  | { readonly kind: 'none' }
  | { readonly kind: 'sending'; readonly kept: KeptSignature; readonly since: number; readonly slow: boolean }
  | {
      readonly kind: 'waiting';
      readonly kept: KeptSignature;
      readonly because: CountersignError;
      readonly until: number;
    }
  /** The desk will not send it until somebody has changed something, so only the person tries again. */
  | { readonly kind: 'held'; readonly kept: KeptSignature; readonly because: CountersignError }
  /** Its time ended before an answer came; whether an attempt arrived is known when the desk can be asked. */
  | { readonly kind: 'late'; readonly hash: string }
  /** The desk has it and does not know the outcome yet, or must first settle another transaction of this escrow. */
  | { readonly kind: 'delivered'; readonly kept: KeptSignature };

/** A signature that has not reached the desk, which the person should know; a quick attempt does not count. */
export type Undelivered = Exclude<Delivery, { readonly kind: 'none' | 'delivered' }>;

type DeliveryOptions = {
  readonly submit: (signedXdr: string, signal: AbortSignal) => Promise<SubmitReply>;
  readonly onChange: () => void;
  readonly onView: (view: PageView) => void;
  /** The signature cannot be used any more, and this tab has forgotten it. */
  readonly onRefused: (why: CountersignError) => void;
  /** Shows what the desk says now. Resolves when it is shown, or the desk could not be asked. */
  readonly look: () => Promise<void>;
};

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** A longer attempt is shown as undelivered, and abandoned when another one is likely to succeed. */
const SLOW_MS = 3_000;
/** The desk's clock says when it is late; the page leaves the decision at the very end to it. */
const LATE_AFTER_MS = 2_000;
/** A timer of more than 24 days would fire at once. */
const LONGEST_TIMER_MS = 3_600_000;

export function createDelivery({ submit, onChange, onView, onRefused, look }: DeliveryOptions) {
  let state: Delivery = { kind: 'none' };
  let survivesReload = true;
  let failures = 0;
  /** Before this the server wants no attempt, epoch milliseconds of this machine. */
  let notBefore = 0;
  let attempt: AbortController | undefined;
  let nextAttempt: number | undefined;
  let slowTimer: number | undefined;
  let lateTimer: number | undefined;

  const set = (next: Delivery) => {
    state = next;
    clearTimeout(nextAttempt);
    clearTimeout(slowTimer);
    if (next.kind === 'none' || next.kind === 'late') {
      forgetSignature();
      clearTimeout(lateTimer);
      attempt?.abort();
      attempt = undefined;
      failures = 0;
      notBefore = 0;
    }
    if (next.kind === 'waiting') nextAttempt = setTimeout(() => void deliver(next.kept), next.until - Date.now());
    if (next.kind === 'sending' && !next.slow) slowTimer = setTimeout(() => become({ ...next, slow: true }), SLOW_MS);
  };
  const become = (next: Delivery) => {
    set(next);
    onChange();
  };

  const take = (kept: KeptSignature) => {
    survivesReload = storeSignature(kept);
    endInTime(kept);
  };
  const endInTime = (kept: KeptSignature) => {
    clearTimeout(lateTimer);
    const left = kept.expiresAt + LATE_AFTER_MS - serverTime();
    lateTimer = setTimeout(() => (isLate(kept) ? end(kept) : endInTime(kept)), Math.min(left, LONGEST_TIMER_MS));
  };
  const end = (kept: KeptSignature) => {
    if (state.kind === 'delivered') return become({ kind: 'none' });
    become({ kind: 'late', hash: kept.hash });
    // The view says whether it arrived.
    void look();
  };

  const deliver = async (kept: KeptSignature, slow = true): Promise<void> => {
    if (isLate(kept)) return end(kept);
    attempt?.abort();
    const mine = new AbortController();
    attempt = mine;
    become({ kind: 'sending', kept, since: Date.now(), slow });
    const outcome = await submit(kept.signedXdr, mine.signal).catch(toCountersignError);
    if (attempt !== mine) return;
    attempt = undefined;
    if (outcome instanceof CountersignError) await failed(kept, outcome);
    else answered(kept, outcome);
  };

  const answered = (kept: KeptSignature, reply: SubmitReply) => {
    const { status, transactionHash, message, detail } = reply.submitted;
    failures = 0;
    // If a newer transaction is offered, the view is about that one and says nothing about this one.
    const isUnreported =
      ['rejected', 'expired', 'displaced'].includes(status) && reply.status.transactionHash !== transactionHash;
    const isForOthers = status === 'partly-signed';
    set(isUnreported || isForOthers ? { kind: 'none' } : { kind: 'delivered', kept });
    onView(reply);
    if (!isUnreported) return;
    const text = { message, remedy: words().page.readTheNewer, ...(detail === undefined ? {} : { detail }) };
    onRefused(pageError('SERVICE_REFUSED', text));
  };

  const failed = async (kept: KeptSignature, because: CountersignError) => {
    // An earlier attempt arrived; a view will show when the desk gives it up.
    if (state.kind === 'delivered' && because instanceof UnreachableError) return;
    if (because.code === 'OUTCOME_UNKNOWN') return become({ kind: 'delivered', kept });
    if (HOLDING_ERRORS.includes(because.code)) return become({ kind: 'held', kept, because });
    if (because.retryable) return wait(kept, because);
    become({ kind: 'none' });
    // A refusal brings no view. Without the desk's time the next press could sign the same transaction again.
    await look();
    onRefused(because);
  };

  const wait = (kept: KeptSignature, because: CountersignError) => {
    attempt?.abort();
    attempt = undefined;
    failures += 1;
    notBefore = Date.now() + (because.retryAfterMs ?? 0);
    become({ kind: 'waiting', kept, because, until: Math.max(notBefore, Date.now() + pauseAfter(failures)) });
  };

  return {
    undelivered: (): Undelivered | undefined => {
      const isQuick = state.kind === 'sending' && !state.slow;
      return state.kind === 'none' || state.kind === 'delivered' || isQuick ? undefined : state;
    },
    survivesReload: () => survivesReload,
    /** Resolves when the first attempt was answered, has failed or is slow. */
    start: async (kept: KeptSignature): Promise<void> => {
      take(kept);
      const slow = Promise.withResolvers<void>();
      setTimeout(slow.resolve, SLOW_MS);
      await Promise.race([deliver(kept, false), slow.promise]);
    },
    /** Resumes after a reload. @param view the desk's current view, if it could be asked */
    resume: (kept: KeptSignature, view: PageView | undefined): void => {
      const found = view === undefined ? 'undelivered' : signatureStateOf(view, kept.hash);
      if (found === 'decided' || found === 'ended') forgetSignature();
      else take(kept);
      if (found === 'with the desk') become({ kind: 'delivered', kept });
      else if (found === 'undelivered') void deliver(kept);
    },
    observe: (view: PageView): void => {
      if (state.kind === 'none') return;
      const found = signatureStateOf(view, state.kind === 'late' ? state.hash : state.kept.hash);
      if (found === 'decided') become({ kind: 'none' });
      else if (found === 'ended') {
        become({ kind: 'none' });
        const { lost, noLongerUsed } = words().page;
        onRefused(pageError('CANCELLED', { message: lost, remedy: noLongerUsed }));
      } else if (state.kind === 'late') {
        become({ kind: 'none' });
        if (found === 'undelivered') onRefused(pageError('TRANSACTION_EXPIRED', { message: words().page.notInTime }));
      } else if (state.kind === 'delivered' && found === 'undelivered') {
        // The desk could not submit it and gave it up, or the other transaction is settled.
        wait(state.kept, new CountersignError('SERVICE_UNREACHABLE'));
      } else if (state.kind !== 'delivered' && found === 'with the desk') {
        become({ kind: 'delivered', kept: state.kept });
      }
    },
    /** Retries early, because an attempt is now more likely to succeed. */
    nudge: (): void => {
      const hangs = state.kind === 'sending' && Date.now() - state.since >= SLOW_MS;
      const isDue = state.kind === 'waiting' && Date.now() >= notBefore;
      if ((hangs || isDue) && 'kept' in state) void deliver(state.kept);
    },
    tryNow: (): void => {
      if (state.kind === 'waiting' || state.kind === 'held') void deliver(state.kept);
    },
    forget: (): void => {
      if (state.kind !== 'none') become({ kind: 'none' });
    },
  };
}

function signatureStateOf({ status }: PageView, hash: string): 'decided' | 'ended' | 'with the desk' | 'undelivered' {
  switch (status.status) {
    case 'sending':
    case 'accepted':
      return 'with the desk';
    case 'unknown':
      return status.neverSent ? 'undelivered' : 'with the desk';
    case 'settled':
    case 'taken':
      return 'decided';
    case 'superseded':
    case 'declined':
    case 'discarded':
      return 'ended';
    case 'rejected':
    case 'displaced':
      return status.transactionHash === hash ? 'decided' : 'undelivered';
    default:
      return 'undelivered';
  }
}

const isLate = ({ expiresAt }: KeptSignature): boolean => serverTime() >= expiresAt + LATE_AFTER_MS;

/** Milliseconds: doubles with each failure up to a cap, minus up to a quarter, so that pages do not retry in step. */
function pauseAfter(failures: number): number {
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
  return pause * (1 - Math.random() / 4);
}

/**
 * The signed transaction that this tab has not delivered yet: in memory, and in sessionStorage so that a reload goes on
 * with it. No other tab and no other page reads it. It is no secret, but it is the person's consent to one transaction.
 */
export type KeptSignature = {
  /** Hash of the signed transaction, lower-case hex. */
  readonly hash: string;
  readonly signedXdr: string;
  /** Epoch milliseconds by the desk's clock; after this, delivery has no effect. */
  readonly expiresAt: number;
  /** The transaction on screen when it was signed; absent if a different transaction was pasted. */
  readonly transaction?: PageView['offer'];
};

const PREFIX = `countersign:signed:${pageId}:`;

/** @returns whether it survives a reload: a browser may refuse to store anything */
function storeSignature(kept: KeptSignature): boolean {
  forgetSignature();
  attempt(() => sessionStorage.setItem(PREFIX + kept.hash, JSON.stringify(kept)));
  return storedSignature() !== undefined;
}

function forgetSignature(): void {
  for (const key of keys()) sessionStorage.removeItem(key);
}

/** What this tab stored for this page; nothing if missing or damaged. */
export function storedSignature(): KeptSignature | undefined {
  const [key = ''] = keys();
  const kept: unknown = attempt(() => JSON.parse(sessionStorage.getItem(key) ?? ''));
  return isKept(kept) && key === PREFIX + kept.hash ? kept : undefined;
}

const keys = (): string[] => attempt(() => Object.keys(sessionStorage))?.filter((key) => key.startsWith(PREFIX)) ?? [];

/** Checks the shape only: its transaction is compared with the request before it is shown, like one from the server. */
function isKept(value: unknown): value is KeptSignature {
  const { hash, signedXdr, expiresAt } = (value ?? {}) as Partial<Record<keyof KeptSignature, unknown>>;
  return typeof hash === 'string' && typeof signedXdr === 'string' && typeof expiresAt === 'number';
}
