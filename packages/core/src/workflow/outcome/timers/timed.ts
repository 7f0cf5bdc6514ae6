/** What is done by itself, and when: types alone. */

export type Job = {
  /** One job for all processes, whatever each of them runs next to it. */
  readonly name: string;
  readonly everyMs: number;
  /** @param signal ends it: this process stops, or another one has taken it over */
  run(signal: AbortSignal): Promise<unknown>;
};

export type SettlingPace = {
  /** Between two looks at what is due, which write nothing where nothing is. */
  readonly everyMs: number;
  /** After the end of what was not sent from here: by then a ledger has closed that proves it. */
  readonly afterEndMs: number;
  /** Anyone who sent it waits for the outcome for less time than this. */
  readonly afterSendingMs: number;
  /** A process that died with an outcome in hand is succeeded after so long. */
  readonly leaseMs: number;
  /** Before the next question about what the ledger could not decide; twice as long each time. */
  readonly againMs: number;
  readonly longestMs: number;
};
