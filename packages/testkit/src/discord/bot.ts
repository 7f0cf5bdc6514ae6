/** Starts a bot that ends with the test. */
import type { DialectName } from '@countersign/core/network';
import { onTestFinished } from 'vitest';
import type { Discord } from './discord.ts';
import { openTestBot, openWorld } from './open-bot.ts';

export { type LogLine, openTestDesk } from './open-bot.ts';

/** A data folder and a sandbox in memory that outlive any one bot of the test. */
export async function startWorld(dialect: DialectName = 'seed'): Promise<Record<string, string>> {
  const { env, close } = await openWorld(dialect);
  onTestFinished(close);
  return env;
}

/** Starts a bot with its desk and signing page; it ends with the test, or when it is closed. */
export async function startTestBot(discord: Discord, env: Record<string, string>, now?: () => number) {
  const bot = await openTestBot(discord, env, now);
  onTestFinished(bot.close);
  return bot;
}
