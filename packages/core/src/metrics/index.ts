/** Metrics for Prometheus. No label contains a person, an address or a text that a person wrote. */

import { statfs } from 'node:fs/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { certificateAt } from '../platform/certificate.ts';
import type { ServiceExchange } from '../service/exchanges.ts';
import type { Desk } from '../workflow/create-desk.ts';
import { REQUEST_STATES, type RequestStateCounts } from '../workflow/model/requests.ts';
import type { RpcExchange } from '../workflow/watched-rpcs.ts';

export type HandledInteraction = {
  readonly kind: 'command' | 'click' | 'submission';
  /** `ok`, or one of our own codes. */
  readonly outcome: string;
  /** From its arrival until Discord answered our acknowledgement; absent where there was none. */
  readonly acknowledgedMs: number | undefined;
  readonly ms: number;
};

type Installation = { readonly dataDir: string; readonly publicUrl: string | undefined };

export type Metrics = ReturnType<typeof createMetrics>;

/** Discord waits 3 s, so the steps are close together below that. */
const ACKNOWLEDGED_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 2.5, 3, 5];
const CALL_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 45];
const SHORT_CALL_SECONDS = [0.01, ...CALL_SECONDS];

/** The help of each metric. */
const HELP = {
  countersign_service_requests_total: 'Requests to the escrow service, by what they were for and what became of them.',
  countersign_rpc_requests_total: 'Requests to the Stellar RPCs, by RPC, method and what became of them.',
  countersign_service_request_seconds: 'How long the escrow service took to answer.',
  countersign_service_wait_seconds: 'How long a request waited in line for the quota before it was made.',
  countersign_interactions_total: 'Interactions on Discord, by kind and result.',
  countersign_interaction_acknowledged_seconds:
    'From the arrival of an interaction to its acknowledgement; Discord waits 3 s.',
  countersign_interaction_seconds: 'From the arrival of an interaction to the end of its work.',
  countersign_tool_calls_total: 'Tool calls of assistants, by tool and result.',
  countersign_tool_call_seconds: 'From the arrival of a tool call to its reply.',
  countersign_tool_calls_at_work: 'Tool calls that have no reply yet.',
  countersign_http_refusals_total:
    'Requests over HTTP without a valid access token, or beyond what one person may ask, by reason.',
  countersign_quota: 'Requests that may be made in any 60 s.',
  countersign_quota_left: 'Of them, those that could start now.',
  countersign_quota_waiting: 'Requests that wait in line for the quota.',
  countersign_quota_paused_seconds: 'How long nothing starts because the service had too many requests.',
  countersign_service_unanswered_seconds:
    'Since when the escrow service was asked and did not answer; 0 while it answers.',
  countersign_quota_refusals_total: 'Callers who were refused because their turn would have come too late.',
  countersign_rpc_quota: 'Requests to the Stellar RPCs that may be made in any 60 s.',
  countersign_rpc_quota_left: 'Of them, those that could start now.',
  countersign_rpc_quota_waiting: 'Requests that wait for that quota.',
  countersign_rpc_quota_refusals_total:
    'Requests to the Stellar RPCs that were not made because their turn would have come too late.',
  countersign_rpc_unanswered_seconds: 'Since when a Stellar RPC was asked and did not answer; 0 while all answer.',
  countersign_store_up: '1 if the store (files or database) answered when it was asked for these figures.',
  countersign_handles:
    'Prepared transactions by state, in the whole store: of several processes on one store each tells the same.',
  countersign_disk_free_bytes: 'Room on the disk of the data folder.',
  countersign_certificate_days_left:
    'Days until the certificate of the public address expires; below 0 it has expired.',
  countersign_cards_followed: 'Cards and messages on Discord that this process keeps up to date.',
} as const;

type About = (name: keyof typeof HELP) => {
  readonly name: string;
  readonly help: string;
  readonly registers: Registry[];
};

/**
 * Starts to count.
 * @example
 * ```ts
 * import { createMetrics } from '@countersign/core/metrics';
 *
 * const metrics = createMetrics();
 * metrics.toolCall('deploy_escrow')('ok');
 * console.log((await metrics.text()).includes('countersign_tool_calls_total{tool="deploy_escrow",outcome="ok"} 1')); // → true
 * ```
 */
export function createMetrics() {
  const register = new Registry();
  const about: About = (name) => ({ name, help: HELP[name], registers: [register] });
  // Event loop delay, memory, processor time, garbage collection.
  collectDefaultMetrics({ register });

  const requests = new Counter({ ...about('countersign_service_requests_total'), labelNames: ['kind', 'outcome'] });
  const rpcRequests = new Counter({
    ...about('countersign_rpc_requests_total'),
    labelNames: ['rpc', 'method', 'outcome'],
  });
  const ofKind = { labelNames: ['kind'] as const, buckets: CALL_SECONDS };
  const duration = new Histogram({ ...about('countersign_service_request_seconds'), ...ofKind });
  const wait = new Histogram({ ...about('countersign_service_wait_seconds'), ...ofKind, buckets: SHORT_CALL_SECONDS });
  const interactions = new Counter({ ...about('countersign_interactions_total'), labelNames: ['kind', 'outcome'] });
  const acknowledged = new Histogram({
    ...about('countersign_interaction_acknowledged_seconds'),
    buckets: ACKNOWLEDGED_SECONDS,
  });
  const served = new Histogram({ ...about('countersign_interaction_seconds'), ...ofKind });

  const toolCalls = new Counter({ ...about('countersign_tool_calls_total'), labelNames: ['tool', 'outcome'] });
  const toolSeconds = new Histogram({
    ...about('countersign_tool_call_seconds'),
    labelNames: ['tool'],
    buckets: SHORT_CALL_SECONDS,
  });
  const toolsAtWork = new Gauge({ ...about('countersign_tool_calls_at_work'), labelNames: ['tool'] });
  const refusals = new Counter({ ...about('countersign_http_refusals_total'), labelNames: ['reason'] });

  return {
    contentType: register.contentType,
    /** In Prometheus' text format. */
    text: () => register.metrics(),
    exchange: ({ kind, outcome, ms, waitedMs }: ServiceExchange) => {
      requests.inc({ kind, outcome });
      duration.observe({ kind }, ms / 1_000);
      wait.observe({ kind }, waitedMs / 1_000);
    },
    rpcExchange: (exchange: RpcExchange) => rpcRequests.inc(exchange),
    interaction: ({ kind, outcome, acknowledgedMs, ms }: HandledInteraction) => {
      interactions.inc({ kind, outcome });
      if (acknowledgedMs !== undefined) acknowledged.observe(acknowledgedMs / 1_000);
      served.observe({ kind }, ms / 1_000);
    },
    /** @param tool one of the server's. @returns what is called at its end, with `ok` or one of our own codes */
    toolCall: (tool: string) => {
      const begun = performance.now();
      toolsAtWork.inc({ tool });
      return (outcome: string) => {
        toolsAtWork.dec({ tool });
        toolCalls.inc({ tool, outcome });
        toolSeconds.observe({ tool }, (performance.now() - begun) / 1_000);
      };
    },
    /** A request over HTTP that was not listened to. @param reason one of our own words */
    refusal: (reason: string) => refusals.inc({ reason }),
    watchDesk: (
      desk: Pick<Desk, 'metrics' | 'countsByState'> & Partial<Pick<Desk, 'rpcMetrics' | 'ledgerUnansweredSince'>>,
    ) => {
      watchQuota(desk, about);
      watchRpcQuota(desk, about);
      const { ledgerUnansweredSince } = desk;
      if (ledgerUnansweredSince !== undefined) {
        addGauge(about('countersign_rpc_unanswered_seconds'), () => secondsSince(ledgerUnansweredSince()));
      }
      watchStore(desk, about);
    },
    /** The disk of the data folder, and the certificate of the public address where there is one. */
    watchInstallation: ({ dataDir, publicUrl }: Installation) => {
      addGauge(about('countersign_disk_free_bytes'), async () => {
        const disk = await statfs(dataDir).catch(() => undefined);
        return disk && disk.bavail * disk.bsize;
      });
      if (publicUrl?.startsWith('https:')) watchCertificate(publicUrl, about);
    },
    /** @param count cards and messages that this process keeps up to date */
    watchCards: (count: () => number) => addGauge(about('countersign_cards_followed'), count),
  };
}

/** @param value read for each scrape; undefined: the last one stays */
function addGauge(about: ReturnType<About>, value: () => number | undefined | Promise<number | undefined>): void {
  new Gauge({
    ...about,
    async collect() {
      const read = await value();
      if (read !== undefined) this.set(read);
    },
  });
}

/** Of a count that is kept elsewhere. */
function addCounter(about: ReturnType<About>, value: () => number): void {
  new Counter({
    ...about,
    collect() {
      this.reset();
      this.inc(value());
    },
  });
}

const secondsSince = (time: number | undefined): number =>
  time === undefined ? 0 : Math.max(Date.now() - time, 0) / 1_000;

const CERTIFICATE_AGE_MS = 3_600_000;

/** Read in the background, so that a scrape never waits for the network. Absent until it was read. */
function watchCertificate(url: string, about: About): void {
  let readAt = Number.NEGATIVE_INFINITY;
  new Gauge({
    ...about('countersign_certificate_days_left'),
    // Without a label it would be 0 before it is known.
    labelNames: ['of'],
    collect() {
      if (Date.now() - readAt < CERTIFICATE_AGE_MS) return;
      readAt = Date.now();
      certificateAt(url).then(
        ({ expiresAt }) => this.set({ of: 'public-address' }, (expiresAt - Date.now()) / 86_400_000),
        () => {
          readAt = Number.NEGATIVE_INFINITY;
        },
      );
    },
  });
}

function watchQuota({ metrics }: Pick<Desk, 'metrics'>, about: About): void {
  addGauge(about('countersign_quota'), () => metrics().quota);
  addGauge(about('countersign_quota_left'), () => metrics().tokensLeft);
  addGauge(about('countersign_quota_waiting'), () => metrics().waiting);
  addGauge(about('countersign_quota_paused_seconds'), () => metrics().pausedForMs / 1_000);
  addGauge(about('countersign_service_unanswered_seconds'), () => secondsSince(metrics().unansweredSince));
  addCounter(about('countersign_quota_refusals_total'), () => metrics().refusals);
}

/** Nothing where the Stellar RPCs have no quota. */
function watchRpcQuota({ rpcMetrics }: Partial<Pick<Desk, 'rpcMetrics'>>, about: About): void {
  if (rpcMetrics?.() === undefined) return;
  addGauge(about('countersign_rpc_quota'), () => rpcMetrics()?.quota);
  addGauge(about('countersign_rpc_quota_left'), () => rpcMetrics()?.tokensLeft);
  addGauge(about('countersign_rpc_quota_waiting'), () => rpcMetrics()?.waiting);
  addCounter(about('countersign_rpc_quota_refusals_total'), () => rpcMetrics()?.refusals ?? 0);
}

/** If the store fails, the other figures are still reported. */
function watchStore(desk: Pick<Desk, 'countsByState'>, about: About): void {
  let asking: Promise<RequestStateCounts | undefined> | undefined;
  /** Read once for all figures of a scrape. */
  const counts = () => {
    asking ??= desk
      .countsByState()
      .catch(() => undefined)
      .finally(() => {
        asking = undefined;
      });
    return asking;
  };
  addGauge(about('countersign_store_up'), async () => ((await counts()) === undefined ? 0 : 1));
  new Gauge({
    ...about('countersign_handles'),
    labelNames: ['state'],
    async collect() {
      const found = await counts();
      this.reset();
      for (const state of found === undefined ? [] : REQUEST_STATES) this.set({ state }, found?.[state] ?? 0);
    },
  });
}
