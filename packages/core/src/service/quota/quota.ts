/**
 * Who may call the service now. A quota stands for one credential of the service, and may be counted
 * in one process, or in a database for several. Every implementation passes `describeQuota` of the testkit.
 */
import type { Call } from '../http/call.ts';

export type Job = {
  /** Lower goes first; equal ones in the order they came. */
  readonly priority: number;
  /** The time a request should have left at its start; one that would start later is refused instead. */
  readonly needsMs: number;
};

export type Quota = {
  /**
   * Makes `request` as soon as it may start; it must be over when it settles. At most as many as the quota allows are
   * under way or over in ANY 60 s, as the service may count them.
   * Each of the call's callers is refused as soon as it is known that the start would come too late for it:
   * RATE_LIMITED with `retryAfterMs`. Who leaves or is refused before the start costs nothing.
   * @throws the call's reason if it ends before the start
   */
  run<T>(request: () => Promise<T>, job: Job, call: Call): Promise<T>;
  /** Nothing starts for so long: the service had too many requests. */
  pause(ms: number): Promise<void>;
  /** A caller was added to a call that waits already; it may have less time than the others. */
  callersChanged(): void;
  /** As far as this process knows. */
  state(): QuotaState;
};

export type QuotaState = {
  /** Requests that could start this moment, if nothing is paused. */
  readonly tokensLeft: number;
  /** How long nothing starts because the service said so; 0 if something may. */
  readonly pausedForMs: number;
  /** Requests that wait for their turn. */
  readonly waiting: number;
  /** Callers who were refused because they could not start before their deadline. */
  readonly refusals: number;
};
