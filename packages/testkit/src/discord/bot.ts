/** Starts a bot that ends with the test. */
import type { DialectName } from '@countersign/core/network';
import { onTestFinished } from 'vitest';
import { startFaultyService } from '../service/faulty-service.ts';
import type { Discord } from './discord.ts';
import { openTestBot, openWorld } from './open-bot.ts';

export { type LogLine, openTestDesk } from './open-bot.ts';

export async function startWorld(dialect: DialectName = 'seed'): Promise<Record<string, string>> {
  const { env, close } = await openWorld(dialect);
  onTestFinished(close);
  return env;
}

/** A world whose service loses what it is sent, until its `stumble` is taken away. */
export async function startLossyWorld() {
  const world = await startWorld();
  const service = await startFaultyService(String(world['ESCROW_API_URL']));
  onTestFinished(service.close);
  service.stumble = 'dies before it sends';
  return { env: { ...world, ESCROW_API_URL: service.url } as Record<string, string>, service };
}

/**
 * Starts a bot with its desk and signing page; it ends with the test, or when it is closed. With `discord.overHttp`
 * Discord sends interactions to it from then on.
 */
export async function startTestBot(discord: Discord, env: Record<string, string>, now?: () => number) {
  const bot = await openTestBot(discord, env, now);
  onTestFinished(() => bot.close());
  if (bot.interactionsUrl !== undefined) await discord.endpoint.enter(bot.interactionsUrl);
  return bot;
}
