/** What a step's button asks for before anything is prepared. */
import { MAX_EVIDENCE, MAX_STATUS } from '@countersign/core/escrow';
import type { Modal } from '../answers.ts';
import type { ModalContext } from '../task.ts';
import { modal, textField } from '../views/modal.ts';
import type { Words } from '../words/index.ts';
import { targetIn } from './step-target.ts';

export const STATUS = 'status';
export const EVIDENCE = 'evidence';
export const SHARES = 'shares';
export const MILESTONE = 'milestone';

export function reportModal(customId: string, id: string, { words: { forms } }: ModalContext): Modal | undefined {
  const milestone = targetIn(id)?.milestone;
  if (milestone === undefined) return undefined;
  return modal(
    customId,
    forms.reportOn(milestone),
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
  targetIn(id) && modal(customId, words.forms.DECIDE, sharesField(words));

export const withdrawModal = (customId: string, id: string, { words }: ModalContext): Modal | undefined =>
  targetIn(id) && modal(customId, words.forms.WITHDRAW, sharesField(words));

/** Only where several may be meant: else the button says which one. */
export function disputeModal(customId: string, id: string, { words: { forms } }: ModalContext): Modal | undefined {
  if (!targetIn(id)?.asks) return undefined;
  return modal(
    customId,
    forms.OPEN_DISPUTE,
    textField({
      id: MILESTONE,
      label: forms.WHICH_MILESTONE,
      description: forms.WHICH_HOW,
    }),
  );
}
