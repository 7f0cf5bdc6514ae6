/** What a step's button asks for before anything is prepared. */
import { MAX_EVIDENCE, MAX_STATUS, type StepName } from '@countersign/core/escrow';
import type { Modal } from '../interactions/answers.ts';
import type { ModalContext } from '../task.ts';
import { modal, textField } from '../views/modal.ts';
import type { Words } from '../words/index.ts';
import { targetIn } from './step-target.ts';

export const STATUS = 'status';
export const EVIDENCE = 'evidence';
export const SHARES = 'shares';
export const MILESTONE = 'milestone';

/** "Report progress on milestone 2" */
function titleOf({ core }: Words, step: StepName, milestone?: string): string {
  const text = core.actText(step, milestone === undefined ? undefined : Number(milestone));
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

export function reportModal(customId: string, id: string, { words }: ModalContext): Modal | undefined {
  const { forms } = words;
  const milestone = targetIn(id)?.milestone;
  if (milestone === undefined) return undefined;
  return modal(
    customId,
    titleOf(words, 'change-status', milestone),
    textField({
      id: STATUS,
      label: forms.STATUS,
      description: forms.STATUS_HOW,
      length: MAX_STATUS,
      value: forms.COMPLETED,
    }),
    textField({
      id: EVIDENCE,
      label: forms.EVIDENCE,
      description: forms.EVIDENCE_HOW,
      isLong: true,
      isOptional: true,
      length: MAX_EVIDENCE,
    }),
  );
}

const sharesField = ({ forms }: Words) =>
  textField({ id: SHARES, label: forms.SHARES, description: forms.SHARES_HOW, isLong: true });

export const resolveModal = (customId: string, id: string, { words }: ModalContext): Modal | undefined =>
  targetIn(id) && modal(customId, titleOf(words, 'resolve'), sharesField(words));

export const withdrawModal = (customId: string, id: string, { words }: ModalContext): Modal | undefined =>
  targetIn(id) && modal(customId, titleOf(words, 'withdraw'), sharesField(words));

/** Only where several may be meant: else the button says which one. */
export function disputeModal(customId: string, id: string, { words }: ModalContext): Modal | undefined {
  const { forms } = words;
  if (!targetIn(id)?.asks) return undefined;
  return modal(
    customId,
    titleOf(words, 'dispute'),
    textField({
      id: MILESTONE,
      label: forms.WHICH_MILESTONE,
      description: forms.WHICH_HOW,
    }),
  );
}
