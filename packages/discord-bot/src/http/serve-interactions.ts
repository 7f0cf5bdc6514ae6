/** The other source of interactions, next to the gateway: Discord posts them here. From the first request to a clean end. */
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { CountersignError } from '@countersign/core/errors';
import type { Log } from '@countersign/core/platform/log';
import { isObject } from '@countersign/core/text/fields';
import { isLoopbackHost, type Listening, listen } from '@countersign/local-http';
import type { APIInteraction } from 'discord.js';
import { type Answers, type Message, messageBody, PONG_BODY, suggestionsBody } from '../discord/answers.ts';
import type { Interaction } from '../discord/interaction.ts';
import type { Claims } from '../interactions/claims.ts';
import { openReply, REPLY_MS } from '../interactions/first-answer.ts';
import type { InteractionHandler } from '../interactions/handle-interaction.ts';
import type { HttpSource } from '../settings.ts';
import { INTERACTIONS_PATH, listeningAddress } from './address.ts';

type InteractionsSetup = {
  readonly source: HttpSource;
  readonly applicationId: string;
  readonly storeAnswers: () => Promise<boolean>;
  readonly hearing: InteractionHandler;
  readonly claims: Claims;
  readonly answers: Pick<Answers, 'expect'>;
  /** The text for a person if nothing was done. */
  readonly explain: (interaction: Interaction, thrown?: unknown) => Message;
  readonly log: Log;
};

/**
 * Discord signs when it sends and waits 3 s; the rest allows for clock differences. Claims are kept for longer, so that
 * no interaction that is still accepted has lost its claim.
 */
const SIGNED_WITHIN_MS = 60_000;
const PING = 1;
const WARN_AGAIN_MS = 60 * 60_000;

export type InteractionsServer = Awaited<ReturnType<typeof serveInteractions>>;

/** @throws CountersignError SETTING_INVALID where the port or the address cannot be had */
export async function serveInteractions(parts: InteractionsSetup) {
  const { source, applicationId, storeAnswers, hearing, claims, answers, explain, log } = parts;
  const key = publicKeyOf(source.publicKey);
  let isReady = false;
  let warnedAt = Number.NEGATIVE_INFINITY;
  const refuse = (status: number, why: string) => {
    log('debug', 'a request to the interactions endpoint was refused', { status, why });
    return REFUSALS[status]?.() ?? new Response(null, { status });
  };
  const isTimely = (signedAt: number): boolean => {
    const seconds = Math.round((Date.now() - signedAt) / 1_000);
    if (Math.abs(seconds) * 1_000 <= SIGNED_WITHIN_MS) return true;
    if (Date.now() - warnedAt > WARN_AGAIN_MS) {
      warnedAt = Date.now();
      log('warn', 'Discord signed a request at another time than now; set this machine’s clock', { seconds });
    }
    return false;
  };
  /** @param delivered settles when the response was handed over whole, or its connection closed */
  const answer = async (raw: APIInteraction, delivered: Promise<boolean>): Promise<Response> => {
    const incoming = hearing.read(raw);
    if (incoming === undefined) return refuse(400, 'unknown interaction');
    const { interaction } = incoming;
    const reply = openReply({
      interactionId: interaction.id,
      claims,
      delivered,
      onDelivered: () => answers.expect(interaction),
      failed: (thrown) => (incoming.isTyping ? suggestionsBody([]) : messageBody(explain(interaction, thrown))),
    });
    void incoming.serve(reply).finally(reply.end);
    const body = await reply.body;
    // Another process answers.
    return body === undefined ? new Response(null, { status: 202, headers: NOT_STORED }) : json(200, body);
  };
  const take = async (request: Request, delivered: Promise<boolean>): Promise<Response> => {
    const signed = signedIn(request);
    if (signed === undefined) return refuse(401, 'no signature');
    const body = await readBody(request);
    if (typeof body === 'string') return refuse(body === 'too slow' ? 408 : 413, body);
    if (!isSignedBy(key, signed, body)) return refuse(401, 'wrong signature');
    if (!isTimely(signed.signedAt)) return refuse(401, 'another time');
    const raw = parse(body);
    if (raw === undefined || raw['application_id'] !== applicationId) return refuse(400, 'no interaction of ours');
    return raw['type'] === PING ? json(200, PONG_BODY) : await answer(raw as unknown as APIInteraction, delivered);
  };
  const fetch = async (request: Request, env?: object): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname === INTERACTIONS_PATH) {
      const { outgoing } = (env ?? {}) as { outgoing?: ServerResponse };
      return request.method === 'POST' ? await take(request, deliveredBy(outgoing)) : refuse(405, 'method');
    }
    // For monitoring; reveals nothing about any person.
    if (request.method === 'GET' && pathname === '/livez') return json(200, { status: 'alive' });
    // For a balancer, which must not take this bot out while the store is away: the answer says what to do.
    if (request.method === 'GET' && pathname === '/readyz/port') {
      return isReady ? json(200, { status: 'ready' }) : json(503, { status: 'ending' });
    }
    if (request.method === 'GET' && pathname === '/readyz') {
      return isReady && (await storeAnswers()) ? json(200, { status: 'ready' }) : json(503, { status: 'not ready' });
    }
    return refuse(404, 'path');
  };
  const listening = await listenAt(source, { fetch });
  isReady = true;
  let stopping: Promise<void> | undefined;
  return {
    /** On this machine. */
    url: listeningAddress(source, listening.port),
    isReady: () => isReady,
    /** Reports "not ready" and keeps answering for that long; then accepts no more, and answers what it has. */
    stop: (noticeMs: number) => {
      isReady = false;
      stopping ??= sleep(noticeMs).then(listening.close);
      return stopping;
    },
  };
}

function deliveredBy(outgoing: ServerResponse | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    if (outgoing === undefined) return resolve(true);
    outgoing.once('finish', () => resolve(true));
    outgoing.once('close', () => resolve(outgoing.writableFinished));
  });
}

const TAKEN: Readonly<Record<string, (port: number) => [path: string, problem: string]>> = {
  EADDRINUSE: (port) => ['DISCORD_HTTP_PORT', `is ${port}, which another program uses; give another one`],
  EACCES: () => ['DISCORD_HTTP_PORT', 'is closed to this user; give one above 1023'],
  EADDRNOTAVAIL: () => ['DISCORD_HTTP_HOST', 'is no address of this machine; 0.0.0.0 is all of them'],
  ENOTFOUND: () => ['DISCORD_HTTP_HOST', 'is no address of this machine; 0.0.0.0 is all of them'],
};

async function listenAt({ host, port }: HttpSource, app: Parameters<typeof listen>[0]): Promise<Listening> {
  const isLoopback = isLoopbackHost(host.includes(':') ? `[${host}]` : host);
  try {
    return await listen(app, port, REPLY_MS, isLoopback ? undefined : host);
  } catch (thrown) {
    const [path, problem] = TAKEN[(thrown as NodeJS.ErrnoException).code ?? '']?.(port) ?? [];
    if (path === undefined || problem === undefined) throw thrown;
    const fields = [{ path, problem }];
    throw new CountersignError('SETTING_INVALID', { message: `${path} ${problem}.`, fields, cause: thrown });
  }
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
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The largest that Discord can send, a click on a full card with all its texts escaped, has some 60 kB. */
const MOST_BYTES = 256_000;
const BODY_MS = 2_500;

async function readBody({
  headers,
  body,
}: Pick<Request, 'headers' | 'body'>): Promise<Buffer | 'too large' | 'too slow' | 'broken off'> {
  if (Number(headers.get('content-length') ?? 0) > MOST_BYTES) return 'too large';
  if (body === null) return Buffer.alloc(0);
  const reader = body.getReader();
  const read = async () => {
    const chunks: Uint8Array[] = [];
    for (let size = 0; size <= MOST_BYTES; ) {
      const { done, value } = await reader.read();
      if (done) return Buffer.concat(chunks);
      size += value.byteLength;
      chunks.push(value);
    }
    return 'too large' as const;
  };
  const slow = sleep(BODY_MS, 'too slow' as const, { ref: false });
  return await Promise.race([read().catch(() => 'broken off' as const), slow]);
}

const SIGNATURE = /^[0-9a-f]{128}$/i;
/** Seconds since 1970. */
const TIMESTAMP = /^\d{1,12}$/;

type Signed = { readonly signature: Buffer; readonly timestamp: string; readonly signedAt: number };

/** @param hex as the developer portal shows it */
export function publicKeyOf(hex: string): KeyObject {
  const x = Buffer.from(hex, 'hex').toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}

/** Undefined if a header is missing or malformed; the body is not read then. */
export function signedIn({ headers }: { readonly headers: Headers }): Signed | undefined {
  const signature = headers.get('x-signature-ed25519') ?? '';
  const timestamp = headers.get('x-signature-timestamp') ?? '';
  if (!SIGNATURE.test(signature) || !TIMESTAMP.test(timestamp)) return undefined;
  return { signature: Buffer.from(signature, 'hex'), timestamp, signedAt: Number(timestamp) * 1_000 };
}

/** Whether Discord signed a request: Ed25519 over the timestamp and the body, byte by byte as they came. */
export function isSignedBy(key: KeyObject, { signature, timestamp }: Signed, body: Uint8Array): boolean {
  return verify(null, Buffer.concat([Buffer.from(timestamp), body]), key, signature);
}
