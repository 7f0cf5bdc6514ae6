import { escrowOf } from '../interactions/escrow-of.ts';
import type { Reply, Task } from '../task.ts';
import { givenUpMessage } from '../views/outcome.ts';
import { button, buttons, container, text } from '../views/parts.ts';

/** Asks once more, beside the card: a wrong word here could end in two escrows. */
export async function confirmFailed({ desk, call, words: { outcome } }: Task, id: string): Promise<Reply> {
  await desk.status(id, call);
  return {
    message: {
      components: container('bad', [
        text(`### ${outcome.SURE_NOT_SETTLED}`),
        text(outcome.LOOK_UP_FIRST),
        buttons(button(outcome.YES_NOT_SETTLED, 'failed-yes', id, 'Danger')),
      ]),
    },
  };
}

/** The person's word, after which the request may be prepared again. */
export async function declareFailed({ desk, call, words }: Task, id: string): Promise<Reply> {
  const status = await desk.declareFailed(id);
  return { message: givenUpMessage(status, { escrow: await escrowOf(desk, status, call) }, words), card: status };
}
