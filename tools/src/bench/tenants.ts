/** Ten tenants who ask for their share, and one that does not, wherever they are. */

/** A second. */
export const SHARE = 0.5;
export const TENANTS = 10;
/** Of the service, in a minute: enough for all that the ten ask for, and far too little for what the one does. */
export const QUOTA = 600;

export type Tenants = {
  /** The ten at their share; milliseconds of each call that was done. */
  ordinary(seconds: number): Promise<{ readonly started: number; readonly latencies: readonly number[] }>;
  /** The one; settles when it has stopped. */
  greedy(perSecond: number, seconds: number): Promise<{ readonly asked: number; readonly done: number }>;
  close(): Promise<void>;
};
