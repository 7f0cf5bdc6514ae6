import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Desk } from '@countersign/core';
import type { Log } from '@countersign/core/platform/log';
import { createProbe } from '@countersign/local-http';
import { createCardLease } from './background/card-lease.ts';
import { createFollower } from './background/follow.ts';
import { createRetention } from './background/retention.ts';
import { createRounds } from './background/rounds.ts';
import { createTeamFollower } from './background/team-follower.ts';
import { createWatcher } from './background/watcher.ts';
import { createAnswers } from './discord/answers.ts';
import type { Interaction } from './discord/interaction.ts';
import { createPosts } from './discord/posts.ts';
import { createRest } from './discord/rest.ts';
import { createFairShare } from './fair-share/fair-share.ts';
import { type Connection, type ConnectionEvents, connect } from './gateway/client.ts';
import { type InteractionsServer, serveInteractions } from './http/serve-interactions.ts';
import { checkStart } from './inspect.ts';
import { createClaims } from './interactions/claims.ts';
import { answerByRequest } from './interactions/first-answer.ts';
import { createInteractionHandler } from './interactions/handle-interaction.ts';
import { noteForServer } from './server/server-log.ts';
import type { DiscordSettings } from './settings.ts';
import { openSharedState, openState } from './state/state.ts';
import type { Bot } from './task.ts';
import { errorMessage } from './views/error-view.ts';
import { nothingDone } from './views/parts.ts';
import { isOnThisComputer } from './views/signing.ts';
import { type Words, wordsOf } from './words/index.ts';

export type StartBotOptions = Pick<Bot, 'desk' | 'feeStop' | 'scanner' | 'log'> &
  Partial<Pick<Bot, 'pageUrl' | 'metrics' | 'now'>> & {
    readonly discord: DiscordSettings;
    /** Absolute path; holds the bot's own file. */
    readonly dataDir: string;
    /** A database that several machines share, in place of that file. */
    readonly databaseUrl?: string | undefined;
    /** Between two looks at what is due of followed escrows. */
    readonly lookEveryMs?: number;
  };

/** How long running tasks may take after the stop, and then to store unknown outcomes. */
const DRAIN_MS = 8_000;
const SETTLE_MS = 2_000;

/** @throws CountersignError SETTING_INVALID, DISCORD_UNREACHABLE, STORE_UNUSABLE */
export async function startBot(options: StartBotOptions) {
  const { desk, discord, pageUrl, feeStop, dataDir, databaseUrl, scanner, log, metrics } = options;
  const { now = Date.now, lookEveryMs = 2_000 } = options;
  const { name: network } = desk.network;
  const state =
    databaseUrl === undefined
      ? openState(path.resolve(dataDir), network, now)
      : await openSharedState(databaseUrl, network, now);
  const rest = createRest(discord);
  const registered: { id?: string | undefined } = {};
  const answers = createAnswers(rest, registered);
  const posts = createPosts(rest, discord.token);
  const claims = createClaims(state.claims, log);
  const parts = { desk, state, answers, posts, log, now };
  const rounds = createRounds({ desk, now });
  const holder = createCardLease(state.held, log, now);
  const follower = createFollower(parts, rounds, holder.id);
  const note = (guildId: string, sentence: (words: Words) => string) => noteForServer(parts, guildId, sentence);
  const watcher = createWatcher({ ...parts, note }, lookEveryMs);
  const teamFollower = createTeamFollower(parts, rounds, holder.id);
  const retention = createRetention(parts);
  const storeAnswers = createProbe(() => desk.hasPage(''));
  const stopping = new AbortController();
  const bot: Bot = {
    ...parts,
    ...{ follower, watcher, retention, pageUrl, feeStop, scanner, metrics },
    settings: discord,
    fairShare: fairShareOf(desk, discord, log),
    stopping: stopping.signal,
  };
  const hearing = createInteractionHandler(bot);
  const explain = ({ language }: Interaction, thrown?: unknown) =>
    thrown === undefined
      ? nothingDone(wordsOf(language))
      : errorMessage(thrown, { redact: scanner.redact }, wordsOf(language));
  const { http } = discord;
  const ended = Promise.withResolvers<void>();
  let hasEnded = false;
  let connection: Connection | undefined;
  let overHttp: InteractionsServer | undefined;
  /**
   * Receives nothing more, lets running tasks finish for a while, then stops. The desk stays open.
   * @param noticeMs time for a load balancer to notice that it is not ready; requests are still answered meanwhile
   */
  const close = async (noticeMs = 0) => {
    await Promise.all([connection?.close(), overHttp?.stop(noticeMs)]);
    await Promise.race([hearing.idle(), sleep(DRAIN_MS, undefined, { ref: false })]);
    stopping.abort();
    await Promise.race([hearing.idle(), sleep(SETTLE_MS, undefined, { ref: false })]);
    follower.stop();
    teamFollower.stop();
    await Promise.all([rounds.stop(), watcher.stop()]);
    await holder.stop();
    await retention.stop();
    await claims.close();
    await state.close();
  };
  try {
    registered.id = await checkStart(rest, discord, log);
    if (pageUrl !== undefined && isOnThisComputer(pageUrl)) {
      log('warn', 'links to sign open only on this computer', {
        signingPage: pageUrl,
        remedy: 'Set COUNTERSIGN_PUBLIC_URL to an https address that leads to the signing page.',
      });
    }
    await Promise.all([state.handOverOwners(desk.adopt), state.forgetCards(), state.drafts.forgetOld()]);
    const events: ConnectionEvents = {
      onInteraction: (raw) => {
        const incoming = hearing.read(raw);
        if (incoming === undefined) return;
        const { interaction } = incoming;
        const isAlsoOverHttp = http !== undefined;
        void incoming.serve(answerByRequest(interaction, { answers, claims, isAlsoOverHttp, explain }));
      },
      onEnd: () => {
        hasEnded = true;
        ended.resolve();
      },
      log,
    };
    if (discord.isOnGateway) connection = await connect(discord, events);
    const { applicationId } = discord;
    overHttp = await (http &&
      serveInteractions({ source: http, applicationId, storeAnswers, hearing, claims, answers, explain, log }));
    rounds.start();
    metrics?.watchCards(rounds.size);
    await holder.start(async () => {
      await follower.resume();
      await teamFollower.resume();
    });
    watcher.start();
    retention.start();
    return {
      /** Connected to Discord in every configured way. */
      isReady: () => (connection?.isReady() ?? true) && (overHttp?.isReady() ?? true),
      storeAnswers,
      ledgerAnswers: createProbe(desk.requireLedger),
      /** Its local address for interactions over HTTP; absent if there is none. */
      interactionsUrl: overHttp?.url,
      /** Settles when Discord closes the connection for good. */
      ended: ended.promise,
      hasEnded: () => hasEnded,
      close,
    };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

/** The last tenth of the quota is reserved for signatures on the page. */
const LEFT_TO_OTHERS = 0.1;
/** A server that is alone on the quota may use more of it than one of several. */
const PERSON_SHARE = 0.3;
const SERVER_SHARE = 0.5;
const ONLY_SERVER_SHARE = 0.8;

function fairShareOf(desk: Desk, { guildId, personRateLimit, serverRateLimit }: DiscordSettings, log: Log) {
  return createFairShare({
    quotaOf: (serverId) => {
      const { key, isOwn, requestsPerMinute, left } = desk.quotaOf(serverId);
      const serverShare = isOwn || guildId !== undefined ? ONLY_SERVER_SHARE : SERVER_SHARE;
      return {
        key,
        name: isOwn ? serverId : 'shared',
        personRequests: personRateLimit ?? Math.ceil(requestsPerMinute * PERSON_SHARE),
        serverRequests: serverRateLimit ?? Math.ceil(requestsPerMinute * serverShare),
        requestsLeft: () => left() - Math.floor(requestsPerMinute * LEFT_TO_OTHERS),
      };
    },
    counts: desk.requestCounts,
    log,
  });
}
