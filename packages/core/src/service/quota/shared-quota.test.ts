import { describeQuota } from '@countersign/testkit/specifications/quota';
import { HOLD_MS, LEASE_MS, type Slots } from './quota.ts';
import { createSharedQuota } from './shared-quota.ts';

/** Shared places without a database, on `performance`'s clock. @param most in any 60 s */
function slotsInMemory(most: number): Slots {
  /** When each place comes back, by its lease. */
  const held = new Map<string, { until: number; isOver: boolean }>();
  let pausedUntil = 0;
  let leases = 0;
  const sweep = () => {
    for (const [lease, { until }] of held) if (until <= performance.now()) held.delete(lease);
  };
  return {
    take: async (wants) => {
      sweep();
      const now = performance.now();
      const wanted = wants.reduce((sum, { count }) => sum + count, 0);
      const given = pausedUntil > now ? 0 : Math.min(wanted, most - held.size);
      const taken = Array.from({ length: given }, () => `${leases++}`);
      for (const lease of taken) held.set(lease, { until: now + LEASE_MS + HOLD_MS, isOver: false });
      const backIn = [...held.values()].filter(({ isOver }) => isOver).map(({ until }) => until - now);
      return {
        leases: taken,
        left: most - held.size,
        backIn: backIn.toSorted((a, b) => a - b),
        pausedForMs: Math.max(pausedUntil - now, 0),
      };
    },
    prolong: async (lease) => {
      if (held.has(lease)) held.set(lease, { until: performance.now() + LEASE_MS + HOLD_MS, isOver: false });
    },
    release: async (lease, how) => {
      if (how === 'unused') held.delete(lease);
      else held.set(lease, { until: performance.now() + HOLD_MS, isOver: true });
    },
    pause: async (ms) => {
      pausedUntil = Math.max(pausedUntil, performance.now() + ms);
    },
  };
}

describeQuota('several processes', (most) => createSharedQuota(most, slotsInMemory(most)));
