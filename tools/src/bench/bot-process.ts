/** A bot in its own process against a local Discord, started as by `pnpm bot`, with its memory and processor time. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Discord, openDiscord } from '@countersign/testkit/discord/local-discord';

type BotProcess = {
  /** Its resident set, in megabytes. */
  readonly memory: () => Promise<number>;
  /** Processor time since it started, in milliseconds. */
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

/** Node's arguments for discord.js with its defaults. */
export const BARE_CLIENT = ['packages/testkit/src/discord/bare-client.ts'];

type BotOptions = {
  /** Node's. */
  readonly args: readonly string[];
  /** How many servers the bot is in. */
  readonly servers?: number;
  /** In addition to the variables that lead it to the local Discord. */
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
    // Drained, or a full pipe would block the bot.
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
