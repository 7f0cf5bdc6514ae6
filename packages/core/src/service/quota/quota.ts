/**
 * Who may call the service now. A quota stands for one credential of the service, and may be counted
 * in one process, or in a database for several. Every implementation passes `describeQuota` of the testkit.
 */
import type { Call } from '../http/call.ts';

export type Job = {
  /** Lower goes first; equal ones in order of arrival. */
  readonly priority: number;
  /** The time that must be left when the request starts; it is refused rather than started later. */
  readonly needsMs: number;
};

export type Quota = {
  /**
   * Runs `request` as soon as it may start; the request must be over when its promise settles. In ANY 60 s the service
   * counts no more requests than the quota allows, at whichever moment of a request it counts.
   * Each caller is refused with RATE_LIMITED and `retryAfterMs` as soon as the start would come too late for it. A caller
   * that leaves or is refused before the start uses no quota.
   * @throws the call's reason if it ends before the start
   */
  run<T>(request: () => Promise<T>, job: Job, call: Call): Promise<T>;
  /** Pauses all requests for so long, after a 429. */
  pause(ms: number): Promise<void>;
  /** A caller was added to a call that waits already; it may have less time than the others. */
  callersChanged(): void;
  /** As far as this process knows. */
  state(): QuotaState;
};

export type QuotaState = {
  /** Requests that could start right now, unless paused. */
  readonly tokensLeft: number;
  /** How long requests are paused; 0 if they are not. */
  readonly pausedForMs: number;
  /** Requests that wait for their turn. */
  readonly waiting: number;
  /** Callers who were refused because they could not start before their deadline. */
  readonly refusals: number;
};
