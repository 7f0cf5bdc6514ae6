import { CountersignError } from '@countersign/core/errors';
import { ComponentType, TextInputStyle } from 'discord.js';
import type { Modal } from '../answers.ts';
import type { Reply, Task } from '../task.ts';
import { renew } from './renew.ts';

const AMOUNT = 'amount';
/** Room for a recovery phrase, so that one which is pasted by mistake comes whole and is recognised. */
const LONGEST = 250;

/** A click alone is no confirmation: the person types what they would pay. */
export function confirmModal(customId: string, id: string): Modal | undefined {
  if (!/^[0-9a-f]{32}$/.test(id)) return undefined;
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
  await task.desk.confirm(id, texts.get(AMOUNT)?.trim() ?? '', task.call);
  return await renew(task, id);
}

/** Pressed for what no card of ours has shown. */
export async function nothingToConfirm(): Promise<Reply> {
  throw new CountersignError('HANDLE_NOT_FOUND');
}
