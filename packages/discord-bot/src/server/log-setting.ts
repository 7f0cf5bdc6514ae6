/** Where a server's log is written. */
import { CountersignError } from '@countersign/core/errors';
import { isUnreachable } from '../interactions/posts.ts';
import type { Reply, Task } from '../task.ts';
import { writeProblem } from '../watch/may-write.ts';
import { type Words, wordsOf } from '../words/index.ts';
import { LOG_HERE } from './panel.ts';
import { beginLog } from './server-log.ts';
import { languageOfServer } from './server-rows.ts';
import { change } from './setting.ts';

/** Uses the channel where it is pressed, since Discord tells the person's permissions only there. */
export async function setLog(task: Task, id: string): Promise<Reply> {
  const { bot, person, interaction, words } = task;
  if (id !== LOG_HERE) return await change(task, 'logChannel', { logChannel: null, logEndedIn: null });
  const { channel } = interaction;
  const problem = channel === undefined ? words.watch.NO_CHANNEL : writeProblem(channel, words.watch);
  if (problem !== undefined || channel === undefined) throw notSet(problem ?? '', words);
  try {
    const ofServer = wordsOf(languageOfServer(await bot.state.servers.of(person.guildId)));
    await beginLog(bot, channel.id, person.userId, ofServer);
  } catch (thrown) {
    if (!isUnreachable(thrown)) throw thrown;
    throw notSet(words.watch.botCannotWrite(`<#${channel.id}>`), words);
  }
  return await change(task, 'logChannel', { logChannel: channel.id, logEndedIn: null });
}

const notSet = (message: string, { server, language }: Words) =>
  new CountersignError('INPUT_INVALID', { message, remedy: server.LOG_ELSEWHERE, language });
