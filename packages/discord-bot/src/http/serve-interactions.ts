/** The source of interactions beside the gateway: Discord posts them here. From the first request to a clean end. */
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { CountersignError } from '@countersign/core/errors';
import { describeThrown, type Log } from '@countersign/core/platform/log';
import { isLoopbackHost, type Listening, listen } from '@countersign/local-http';
import type { APIInteraction } from 'discord.js';
import type { Claims } from '../claims/claims.ts';
import type { Answers } from '../interactions/answers.ts';
import { messageBody, suggestionsBody } from '../interactions/callback.ts';
import type { Heard, Hearing } from '../interactions/hear.ts';
import type { Interaction } from '../interactions/interaction.ts';
import type { Message } from '../interactions/payload.ts';
import type { HttpSource } from '../settings.ts';
import { listeningAddress } from './address.ts';
import { createEndpoint } from './endpoint.ts';
import { openReply, REPLY_MS } from './reply.ts';
import { publicKeyOf } from './signature.ts';

export type InteractionsServer = {
  /** On this machine. */
  readonly url: string;
  readonly isReady: () => boolean;
  /** Reports "not ready" and keeps answering for that long; then accepts no more, and answers what it has. */
  stop(noticeMs: number): Promise<void>;
};

type Parts = {
  readonly source: HttpSource;
  readonly applicationId: string;
  readonly storeAnswers: () => Promise<boolean>;
  readonly hearing: Hearing;
  readonly claims: Claims;
  readonly answers: Pick<Answers, 'expect'>;
  /** The text for a person if nothing was done. */
  readonly explain: (interaction: Interaction, thrown?: unknown) => Message;
  readonly log: Log;
};

/** @throws CountersignError SETTING_INVALID where the port or the address cannot be had */
export async function serveInteractions(parts: Parts): Promise<InteractionsServer> {
  const { source, applicationId, storeAnswers, hearing, claims, answers, explain, log } = parts;
  let isReady = false;
  const endpoint = createEndpoint({
    key: publicKeyOf(source.publicKey),
    applicationId,
    isReady: async () => isReady && (await storeAnswers()),
    answer: async (raw, delivered) => {
      const heard = readSafely(raw);
      if (heard === undefined) return 'unknown';
      const { interaction } = heard;
      const reply = openReply({
        interactionId: interaction.id,
        claims,
        delivered,
        onDelivered: () => answers.expect(interaction),
        failed: (thrown) => (heard.isTyping ? suggestionsBody([]) : messageBody(explain(interaction, thrown))),
      });
      void heard.serve(reply).finally(reply.end);
      return await reply.body;
    },
    log,
  });
  const readSafely = (raw: APIInteraction): Heard | undefined => {
    try {
      return hearing.read(raw);
    } catch (thrown) {
      log('warn', 'an interaction could not be read', { cause: describeThrown(thrown) });
      return undefined;
    }
  };
  const fetch = (request: Request, env?: object) =>
    endpoint.fetch(request, deliveredBy((env as { outgoing?: ServerResponse } | undefined)?.outgoing));
  const listening = await listenAt(source, { fetch });
  isReady = true;
  let stopping: Promise<void> | undefined;
  const stop = async (noticeMs: number) => {
    isReady = false;
    await sleep(noticeMs);
    await listening.close();
  };
  return {
    url: listeningAddress(source, listening.port),
    isReady: () => isReady,
    stop: (noticeMs) => {
      stopping ??= stop(noticeMs);
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
