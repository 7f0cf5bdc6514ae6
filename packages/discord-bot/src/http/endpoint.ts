/** Replies at the interactions endpoint: constant texts for every caller. */
import type { KeyObject } from 'node:crypto';
import type { Log } from '@countersign/core/platform/log';
import type { APIInteraction } from 'discord.js';
import { PONG_BODY } from '../interactions/callback.ts';
import { INTERACTIONS_PATH } from './address.ts';
import { readBody } from './read-body.ts';
import { isSignedBy, signedIn } from './signature.ts';

/**
 * Discord signs when it sends and waits 3 s; the rest allows for clock differences. Claims are kept for longer, so that
 * no interaction that is still accepted has lost its claim.
 */
export const SIGNED_WITHIN_MS = 60_000;
/** The largest that Discord can send, a click on a full card with all its texts escaped, has some 60 kB. */
export const BODY_LIMITS = { bytes: 256_000, ms: 2_500 } as const;
const PING = 1;
const WARN_AGAIN_MS = 60 * 60_000;

export type EndpointParts = {
  readonly key: KeyObject;
  readonly applicationId: string;
  /** False once this process ends, and while the store cannot be used: others are to be asked. */
  readonly isReady: () => Promise<boolean>;
  /** The body of the reply; nothing where another process answers; 'unknown' for what this bot has not registered. */
  readonly answer: (raw: APIInteraction, delivered: Promise<boolean>) => Promise<object | undefined | 'unknown'>;
  readonly log: Log;
  readonly now?: () => number;
};

export function createEndpoint({ key, applicationId, isReady, answer, log, now = Date.now }: EndpointParts) {
  let warnedAt = Number.NEGATIVE_INFINITY;
  const refuse = (status: number, why: string) => {
    log('debug', 'a request to the interactions endpoint was refused', { status, why });
    return REFUSALS[status]?.() ?? new Response(null, { status });
  };
  const isTimely = (signedAt: number): boolean => {
    const seconds = Math.round((now() - signedAt) / 1_000);
    if (Math.abs(seconds) * 1_000 <= SIGNED_WITHIN_MS) return true;
    if (now() - warnedAt > WARN_AGAIN_MS) {
      warnedAt = now();
      log('warn', 'Discord signed a request at another time than now; set this machine’s clock', { seconds });
    }
    return false;
  };

  async function take(request: Request, delivered: Promise<boolean>): Promise<Response> {
    const signed = signedIn(request);
    if (signed === undefined) return refuse(401, 'no signature');
    const body = await readBody(request, BODY_LIMITS);
    if (typeof body === 'string') return refuse(body === 'too slow' ? 408 : 413, body);
    if (!isSignedBy(key, signed, body)) return refuse(401, 'wrong signature');
    if (!isTimely(signed.signedAt)) return refuse(401, 'another time');
    const raw = parse(body);
    if (raw === undefined || raw['application_id'] !== applicationId) return refuse(400, 'no interaction of ours');
    if (raw['type'] === PING) return json(200, PONG_BODY);
    const told = await answer(raw as unknown as APIInteraction, delivered);
    if (told === 'unknown') return refuse(400, 'unknown interaction');
    return told === undefined ? new Response(null, { status: 202, headers: NOT_STORED }) : json(200, told);
  }

  return {
    /** @param delivered settles when the response was handed over whole, or its connection closed */
    fetch: async (request: Request, delivered: Promise<boolean>): Promise<Response> => {
      const { pathname } = new URL(request.url);
      if (pathname === INTERACTIONS_PATH) {
        return request.method === 'POST' ? await take(request, delivered) : refuse(405, 'method');
      }
      // For monitoring; reveals nothing about anybody.
      if (request.method === 'GET' && pathname === '/livez') return json(200, { status: 'alive' });
      if (request.method === 'GET' && pathname === '/readyz') {
        return (await isReady()) ? json(200, { status: 'ready' }) : json(503, { status: 'not ready' });
      }
      return refuse(404, 'path');
    },
  };
}

const NOT_STORED = { 'cache-control': 'no-store' };

const json = (status: number, body: object, headers: Readonly<Record<string, string>> = {}): Response =>
  Response.json(body, { status, headers: { ...NOT_STORED, ...headers } });

/** The rest of a body is not read, so its connection ends. */
const CLOSES = { connection: 'close' };

const REFUSALS: Readonly<Record<number, () => Response>> = {
  400: () => json(400, { error: 'This is no interaction of this application.' }),
  401: () => json(401, { error: 'The request is not signed by Discord.' }, CLOSES),
  404: () => json(404, { error: 'There is nothing at this address.' }, CLOSES),
  405: () => json(405, { error: 'Interactions come by POST.' }, { ...CLOSES, allow: 'POST' }),
  408: () => json(408, { error: 'The body did not come in time.' }, CLOSES),
  413: () => json(413, { error: 'The body is larger than an interaction.' }, CLOSES),
};

function parse(body: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
