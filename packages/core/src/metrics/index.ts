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

export type Metrics = ReturnType<typeof createMetrics>;

/** Discord waits 3 s, so the steps are close together below that. */
const ACKNOWLEDGED_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 2.5, 3, 5];
const CALL_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 45];

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
  const registers = [register];
  // Event loop delay, memory, processor time, garbage collection.
  collectDefaultMetrics({ register });

  const requests = new Counter({
    name: 'countersign_service_requests_total',
    help: 'Requests to the escrow service, by what they were for and what became of them.',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const rpcRequests = new Counter({
    name: 'countersign_rpc_requests_total',
    help: 'Requests to the Stellar RPCs, by RPC, method and what became of them.',
    labelNames: ['rpc', 'method', 'outcome'],
    registers,
  });
  const duration = new Histogram({
    name: 'countersign_service_request_seconds',
    help: 'How long the escrow service took to answer.',
    labelNames: ['kind'],
    buckets: CALL_SECONDS,
    registers,
  });
  const wait = new Histogram({
    name: 'countersign_service_wait_seconds',
    help: 'How long a request waited in line for the quota before it was made.',
    labelNames: ['kind'],
    buckets: [0.01, ...CALL_SECONDS],
    registers,
  });
  const interactions = new Counter({
    name: 'countersign_interactions_total',
    help: 'Interactions on Discord, by kind and result.',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const acknowledged = new Histogram({
    name: 'countersign_interaction_acknowledged_seconds',
    help: 'From the arrival of an interaction to its acknowledgement; Discord waits 3 s.',
    buckets: ACKNOWLEDGED_SECONDS,
    registers,
  });
  const served = new Histogram({
    name: 'countersign_interaction_seconds',
    help: 'From the arrival of an interaction to the end of its work.',
    labelNames: ['kind'],
    buckets: CALL_SECONDS,
    registers,
  });

  const toolCalls = new Counter({
    name: 'countersign_tool_calls_total',
    help: 'Tool calls of assistants, by tool and result.',
    labelNames: ['tool', 'outcome'],
    registers,
  });
  const toolSeconds = new Histogram({
    name: 'countersign_tool_call_seconds',
    help: 'From the arrival of a tool call to its reply.',
    labelNames: ['tool'],
    buckets: [0.01, ...CALL_SECONDS],
    registers,
  });
  const toolsAtWork = new Gauge({
    name: 'countersign_tool_calls_at_work',
    help: 'Tool calls that have no reply yet.',
    labelNames: ['tool'],
    registers,
  });
  const refusals = new Counter({
    name: 'countersign_http_refusals_total',
    help: 'Requests over HTTP without a valid access token, or beyond what one person may ask, by reason.',
    labelNames: ['reason'],
    registers,
  });

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
      watchQuota(desk, registers);
      watchRpcQuota(desk, registers);
      const { ledgerUnansweredSince } = desk;
      if (ledgerUnansweredSince !== undefined) {
        addGauge(
          registers,
          'countersign_rpc_unanswered_seconds',
          'Since when a Stellar RPC was asked and did not answer; 0 while all answer.',
          () => secondsSince(ledgerUnansweredSince()),
        );
      }
      watchStore(desk, registers);
    },
    /** The disk of the data folder, and the certificate of the public address where there is one. */
    watchInstallation: ({
      dataDir,
      publicUrl,
    }: {
      readonly dataDir: string;
      readonly publicUrl: string | undefined;
    }) => {
      addGauge(registers, 'countersign_disk_free_bytes', 'Room on the disk of the data folder.', async () => {
        const disk = await statfs(dataDir).catch(() => undefined);
        return disk && disk.bavail * disk.bsize;
      });
      if (publicUrl?.startsWith('https:')) watchCertificate(publicUrl, registers);
    },
    /** @param count cards and messages that this process keeps up to date */
    watchCards: (count: () => number) => {
      const help = 'Cards and messages on Discord that this process keeps up to date.';
      addGauge(registers, 'countersign_cards_followed', help, count);
    },
  };
}

/** @param value read for each scrape; undefined: the last one stays */
function addGauge(
  registers: Registry[],
  name: string,
  help: string,
  value: () => number | undefined | Promise<number | undefined>,
): void {
  new Gauge({
    name,
    help,
    registers,
    async collect() {
      const read = await value();
      if (read !== undefined) this.set(read);
    },
  });
}

/** Of a count that is kept elsewhere. */
function addCounter(registers: Registry[], name: string, help: string, value: () => number): void {
  new Counter({
    name,
    help,
    registers,
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
function watchCertificate(url: string, registers: Registry[]): void {
  let readAt = Number.NEGATIVE_INFINITY;
  new Gauge({
    name: 'countersign_certificate_days_left',
    help: 'Days until the certificate of the public address expires; below 0 it has expired.',
    // Without a label it would be 0 before it is known.
    labelNames: ['of'],
    registers,
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

function watchQuota(desk: Pick<Desk, 'metrics'>, registers: Registry[]): void {
  const gauge = (name: string, help: string, value: (metrics: ReturnType<Desk['metrics']>) => number) =>
    addGauge(registers, name, help, () => value(desk.metrics()));
  gauge('countersign_quota', 'Requests that may be made in any 60 s.', ({ quota }) => quota);
  gauge('countersign_quota_left', 'Of them, those that could start now.', ({ tokensLeft }) => tokensLeft);
  gauge('countersign_quota_waiting', 'Requests that wait in line for the quota.', ({ waiting }) => waiting);
  gauge(
    'countersign_quota_paused_seconds',
    'How long nothing starts because the service had too many requests.',
    ({ pausedForMs }) => pausedForMs / 1_000,
  );
  gauge(
    'countersign_service_unanswered_seconds',
    'Since when the escrow service was asked and did not answer; 0 while it answers.',
    ({ unansweredSince }) => secondsSince(unansweredSince),
  );
  const refused = 'Callers who were refused because their turn would have come too late.';
  addCounter(registers, 'countersign_quota_refusals_total', refused, () => desk.metrics().refusals);
}

/** Nothing where the Stellar RPCs have no quota. */
function watchRpcQuota({ rpcMetrics }: Partial<Pick<Desk, 'rpcMetrics'>>, registers: Registry[]): void {
  if (rpcMetrics?.() === undefined) return;
  const gauge = (name: string, help: string, figure: 'quota' | 'tokensLeft' | 'waiting') =>
    addGauge(registers, name, help, () => rpcMetrics()?.[figure]);
  gauge('countersign_rpc_quota', 'Requests to the Stellar RPCs that may be made in any 60 s.', 'quota');
  gauge('countersign_rpc_quota_left', 'Of them, those that could start now.', 'tokensLeft');
  gauge('countersign_rpc_quota_waiting', 'Requests that wait for that quota.', 'waiting');
  const refused = 'Requests to the Stellar RPCs that were not made because their turn would have come too late.';
  addCounter(registers, 'countersign_rpc_quota_refusals_total', refused, () => rpcMetrics()?.refusals ?? 0);
}

/** If the store fails, the other figures are still reported. */
function watchStore(desk: Pick<Desk, 'countsByState'>, registers: Registry[]): void {
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
  const up = '1 if the store (files or database) answered when it was asked for these figures.';
  addGauge(registers, 'countersign_store_up', up, async () => ((await counts()) === undefined ? 0 : 1));
  new Gauge({
    name: 'countersign_handles',
    help: 'Prepared transactions by state, in the whole store: of several processes on one store each tells the same.',
    labelNames: ['state'],
    registers,
    async collect() {
      const found = await counts();
      this.reset();
      for (const state of found === undefined ? [] : REQUEST_STATES) this.set({ state }, found?.[state] ?? 0);
    },
  });
}
