/** Where a signature is asked for: in a channel that the person writes in themselves, or in a thread of its own. */
import { CountersignError } from '@countersign/core/errors';
import { cleanLine } from '@countersign/core/text';
import type { Interaction } from '../interaction.ts';
import { isRefused } from '../posts.ts';
import type { Task } from '../task.ts';
import { writeProblem } from '../watch/may-write.ts';
import type { TeamCard } from './team-rows.ts';

/** The bot speaks for nobody who could not say it there themselves. @throws CountersignError INPUT_INVALID */
export function requireMayWrite({ channel }: Interaction): void {
  const problem = channel === undefined ? 'Discord did not say which channel this is.' : writeProblem(channel);
  if (problem === undefined) return;
  throw new CountersignError('INPUT_INVALID', {
    message: problem,
    remedy: 'Ask in a private thread, or in a channel in which you write.',
  });
}

/** In a private one are who asks and who is asked. */
export async function openThread({ bot }: Task, { channel, title, asker }: TeamCard): Promise<string> {
  const thread = await bot.posts.openThread(channel, cleanLine(title, 90) || 'Escrow', 'private');
  await bot.posts.addMember(thread, asker);
  return thread;
}

/** Whoever does not see the thread's channel, or has left, cannot be. Who asks is there, and the card as well. */
export async function isLetInto({ bot }: Task, thread: string, asked: string): Promise<boolean> {
  try {
    await bot.posts.addMember(thread, asked);
    return true;
  } catch (thrown) {
    if (!isRefused(thrown)) throw thrown;
    return false;
  }
}

export const notLetIn = (asked: string | null) =>
  `<@${asked}> could not be let in to the thread: they may not see this channel, or are no longer in the server. They can open it with /escrow pending.`;
