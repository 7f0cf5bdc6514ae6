/** Ten tenants who ask for their share, and one that asks for far more, on any surface. */

/** A second. */
export const SHARE = 0.5;
export const TENANTS = 10;
/** The service's quota per minute: enough for the ten, far too little for the one. */
export const QUOTA = 600;

export type Tenants = {
  /** The ten at their share; milliseconds of each finished call. */
  ordinary(seconds: number): Promise<{ readonly started: number; readonly latencies: readonly number[] }>;
  /** The one; settles when it has stopped. */
  greedy(perSecond: number, seconds: number): Promise<{ readonly asked: number; readonly done: number }>;
  close(): Promise<void>;
};
