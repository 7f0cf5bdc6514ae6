/**
 * A person's desk with a share of the service's quota, which all people have together: who has used theirs is told when
 * to come back, so that the others find the rest.
 */
import { type CallOptions, type Desk, type Person, type PersonalDesk, personKey } from '@countersign/core';
import { CountersignError } from '@countersign/core/errors';
import { createRateLimit, type RateLimit } from '@countersign/local-http';

/** Of the quota of this process, as in Discord: with 50 requests a minute these are 15. */
const PART = 0.3;

const shareOf = (requestsPerMinute: number): number => Math.max(Math.floor(requestsPerMinute * PART), 1);

/** @returns a person's desk; who has a credential of their own has all of its quota */
export function createFairDesks(now: () => number = Date.now): (desk: Desk, person: Person) => PersonalDesk {
  const limits = new Map<number, RateLimit>();
  return (desk, person) => {
    const { requestsPerMinute, isOwn } = desk.quotaOf(person.tenant);
    if (isOwn) return desk.for(person);
    const share = shareOf(requestsPerMinute);
    const shares = limits.get(share) ?? createRateLimit(share, now);
    limits.set(share, shares);
    return createFairDesk(desk.for(person), personKey(person), shares);
  };
}

/** @param shares requests to the service in a minute, by person */
function createFairDesk(desk: PersonalDesk, person: string, shares: RateLimit): PersonalDesk {
  const counted = (options: CallOptions | undefined) => ({ ...options, onRequest: () => void shares.take(person) });
  const within = async <T>(work: () => Promise<T>): Promise<T> => {
    const retryAfterMs = shares.wait(person);
    if (retryAfterMs > 0) {
      throw new CountersignError('RATE_LIMITED', { message: 'You asked a lot in a short time.', retryAfterMs });
    }
    return await work();
  };
  return {
    ...desk,
    prepare: (action, request, options) =>
      within(() => desk.prepare(action, request, { ...options, ...counted(options) })),
    prepareStep: (steps, input, options) => within(() => desk.prepareStep(steps, input, counted(options))),
    renew: (id, options) => within(() => desk.renew(id, counted(options))),
    find: async (input, options) => {
      const find = () => desk.find(input, counted(options));
      return asksService(input) ? await within(find) : await find();
    },
    balances: (input, options) => within(() => desk.balances(input, counted(options))),
    // What a wallet has signed does not wait.
    submit: (input, options) => desk.submit(input, counted(options)),
  };
}

/** What was prepared here is found without it. */
const asksService = (input: unknown): boolean => typeof input === 'object' && input !== null && 'wallet' in input;
