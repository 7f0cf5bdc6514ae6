import type { Reply, Task } from '../bot.ts';
import { DISCARDED } from '../views/notice.ts';
import { requireOwn } from './own-handle.ts';

export async function discard(task: Task, id: string): Promise<Reply> {
  requireOwn(task, id);
  await task.bot.desk.discard(id);
  return { message: DISCARDED };
}
