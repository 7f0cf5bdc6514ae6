/**
 * One tenant asks for a hundred times its share while ten others ask for theirs: what the others notice, compared with
 * the same run without it. Over MCP a tenant is a signed-in person, in Discord a server.
 */
import { fork, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { answered, type Discord, textOf } from '@countersign/testkit/discord/local-discord';
import { requestInput } from '@countersign/testkit/fixtures/deploy-fixture';
import { openIssuer } from '@countersign/testkit/mcp/open-issuer';
import { Keypair } from '@stellar/stellar-sdk/base';
import { ownBot, withBot } from './bot-process.ts';
import { atLeast, atMost, type Figure, percentile } from './figure.ts';
import { callerOf, type LoadTask, openLoop } from './mcp-caller.ts';
import { startFarService } from './scale-run.ts';

/** Ten tenants who ask for their share, and one that asks for far more, on any surface. */

/** A second. */
const SHARE = 0.5;
const TENANTS = 10;
/** The service's quota per minute: enough for the ten, far too little for the one. */
const QUOTA = 600;

type Tenants = {
  /** The ten at their share; milliseconds of each finished call. */
  ordinary(seconds: number): Promise<{ readonly started: number; readonly latencies: readonly number[] }>;
  /** The one; settles when it has stopped. */
  greedy(perSecond: number, seconds: number): Promise<{ readonly asked: number; readonly done: number }>;
  close(): Promise<void>;
};

const ANSWERED_MS = 40_000;
/** People in the greedy tenant's server: one person alone would be stopped by their own limit. */
const PEOPLE = 20;

/** Tenants of the bot: a server each, with people who prepare escrows there. */
async function openDiscordTenants(serviceUrl: string): Promise<Tenants> {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-bench-'));
  const env = () => ({
    COUNTERSIGN_DATA_DIR: folder,
    COUNTERSIGN_LOG: 'info',
    DISCORD_GUILD_ID: '',
    ESCROW_API_URL: serviceUrl,
    ESCROW_RATE_LIMIT: String(QUOTA),
    STELLAR_NETWORK: 'sandbox',
  });
  const over = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<Tenants>();
  const running = withBot({ args: ownBot(), env }, async (discord) => {
    opened.resolve(tenantsIn(discord, over.resolve));
    await over.promise;
  }).finally(() => rm(folder, { recursive: true, force: true }));
  running.catch(opened.reject);
  const tenants = await opened.promise;
  return {
    ...tenants,
    close: async () => {
      over.resolve();
      await running;
    },
  };
}

function tenantsIn(discord: Discord, close: () => void): Tenants {
  const member = (guild: number) => {
    const guildId = String(112_233_445_566_000_000n + BigInt(guild));
    const person = discord.person({ guildId });
    const signer = Keypair.random().publicKey();
    return async () => {
      const file = JSON.stringify(requestInput({ signer, engagementId: randomUUID() }));
      const asked = discord.command(person, 'deploy', { file: { file } });
      return textOf(await answered(asked, ANSWERED_MS)).includes('Ready to sign');
    };
  };
  const others = Array.from({ length: TENANTS }, (_, guild) => member(guild));
  const people = Array.from({ length: PEOPLE }, () => member(TENANTS));
  return {
    ordinary: (seconds) =>
      openLoop(SHARE * TENANTS, seconds, async (number) => {
        if (!(await others[number % TENANTS]?.())) throw new Error('it was refused');
      }),
    greedy: async (perSecond, seconds) => {
      let done = 0;
      const { started } = await openLoop(perSecond, seconds, async (number) => {
        if (await people[number % PEOPLE]?.()) done += 1;
      });
      return { asked: started, done };
    },
    close: async () => close(),
  };
}

const ROOT = path.resolve(import.meta.dirname, '../../..');
const fileOf = (name: string) => path.join(import.meta.dirname, name);

/** Tenants of an MCP server over HTTP, each with an access token; the greedy one is a separate process. */
async function openMcpTenants(serviceUrl: string): Promise<Tenants> {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-bench-'));
  const issuer = await openIssuer();
  const server = spawn(process.execPath, ['packages/mcp-server/src/cli.ts', 'http', '--port', '0'], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'] ?? '',
      COUNTERSIGN_DATA_DIR: folder,
      COUNTERSIGN_LOG: 'error',
      COUNTERSIGN_OAUTH_ISSUER: issuer.url,
      ESCROW_API_URL: serviceUrl,
      ESCROW_RATE_LIMIT: String(QUOTA),
      STELLAR_NETWORK: 'sandbox',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    server.stdout.on('data', (chunk: Buffer) => {
      said += chunk;
      const [, found] = /address\s+(\S+)\n/.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => reject(new Error('the MCP server did not start')));
  });
  const callers = await Promise.all(
    Array.from({ length: TENANTS }, async (_, tenant) => callerOf(url, await issuer.token(`tenant-${tenant}`, url))),
  );
  return {
    ordinary: (seconds) =>
      openLoop(SHARE * TENANTS, seconds, async (number) => {
        if (!(await callers[number % TENANTS]?.())) throw new Error('it was refused');
      }),
    greedy: async (perSecond, seconds) => {
      const task: LoadTask = { url, token: await issuer.token('greedy', url), perSecond, seconds };
      const child = fork(fileOf('scale-greedy-load.ts'), [JSON.stringify(task)]);
      const [told] = await once(child, 'message');
      return told as { asked: number; done: number };
    },
    close: async () => {
      server.kill('SIGINT');
      await ended;
      issuer.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

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
