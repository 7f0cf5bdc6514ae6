/**
 * *Let them in*: into a private thread that follows an escrow. A mention there would add the mentioned member, and
 * anybody can save any wallet. So outsiders are named without a mention, and somebody in the thread decides.
 */
import { placeFields } from '../interactions/log-fields.ts';
import { isRefused } from '../interactions/posts.ts';
import type { Reply, Task } from '../task.ts';
import { notice } from '../views/notice.ts';
import { membersCalled, readPublic } from './read-public.ts';

const SHAPE = /^(\d{1,15})\.(\d{1,20})$/;

/** Pressed by somebody in the thread, while it is that member's turn. */
export async function letIntoThread(
  { bot, person, interaction, call, words: { watch: own } }: Task,
  id: string,
): Promise<Reply> {
  const [, number, userId = ''] = SHAPE.exec(id) ?? [];
  const watched = await bot.state.watch.one(Number(number));
  if (watched?.guildId !== person.guildId || watched.channelId !== interaction.channelId) {
    return { message: notice(own.NOBODY_TO_LET_IN, own.NOT_FOLLOWED_HERE) };
  }
  const view = await readPublic(bot.desk, watched, call.signal);
  if (!(await membersCalled(bot, person.guildId, view)).includes(userId)) {
    return { message: notice(own.NOBODY_TO_LET_IN, own.NOT_THEIR_TURN) };
  }
  try {
    await bot.posts.addMember(watched.channelId, userId);
  } catch (thrown) {
    if (!isRefused(thrown)) throw thrown;
    return { message: notice(own.NOT_LET_IN, own.cannotLetIn(`<@${userId}>`), 'bad') };
  }
  bot.log('info', 'let into a thread', { ...placeFields(watched, person.userId), member: userId });
  return { message: notice(own.LET_IN_DONE, own.isInThread(`<@${userId}>`)) };
}
