/**
 * Places of a quota that several processes share. A place is held from before a request until 60 s after its end, by one
 * shared clock; if its process dies, it comes back after a lease and 60 s.
 */

export type Want = {
  /** Lower goes first, over all processes. */
  readonly priority: number;
  readonly count: number;
};

export type Taken = {
  /** One for each place that was granted. */
  readonly leases: readonly string[];
  /** Milliseconds until each other place comes back, soonest first; places of running requests are left out. */
  readonly backIn: readonly number[];
  /** How many more places are free. */
  readonly left: number;
  /** How long requests are paused; 0 if they are not. */
  readonly pausedForMs: number;
};

export type Slots = {
  /** Takes the free places, and notes what this process still wants, so that others leave room for it. */
  take(wants: readonly Want[]): Promise<Taken>;
  /** Renews the lease of a running request. */
  prolong(lease: string): Promise<void>;
  /** @param how `used`: the request is over; `unused`: it was never made, and the place is free at once */
  release(lease: string, how: 'used' | 'unused'): Promise<void>;
  pause(ms: number): Promise<void>;
};

/** How long a place is held, in milliseconds. Only tests use shorter times. */
export type Times = { readonly holdMs: number; readonly leaseMs: number };

/** The window, and a little more: clocks drift, and the service may have counted a request as late as at its end. */
export const HOLD_MS = 60_000 + 50;
/** The lease of a running request's place; `prolong` renews it. */
export const LEASE_MS = 60_000;
export const TIMES: Times = { holdMs: HOLD_MS, leaseMs: LEASE_MS };
