import { escrowOf } from '../escrow-of.ts';
import type { Reply, Task } from '../task.ts';
import { givenUpMessage } from '../views/outcome.ts';
import { button, buttons, container, text } from '../views/parts.ts';

/** Asks once more, beside the card: a wrong word here could end in two escrows. */
export async function confirmFailed({ desk, call }: Task, id: string): Promise<Reply> {
  await desk.status(id, call);
  return {
    message: {
      components: container('bad', [
        text('### Are you sure that it did not settle?'),
        text(
          'Look up the transaction on the network first. If it did settle after all, preparing it again would do it twice.',
        ),
        buttons(button('Yes, it did not settle', 'failed-yes', id, 'Danger')),
      ]),
    },
  };
}

/** The person's word, after which the request may be prepared again. */
export async function declareFailed({ desk, call }: Task, id: string): Promise<Reply> {
  const status = await desk.declareFailed(id);
  return { message: givenUpMessage(status, await escrowOf(desk, status, call)), card: status };
}
