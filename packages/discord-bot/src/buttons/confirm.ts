import { CountersignError } from '@countersign/core/errors';
import { ComponentType, TextInputStyle } from 'discord.js';
import type { Modal } from '../answers.ts';
import type { Reply, Task } from '../task.ts';
import { renew } from './renew.ts';

const AMOUNT = 'amount';
/** Room for a recovery phrase, so that one which is pasted by mistake comes whole and is recognised. */
const LONGEST = 250;

/** A handle, and the key of the stops that its card showed. */
const SHOWN = /^([0-9a-f]{32})\.([0-9a-f]{16})$/;

/** A click alone is no confirmation: the person types what they would pay. */
export function confirmModal(customId: string, id: string): Modal | undefined {
  if (!SHOWN.test(id)) return undefined;
  return {
    custom_id: customId,
    title: 'Confirm what you read',
    components: [
      {
        type: ComponentType.Label,
        label: 'Type the total amount',
        description: 'The number beside “Total” on the card. Nothing is sent by this.',
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

/** The person's own word that they read the stops; the card then has what is to be signed. */
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
