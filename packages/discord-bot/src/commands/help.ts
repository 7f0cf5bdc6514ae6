import type { Reply, Task } from '../task.ts';
import { notice } from '../views/notice.ts';

/** `/escrow help` */
export async function help({ bot, words }: Task): Promise<Reply[]> {
  return [{ message: notice(words.answers.helpHeading(bot.desk.network.name), words.answers.HELP) }];
}
