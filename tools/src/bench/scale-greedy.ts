/**
 * One tenant asks for a hundred times its share while ten others ask for theirs: what the others notice, compared with
 * the same run without it. Over MCP a tenant is a signed-in person, in Discord a server.
 */
import { atLeast, atMost, type Figure } from './figure.ts';
import { percentile } from './sample.ts';
import { openDiscordTenants } from './scale-greedy-discord.ts';
import { openMcpTenants } from './scale-greedy-mcp.ts';
import { startFarService } from './scale-run.ts';
import { SHARE, type Tenants } from './tenants.ts';

const TIMES = 100;
const WARM_SECONDS = 4;
const SECONDS = 20;
const DONE_AIM = 98;
const P99_AIM = 1.25;

const SURFACES = [
  ['MCP over HTTP', openMcpTenants],
  ['Discord', openDiscordTenants],
] as const;

/** @param only the name of a surface */
export async function greedyFigures(only?: string, seconds = SECONDS): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, open] of SURFACES) {
    if (only !== undefined && only !== name) continue;
    const service = await startFarService();
    try {
      const tenants = await open(service.url);
      try {
        figures.push(...(await compared(name, tenants, seconds)));
      } finally {
        await tenants.close();
      }
    } finally {
      await service.close();
    }
  }
  return figures;
}

async function compared(name: string, { ordinary, greedy }: Tenants, seconds: number): Promise<Figure[]> {
  await ordinary(WARM_SECONDS);
  const without = await ordinary(seconds);
  const [beside, one] = await Promise.all([ordinary(seconds), greedy(SHARE * TIMES, seconds)]);
  const share = (100 * beside.latencies.length) / beside.started;
  const at = (part: number) => ({
    value: percentile(beside.latencies, part),
    against: { name: 'without it', value: percentile(without.latencies, part) },
    unit: 'ms' as const,
  });
  const p99 = at(0.99);
  const ratio = { ...atMost(p99.value / p99.against.value, P99_AIM, ''), text: `at most ${P99_AIM} times` };
  const of = `${name}, beside a tenant at ${TIMES} times its share`;
  return [
    { name: `${of}: the others’ calls, done`, value: share, unit: '%', aim: atLeast(share, DONE_AIM, '%') },
    { name: `${of}: the others’ p50`, ...at(0.5) },
    { name: `${of}: the others’ p99`, ...p99, aim: ratio },
    { name: `${of}: of its own calls, done`, value: (100 * one.done) / one.asked, unit: '%' },
  ];
}
