/**
 * Places of a quota that several processes share. A place is held from before a request until 60 s after its end, by
 * one clock for all; whoever dies with one loses it for no longer than a request may take and 60 s.
 */

export type Want = {
  /** Lower goes first, also before what other processes want. */
  readonly priority: number;
  readonly count: number;
};

export type Taken = {
  /** One for each place that was given. */
  readonly leases: readonly string[];
  /** In how many milliseconds each other place comes back, the soonest first; those of running requests are left out. */
  readonly backIn: readonly number[];
  /** How many more there are. */
  readonly left: number;
  /** How long nothing may start because the service said so; 0 if something may. */
  readonly pausedForMs: number;
};

export type Slots = {
  /** Takes as many as there are, and notes what this process still wants, so that others leave room for it. */
  take(wants: readonly Want[]): Promise<Taken>;
  /** The request goes on. */
  extend(lease: string): Promise<void>;
  /** @param how `used`: the request is over; `unused`: it was never made, and the place is free at once */
  release(lease: string, how: 'used' | 'unused'): Promise<void>;
  pause(ms: number): Promise<void>;
};

/** How long a place is held, in milliseconds. Tests alone take shorter ones. */
export type Times = { readonly holdMs: number; readonly leaseMs: number };

/** The window, and a little more: clocks drift, and the service may have counted a request as late as at its end. */
export const HOLD_MS = 60_000 + 50;
/** So long a place is held for a request of which nothing is heard; `extend` renews it. */
export const LEASE_MS = 60_000;
export const TIMES: Times = { holdMs: HOLD_MS, leaseMs: LEASE_MS };
