import type { Reply, Task } from '../task.ts';
import { DISCARDED } from '../views/notice.ts';

export async function discard({ desk }: Task, id: string): Promise<Reply> {
  await desk.discard(id);
  return { message: DISCARDED };
}
