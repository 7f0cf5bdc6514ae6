import { CountersignError } from '@countersign/core/errors';
import { ComponentType, TextInputStyle } from 'discord.js';
import type { Modal } from '../interactions/answers.ts';
import type { ModalContext, Reply, Task } from '../task.ts';
import { renew } from './renew.ts';

const AMOUNT = 'amount';
/** Long enough for a recovery phrase, so that one pasted by mistake arrives complete and is recognised. */
const LONGEST = 250;

/** A handle, and the key of the stops that its card showed. */
const SHOWN = /^([0-9a-f]{32})\.([0-9a-f]{16})$/;

/** A click alone does not confirm: the person types what they would pay. */
export function confirmModal(customId: string, id: string, { words: { forms } }: ModalContext): Modal | undefined {
  if (!SHOWN.test(id)) return undefined;
  return {
    custom_id: customId,
    title: forms.CONFIRM_TITLE,
    components: [
      {
        type: ComponentType.Label,
        label: forms.TYPE_TOTAL,
        description: forms.TYPE_TOTAL_HOW,
        component: {
          type: ComponentType.TextInput,
          custom_id: AMOUNT,
          style: TextInputStyle.Short,
          max_length: LONGEST,
        },
      },
    ],
  };
}

/** The person confirms that they read the stops; the card then has the transaction. */
export async function confirm(task: Task, id: string, texts: ReadonlyMap<string, string>): Promise<Reply> {
  const [, handle, shown] = SHOWN.exec(id) ?? [];
  if (handle === undefined || shown === undefined) return await nothingToConfirm();
  await task.desk.confirm(handle, { amount: texts.get(AMOUNT)?.trim() ?? '', shown }, task.call);
  return await renew(task, handle);
}

/** Pressed for what no card of ours has shown. */
export async function nothingToConfirm(): Promise<Reply> {
  throw new CountersignError('HANDLE_NOT_FOUND');
}
