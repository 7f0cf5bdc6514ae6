/** Answers one message of an authenticated person, with their own handlers, so nothing is shared with others. */
import { type AsPerson, type CallOptions, type Desk, isLocal, type Person, personKey } from '@countersign/core';
import { CountersignError } from '@countersign/core/errors';
import type { Metrics } from '@countersign/core/metrics';
import { describeThrown, type Log } from '@countersign/core/platform/log';
import { redactStrings, type SecretScanner } from '@countersign/core/secrets';
import type { Settings } from '@countersign/core/settings';
import { isObject } from '@countersign/core/text/fields';
import { createRateLimit } from '@countersign/local-http';
import { handlersOf } from '../handlers/handlers-of.ts';
import { iconsAt } from '../handlers/icons.ts';
import { createOwnEscrows } from '../handlers/own-escrows.ts';
import type { AssistantDesk } from '../tools/tool.ts';
import type { EraOverHttp } from '../transport/era.ts';
import {
  type Era,
  eraOf,
  fieldsIn,
  INVALID_REQUEST,
  isId,
  isMessage,
  type Message,
  NO_REQUEST,
  PARSE_ERROR,
  parse,
  withSafeError,
} from '../transport/message.ts';
import type { Caller } from './authenticate.ts';
import { protocolProblem } from './replies.ts';
import { isGranted, type Scope, scopeFor } from './scopes.ts';

const NO_MESSAGE = 'The body is not one message of JSON-RPC 2.0. Send one message a request.';

type AnswersSetup = {
  readonly settings: Settings;
  readonly desk: Desk;
  readonly scanner: SecretScanner;
  readonly log: Log;
  readonly metrics?: Pick<Metrics, 'toolCall'> | undefined;
};

export type Answers = ReturnType<typeof createAnswers>;

export function createAnswers({ settings, desk, scanner, log, metrics }: AnswersSetup) {
  const fair = createFairDesks(desk, log);
  const icons = settings.publicUrl === undefined ? undefined : iconsAt(settings.publicUrl);
  const eras = new Map<Era, Promise<EraOverHttp>>();
  const open = (era: Era): Promise<EraOverHttp> => {
    const opening = eras.get(era) ?? load(era).then(({ openEra }) => openEra());
    eras.set(era, opening);
    return opening;
  };
  /** @param refuse the answer where the caller's token is not for this; without a scope: it is for nothing here */
  const answer = async (
    request: Request,
    { person, granted }: Caller,
    refuse: (needed: Scope | undefined) => Response,
  ): Promise<Response> => {
    const message = fieldsIn(parse(await request.text()));
    if (message === undefined) return protocolProblem(400, PARSE_ERROR, NO_MESSAGE);
    if (!isMessage(message)) {
      return protocolProblem(400, INVALID_REQUEST, NO_REQUEST, isId(message['id']) ? message['id'] : null);
    }
    const needed = scopeFor(message);
    if (!isGranted(granted, needed)) return refuse(needed);
    const own = isLocal(person) ? desk.for(person) : fair(person, { mayPrepare: granted.has('escrow:prepare') });
    const openDesk = async () => own;
    const ofPerson = createOwnEscrows({ ...settings, openDesk });
    const handlers = handlersOf({ settings, openDesk, own: ofPerson, scanner, log, metrics, icons });
    const { redact } = scanner;
    const era = await open(eraOver(message, request));
    return await safely(await era.answer({ handlers, request, message, redact }), redact);
  };
  return {
    answer,
    /** Ends open streams. Calls go on. */
    close: async () => {
      for (const era of eras.values()) await (await era).close();
    },
  };
}

const load = (era: Era) => (era === '2026' ? import('../transport/http-2026.ts') : import('../transport/http-2025.ts'));

/** A message of 2026 names its revision in itself or, if it is a notification, in a header. */
function eraOver(message: Message, { headers }: Request): Era {
  return (headers.get('mcp-protocol-version') ?? '') >= '2026' ? '2026' : eraOf(message);
}

/** The libraries' own refusals may quote what was sent. */
async function safely(response: Response, redact: (text: string) => string): Promise<Response> {
  if (response.ok || response.body === null) return response;
  const { status, headers } = response;
  const body: unknown = await response.json().catch(() => undefined);
  const safe = typeof body === 'object' && body !== null ? redactStrings(withSafeError(body, redact), redact) : {};
  const kept = new Headers(headers);
  kept.delete('content-length');
  return new Response(JSON.stringify(safe), { status, headers: kept });
}

/** Part of the quota, as in Discord: 15 of 50 requests a minute. */
const PART = 0.3;

/** One person's simultaneous calls to the service; otherwise a burst would occupy the whole process. */
const AT_ONCE = 4;

const shareOf = (requestsPerMinute: number): number => Math.max(Math.floor(requestsPerMinute * PART), 1);

/** @returns a person's desk; a person with their own credential has its whole quota */
function createFairDesks(desk: Desk, log: Log): (person: Person, as: AsPerson) => AssistantDesk {
  const limits = new Map<number, PersonLimit>();
  const turns = createTurns(AT_ONCE);
  return (person, as) => {
    const { requestsPerMinute, isOwn } = desk.quotaOf(person.tenant);
    const share = isOwn ? requestsPerMinute : shareOf(requestsPerMinute);
    const shares = limits.get(share) ?? createPersonLimit('service', share, desk.requestCounts, log);
    limits.set(share, shares);
    return createFairDesk(desk.for(person, as), personKey(person), shares, turns);
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
    let count = 0;
    const onRequest = () => {
      count += 1;
      if (count > 1) void shares.take(person);
    };
    try {
      return await turns(person, () => work({ ...options, onRequest }));
    } finally {
      if (count === 0) await shares.giveBack(person);
    }
  };
  const counted = (options: CallOptions | undefined) => ({ ...options, onRequest: () => void shares.take(person) });
  return {
    ...desk,
    prepare: (action, request, options) =>
      within(options, (held) => desk.prepare(action, request, { ...options, ...held })),
    prepareStep: (steps, input, options) => within(options, (held) => desk.prepareStep(steps, input, held)),
    end: (input, options) => within(options, (held) => desk.end(input, held)),
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
const asksService = (input: unknown): boolean => isObject(input) && 'wallet' in input;

/** At most so many at once for each key; the others begin in order. */
type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * A person's desk with a share of the service's quota, which everybody uses together. A person who has used up their
 * share learns when to retry, so that the rest is left for others.
 */
export function createTurns(atOnce: number): Turns {
  const lines = new Map<string, { running: number; readonly waiting: (() => void)[] }>();
  return async (key, work) => {
    const line = lines.get(key) ?? { running: 0, waiting: [] };
    lines.set(key, line);
    // A finished call hands its place to the next, so that no call can jump the queue.
    if (line.running === atOnce) await new Promise<void>((begin) => line.waiting.push(begin));
    else line.running += 1;
    try {
      return await work();
    } finally {
      const next = line.waiting.shift();
      if (next !== undefined) next();
      else {
        line.running -= 1;
        if (line.running === 0) lines.delete(key);
      }
    }
  };
}

type PersonLimit = ReturnType<typeof createPersonLimit>;

/**
 * Limits what each person asks for in any 60 s, over all processes where they share a database. Neither function
 * rejects: while the database cannot be asked, each process counts for itself.
 * @param name of what is limited
 */
export function createPersonLimit(name: string, perMinute: number, counts: Desk['requestCounts'], log?: Log) {
  const own = createRateLimit(perMinute, Date.now);
  const onTrouble = (thrown: unknown) =>
    log?.('warn', 'the database that counts what people ask for could not be asked', { cause: describeThrown(thrown) });
  return {
    /** Counts one request. @returns 0, or the milliseconds to wait if there were too many */
    take: async (person: string): Promise<number> => {
      const wait = own.take(person);
      if (wait > 0 || counts === undefined) return wait;
      const ofAll = await counts.take(`${name} ${person}`, perMinute).catch(onTrouble);
      if (ofAll) own.giveBack(person);
      return ofAll ?? 0;
    },
    /** What was counted last is not made after all. */
    giveBack: async (person: string): Promise<void> => {
      own.giveBack(person);
      await counts?.giveBack(`${name} ${person}`).catch(onTrouble);
    },
  };
}
