import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { startWithCertificate } from '@countersign/testkit/network/certificate';
import { endClock, restartClock } from '@countersign/testkit/record/fixed-clock';
import { afterEach, expect, test, vi } from 'vitest';
import { createMetrics, type Metrics } from './index.ts';

afterEach(endClock);

const METRICS = {
  quota: 50,
  tokensLeft: 40,
  waiting: 2,
  pausedForMs: 1_500,
  refusals: 3,
  requests: { send: 1, deploy: 2, fund: 0, steps: 0, balances: 0, rows: 0, reindex: 0 },
  tooManyRequests: 0,
  lastAnswerAt: undefined,
  unansweredSince: undefined,
};

function watched(
  countsByState = async (): Promise<Readonly<Record<string, number>>> => ({ settled: 4 }),
  publicUrl?: string,
): Metrics {
  const metrics = createMetrics();
  const rpcMetrics = () => ({ quota: 600, tokensLeft: 590, pausedForMs: 0, waiting: 1, refusals: 4 });
  metrics.watchDesk({ metrics: () => METRICS, countsByState, rpcMetrics, ledgerUnansweredSince: () => undefined });
  metrics.watchInstallation({ dataDir: tmpdir(), publicUrl });
  metrics.rpcExchange({ rpc: 'first', method: 'getTransaction', outcome: 'timeout' });
  metrics.watchCards(() => 7);
  metrics.exchange({ kind: 'deploy', outcome: 'ok', status: 201, waitedMs: 300, ms: 1_200, calls: ['0123456789ab'] });
  metrics.interaction({ kind: 'command', outcome: 'ok', acknowledgedMs: 200, ms: 900 });
  metrics.interaction({ kind: 'click', outcome: 'late', acknowledgedMs: undefined, ms: 3_100 });
  metrics.toolCall('deploy_escrow')('ok');
  metrics.toolCall('get_balances')('RATE_LIMITED');
  metrics.toolCall('get_balances');
  metrics.refusal('other-token');
  return metrics;
}

/** The samples, by their name with labels. */
async function samples(metrics: Metrics): Promise<Map<string, number>> {
  const lines = (await metrics.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

/** All lines of ours, with their help. How long a tool call took and the disk depend on the machine. */
async function ours(metrics: Metrics): Promise<string> {
  const lines = (await metrics.text()).split('\n').filter((line) => /^(?:# \w+ )?countersign_/.test(line));
  const isMachine = /^countersign_(?:tool_call_seconds_(?:bucket|sum)|disk_free_bytes)/;
  return lines.map((line) => (isMachine.test(line) ? line.replace(/ \S+$/, ' …') : line)).join('\n');
}

test('describes each figure, and reports it for every installation', async () => {
  restartClock();
  const metrics = watched();
  metrics.exchange({ kind: 'send', outcome: 'timeout', waitedMs: 5, ms: 45_001, calls: [] });
  metrics.interaction({ kind: 'submission', outcome: 'INTERNAL', acknowledgedMs: 3_000, ms: 100 });
  const silent = createMetrics();
  const unansweredSince = Date.now() - 4_000;
  silent.watchDesk({
    metrics: () => ({ ...METRICS, unansweredSince, pausedForMs: 0 }),
    countsByState: async () => ({}),
    ledgerUnansweredSince: () => Date.now() - 7_000,
  });
  const alone = createMetrics();
  alone.watchDesk({
    metrics: () => ({ ...METRICS, unansweredSince: Date.now() + 4_000 }),
    countsByState: () => Promise.reject(new Error('away')),
    rpcMetrics: () => undefined,
  });
  alone.watchInstallation({ dataDir: '/nowhere', publicUrl: 'http://localhost' });
  const parts = [metrics, silent, alone].map(ours);
  await expect(`${(await Promise.all(parts)).join('\n\n')}\n`).toMatchFileSnapshot('recorded/metrics.txt');
});

test('no label holds anything but our own words', async () => {
  const labels = [...(await samples(watched())).keys()].flatMap((name) => [...name.matchAll(/(\w+)="([^"]*)"/g)]);
  const ours = labels.filter(([, name = '']) => ['kind', 'outcome', 'state', 'tool', 'reason', 'rpc'].includes(name));
  expect(new Set(ours.map(([, , value = '']) => /^[a-z][a-z_-]*$|^[A-Z_]+$/.test(value)))).toEqual(new Set([true]));
  const names = new Set(labels.map(([, name]) => name));
  // The others are of Node itself: versions, kinds of memory, generations of garbage.
  expect([...names].sort()).toEqual(
    'kind le major method minor outcome patch reason rpc space state tool type version'
      .split(' ')
      .filter((name) => names.has(name)),
  );
});

/** Of PromQL, as far as these files use it. */
const WORDS = new Set(['sum', 'max', 'by', 'rate', 'increase', 'histogram_quantile', 'le', 'on', 'clamp_min']);
const operationsFile = (name: string) =>
  readFileSync(new URL(`../../../../docs/operations/${name}`, import.meta.url), 'utf8');
const { panels } = JSON.parse(operationsFile('grafana-dashboard.json')) as {
  panels: { targets?: { expr: string }[] }[];
};

test.each([
  ['dashboard', panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))],
  ['alerts', operationsFile('alerts.yml').match(/(?<=expr: ).*/g) ?? []],
])('every expression of the %s uses existing metrics and labels', async (file, expressions) => {
  const metrics = watched(undefined, await startWithCertificate(30));
  const daysLeft = async () => [...(await samples(metrics)).keys()].filter((name) => name.includes('days_left'));
  await vi.waitFor(async () => expect(await daysLeft()).toHaveLength(1));
  const lines = [...(await samples(metrics)).keys()];
  const names = new Set(lines.map((name) => name.split('{')[0]));
  const labels = new Set([
    'instance',
    ...lines.flatMap((name) => [...name.matchAll(/(\w+)="/g)].map(([, label]) => label)),
  ]);
  expect(expressions.length).toBeGreaterThanOrEqual(10);
  const used = new Set<string>();
  for (const expr of expressions) {
    const bare = expr.replaceAll(/"[^"]*"/g, '""').replaceAll(/\[[^\]]*\]/g, '');
    for (const [word] of bare.matchAll(/\b[a-z_][a-z0-9_]*/g)) {
      if (WORDS.has(word) || labels.has(word)) continue;
      expect(names, `${word} in ${expr}`).toContain(word);
      used.add(word.replace(/_(?:bucket|sum|count)$/, ''));
    }
    const depth = [...bare].reduce((open, letter) => open + (letter === '(' ? 1 : letter === ')' ? -1 : 0), 0);
    expect(depth, expr).toBe(0);
  }
  if (file !== 'dashboard') return;
  // What is recorded is shown.
  const ours = [...names]
    .filter((name) => name?.startsWith('countersign_'))
    .map((name) => name?.replace(/_(?:bucket|sum|count)$/, ''));
  expect(new Set([...used].filter((name) => name.startsWith('countersign_')))).toEqual(new Set(ours));
});
