/** Limits what each person asks for in any 60 s, over all processes where they share a database. */
import type { Desk } from '@countersign/core';
import { describeThrown, type Log } from '@countersign/core/platform/log';
import { createRateLimit } from '@countersign/local-http';

/** Neither rejects: while the database cannot be asked, each process counts for itself. */
export type PersonLimit = {
  /** Counts one request. @returns 0, or the milliseconds to wait if there were too many */
  readonly take: (person: string) => Promise<number>;
  /** What was counted last is not made after all. */
  readonly giveBack: (person: string) => Promise<void>;
};

/** @param name of what is limited */
export function createPersonLimit(
  name: string,
  perMinute: number,
  counts: Desk['requestCounts'],
  log?: Log,
): PersonLimit {
  const own = createRateLimit(perMinute, Date.now);
  const onTrouble = (thrown: unknown) =>
    log?.('warn', 'the database that counts what people ask for could not be asked', { cause: describeThrown(thrown) });
  return {
    take: async (person) => {
      const wait = own.take(person);
      if (wait > 0 || counts === undefined) return wait;
      const ofAll = await counts.take(`${name} ${person}`, perMinute).catch(onTrouble);
      if (ofAll) own.giveBack(person);
      return ofAll ?? 0;
    },
    giveBack: async (person) => {
      own.giveBack(person);
      await counts?.giveBack(`${name} ${person}`).catch(onTrouble);
    },
  };
}
