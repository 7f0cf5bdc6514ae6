/**
 * A person's desk with a share of the service's quota, which everybody uses together. A person who has used up their
 * share is told when to retry, so that the rest is left for others.
 */
import { type CallOptions, type Desk, type Person, personKey } from '@countersign/core';
import { CountersignError } from '@countersign/core/errors';
import type { Log } from '@countersign/core/platform/log';
import type { AssistantDesk } from '../tools/tool.ts';
import { createPersonLimit, type PersonLimit } from './person-limit.ts';
import { createTurns, type Turns } from './turns.ts';

/** Part of the quota, as in Discord: 15 of 50 requests a minute. */
const PART = 0.3;

/** One person's simultaneous calls to the service; otherwise a burst would occupy the whole process. */
const AT_ONCE = 4;

const shareOf = (requestsPerMinute: number): number => Math.max(Math.floor(requestsPerMinute * PART), 1);

/** @returns a person's desk; a person with their own credential has its whole quota */
export function createFairDesks(desk: Desk, log?: Log): (person: Person) => AssistantDesk {
  const limits = new Map<number, PersonLimit>();
  const turns = createTurns(AT_ONCE);
  return (person) => {
    const { requestsPerMinute, isOwn } = desk.quotaOf(person.tenant);
    const share = isOwn ? requestsPerMinute : shareOf(requestsPerMinute);
    const shares = limits.get(share) ?? createPersonLimit('service', share, desk.requestCounts, log);
    limits.set(share, shares);
    return createFairDesk(desk.for(person), personKey(person), shares, turns);
  };
}

/** @param shares requests to the service in a minute, by person */
export function createFairDesk(desk: AssistantDesk, person: string, shares: PersonLimit, turns: Turns): AssistantDesk {
  /** A call takes its place before it asks, so that simultaneous calls cannot take the same place. */
  const within = async <T>(
    options: CallOptions | undefined,
    work: (options: CallOptions) => Promise<T>,
  ): Promise<T> => {
    const retryAfterMs = await shares.take(person);
    if (retryAfterMs > 0) {
      throw new CountersignError('RATE_LIMITED', { message: 'You asked a lot in a short time.', retryAfterMs });
    }
    let asked = 0;
    const onRequest = () => {
      asked += 1;
      if (asked > 1) void shares.take(person);
    };
    try {
      return await turns(person, () => work({ ...options, onRequest }));
    } finally {
      if (asked === 0) await shares.giveBack(person);
    }
  };
  const counted = (options: CallOptions | undefined) => ({ ...options, onRequest: () => void shares.take(person) });
  return {
    ...desk,
    prepare: (action, request, options) =>
      within(options, (held) => desk.prepare(action, request, { ...options, ...held })),
    prepareStep: (steps, input, options) => within(options, (held) => desk.prepareStep(steps, input, held)),
    renew: (id, options) => within(options, (held) => desk.renew(id, held)),
    find: async (input, options) =>
      asksService(input)
        ? await within(options, (held) => desk.find(input, held))
        : await desk.find(input, counted(options)),
    balances: (input, options) => within(options, (held) => desk.balances(input, held)),
    // A signed transaction never waits.
    submit: (input, options) => desk.submit(input, counted(options)),
  };
}

/** What was prepared here is found without asking the service. */
const asksService = (input: unknown): boolean => typeof input === 'object' && input !== null && 'wallet' in input;
