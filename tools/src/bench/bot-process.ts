/** A bot as a process of its own against a local Discord, as `pnpm bot` starts it, with its memory and its use of the processor to be looked at. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Discord, openDiscord } from '@countersign/testkit/discord/local-discord';

type BotProcess = {
  /** What the system holds for it (its resident set), in megabytes. */
  readonly memory: () => Promise<number>;
  /** What it has used of a processor since it started, in milliseconds. */
  readonly cpuMs: () => Promise<number>;
  readonly end: () => Promise<void>;
};

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const READY_MS = 60_000;

/** Node's arguments for Countersign's own bot: those of the script that people run. */
export function ownBot(): string[] {
  const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { scripts: { bot: string } };
  return scripts.bot.split(' ').slice(1);
}

/** Node's arguments for discord.js as it comes. */
export const BARE_CLIENT = ['packages/testkit/src/discord/bare-client.ts'];

type BotOptions = {
  /** Node's. */
  readonly args: readonly string[];
  /** How many the bot is in. */
  readonly servers?: number;
  /** Beside what leads it to the local Discord. */
  readonly env?: (discord: Discord) => Record<string, string>;
};

/** Runs `look` on a bot and the Discord that it is connected to. */
export async function withBot<T>(
  { args, servers = 0, env = () => ({}) }: BotOptions,
  look: (discord: Discord, bot: Omit<BotProcess, 'end'>) => Promise<T>,
): Promise<T> {
  const discord = await openDiscord({ servers });
  try {
    const bot = await start(args, { ...discord.env, ...env(discord) });
    try {
      const seen = await look(discord, bot);
      if (discord.violations.length > 0) throw new Error(`Discord would refuse: ${discord.violations[0]}`);
      return seen;
    } finally {
      await bot.end();
    }
  } finally {
    discord.close();
  }
}

/** Settles when the bot says that it is ready. */
async function start(args: readonly string[], env: Record<string, string>): Promise<BotProcess> {
  const probe = new URL('process-probe.ts', import.meta.url).href;
  const child = spawn(process.execPath, ['--import', probe, ...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const ended = once(child, 'exit');
  let said = '';
  const ready = new Promise<'ready'>((resolve) => {
    // Read to its end, else a full pipe would hold the bot up.
    child.stderr?.on('data', (chunk: Buffer) => {
      said = `${said}${chunk}`.slice(-2_000);
      if (said.includes('"ready"')) resolve('ready');
    });
  });
  const late = sleep(READY_MS, 'late', { ref: false });
  if ((await Promise.race([ready, ended, late])) !== 'ready') {
    child.kill('SIGKILL');
    throw new Error(`the bot did not start: ${said}`);
  }
  const ask = async () => {
    const answer = once(child, 'message');
    child.send('');
    const [told] = await answer;
    return told as { readonly bytes: number; readonly cpuMs: number };
  };
  return {
    memory: async () => (await ask()).bytes / 1_000_000,
    cpuMs: async () => (await ask()).cpuMs,
    end: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
