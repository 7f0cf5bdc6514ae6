import { CountersignError } from '@countersign/core/errors';
import type { Command } from '../interaction.ts';
import { handleMeant } from '../records/reference.ts';
import type { Reply, Task } from '../task.ts';
import { code } from '../views/markdown.ts';
import { notice } from '../views/notice.ts';

const RIGHTS = ['read', 'sign'] as const;
type Right = (typeof RIGHTS)[number];

const MAY: Readonly<Record<Right, string>> = {
  read: 'They can see it now, and what became of it. They can sign and change nothing.',
  sign: 'They can now see it, renew it, sign it with the signer’s wallet, send it and discard it.',
};

/** `/escrow share id: user: right:` Within this server alone. */
export async function share({ desk, person }: Task, { texts, users }: Command): Promise<Reply[]> {
  const id = await handleMeant(desk, texts.get('id') ?? '');
  const userId = users.get('user');
  const right = RIGHTS.find((each) => each === texts.get('right'));
  if (userId === undefined || right === undefined) {
    const path = userId === undefined ? 'user' : 'right';
    throw new CountersignError('INPUT_INVALID', { fields: [{ path, problem: 'is missing' }] });
  }
  await desk.grant(id, { tenant: person.guildId, id: userId }, right);
  return [
    {
      message: notice(
        'Shared',
        `The member with the id ${code(userId)} was let in. ${MAY[right]} Tell them to use /escrow pending with id ${code(id)}; the bot does not tell them.`,
      ),
    },
  ];
}
