/** *Snooze* of a reminder: puts the next one off, and says in the reminder who did so and until when. */
import { placeFields } from '../interactions/log-fields.ts';
import { isDeleted, isRefused, isUnreachable } from '../interactions/posts.ts';
import type { Reply, Task } from '../task.ts';
import { relativeTime } from '../views/markdown.ts';
import { notice, refusal } from '../views/notice.ts';
import { announcementFor } from './announcement-for.ts';
import { SNOOZE_MS } from './due.ts';
import { membersCalled, readPublic } from './read-public.ts';

export async function snooze({ bot, person, interaction, call, words }: Task, id: string): Promise<Reply> {
  const { watch: own } = words;
  const { watch } = bot.state;
  const [, number, changed] = /^(\d{1,15})\.(\d{1,15})$/.exec(id) ?? [];
  const watched = await watch.one(Number(number));
  const reminder = interaction.pressedOn;
  const isHere = watched?.guildId === person.guildId && watched.channelId === interaction.channelId;
  if (watched === undefined || !isHere || reminder === undefined || watched.changed !== Number(changed)) {
    return { message: notice(own.NOTHING_TO_PUT_OFF, own.HAPPENED_SINCE) };
  }
  const view = await readPublic(bot.desk, watched, call.signal);
  const called = await membersCalled(bot, person.guildId, view);
  if (called.length > 0 && !called.includes(person.userId)) {
    return { message: refusal(own.FOR_SOMEBODY_ELSE, words) };
  }
  const until = bot.now() + SNOOZE_MS;
  if (!(await watch.snooze(watched, until))) return { message: notice(own.NOTHING_TO_PUT_OFF, own.HAPPENED_SINCE) };
  const putOff = { by: person.userId, until };
  try {
    const said = { kind: 'reminder', since: watched.changed } as const;
    const { message } = await announcementFor(bot, said, view, { watched, isLast: true, putOff });
    await bot.posts.change(watched.channelId, reminder, message);
  } catch (thrown) {
    // A reminder is never put off silently.
    await watch.snooze({ ...watched, due: until }, watched.due);
    if (!isRefused(thrown) && !isUnreachable(thrown) && !isDeleted(thrown)) throw thrown;
    return { message: notice(own.NOT_PUT_OFF, own.CANNOT_SAY_SO, 'bad') };
  }
  bot.log('info', 'a reminder was put off', placeFields(watched, person.userId));
  return { message: notice(own.PUT_OFF, own.nextReminder(relativeTime(until))) };
}
