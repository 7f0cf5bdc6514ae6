/** What a step's button asks for before anything is prepared. */
import { type APILabelComponent, ComponentType, TextInputStyle } from 'discord.js';
import type { Modal } from '../answers.ts';
import { targetIn } from './step-target.ts';

export const STATUS = 'status';
export const EVIDENCE = 'evidence';
export const SHARES = 'shares';
export const MILESTONE = 'milestone';

/** Room for a recovery phrase, so that one which is pasted by mistake comes whole and is recognised. */
const SHORT = 250;
const LONG = 4_000;
const EVIDENCE_LENGTH = 1_000;

type Field = {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly isLong?: boolean;
  readonly isOptional?: boolean;
  readonly length?: number;
  readonly value?: string;
};

function modal(customId: string, title: string, ...fields: readonly Field[]): Modal {
  return { custom_id: customId, title, components: fields.map(fieldOf) };
}

function fieldOf({ id, label, description, isLong, isOptional, length, value }: Field): APILabelComponent {
  return {
    type: ComponentType.Label,
    label,
    description,
    component: {
      type: ComponentType.TextInput,
      custom_id: id,
      style: isLong ? TextInputStyle.Paragraph : TextInputStyle.Short,
      max_length: length ?? (isLong ? LONG : SHORT),
      required: !isOptional,
      ...(value === undefined ? {} : { value }),
    },
  };
}

export function reportModal(customId: string, id: string): Modal | undefined {
  const milestone = targetIn(id)?.milestone;
  if (milestone === undefined) return undefined;
  return modal(
    customId,
    `Report on milestone ${milestone}`,
    {
      id: STATUS,
      label: 'Status',
      description: 'A few words. Everybody can read it on the ledger.',
      value: 'completed',
    },
    {
      id: EVIDENCE,
      label: 'Evidence',
      description: 'Where the work can be seen, such as a link. Everybody can read it on the ledger.',
      isLong: true,
      isOptional: true,
      length: EVIDENCE_LENGTH,
    },
  );
}

const SHARES_FIELD = {
  id: SHARES,
  label: 'Who gets how much',
  description: 'One share a line: ADDRESS AMOUNT. Fees are taken off the shares.',
  isLong: true,
} as const;

export const resolveModal = (customId: string, id: string): Modal | undefined =>
  targetIn(id) && modal(customId, 'Decide the dispute', SHARES_FIELD);

export const withdrawModal = (customId: string, id: string): Modal | undefined =>
  targetIn(id) && modal(customId, 'Withdraw what is left', SHARES_FIELD);

/** Only where several may be meant: else the button says which one. */
export function disputeModal(customId: string, id: string): Modal | undefined {
  if (!targetIn(id)?.asks) return undefined;
  return modal(customId, 'Open a dispute', {
    id: MILESTONE,
    label: 'Which milestone?',
    description: 'Its number on the card. Nothing is sent by this.',
  });
}
