/** What our modals are made of: a text field within a label. */
import { type APILabelComponent, ComponentType, TextInputStyle } from 'discord.js';
import type { Modal } from '../interactions/answers.ts';

/**
 * For what has no limit of its own: long enough for a recovery phrase, so that one pasted by mistake arrives complete
 * and is recognised.
 */
const SHORT_TEXT = 250;
/** The most that Discord takes. */
export const LONG_TEXT = 4_000;

type Field = {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly isLong?: boolean;
  readonly isOptional?: boolean;
  readonly length?: number;
  readonly value?: string;
};

export function modal(customId: string, title: string, ...fields: readonly APILabelComponent[]): Modal {
  return { custom_id: customId, title, components: [...fields] };
}

export function textField({
  id,
  label,
  description,
  isLong,
  isOptional,
  length,
  value = '',
}: Field): APILabelComponent {
  const max = length ?? (isLong ? LONG_TEXT : SHORT_TEXT);
  return {
    type: ComponentType.Label,
    label,
    description,
    component: {
      type: ComponentType.TextInput,
      custom_id: id,
      style: isLong ? TextInputStyle.Paragraph : TextInputStyle.Short,
      max_length: max,
      required: !isOptional,
      // Discord takes none that is empty or too long.
      ...(value === '' || value.length > max ? {} : { value }),
    },
  };
}
