import { CountersignError } from '@countersign/core/errors';
import type { Command } from '../interactions/interaction.ts';
import { handleMeant } from '../records/reference.ts';
import type { Reply, Task } from '../task.ts';
import { code } from '../views/markdown.ts';
import { notice } from '../views/notice.ts';

const RIGHTS = ['read', 'sign'] as const;

/** `/escrow share id: user: right:`, within this server only. */
export async function share({ desk, person, words }: Task, { texts, users }: Command): Promise<Reply[]> {
  const { answers: own } = words;
  const id = await handleMeant(desk, texts.get('id') ?? '');
  const userId = users.get('user');
  const right = RIGHTS.find((each) => each === texts.get('right'));
  if (userId === undefined || right === undefined) {
    const path = userId === undefined ? 'user' : 'right';
    throw new CountersignError('INPUT_INVALID', {
      fields: [{ path, problem: words.problems.IS_MISSING }],
      language: words.language,
    });
  }
  await desk.grant(id, { tenant: person.guildId, id: userId }, right);
  return [
    {
      message: notice(own.SHARED, own.letIn(code(userId), own.MAY[right], code(id))),
    },
  ];
}
