/** What a step's button asks for before anything is prepared. */
import type { Modal } from '../answers.ts';
import { modal, textField } from '../views/modal.ts';
import { targetIn } from './step-target.ts';

export const STATUS = 'status';
export const EVIDENCE = 'evidence';
export const SHARES = 'shares';
export const MILESTONE = 'milestone';

const EVIDENCE_LENGTH = 1_000;

export function reportModal(customId: string, id: string): Modal | undefined {
  const milestone = targetIn(id)?.milestone;
  if (milestone === undefined) return undefined;
  return modal(
    customId,
    `Report on milestone ${milestone}`,
    textField({
      id: STATUS,
      label: 'Status',
      description: 'A few words. Everybody can read it on the ledger.',
      value: 'completed',
    }),
    textField({
      id: EVIDENCE,
      label: 'Evidence',
      description: 'Where the work can be seen, such as a link. Everybody can read it on the ledger.',
      isLong: true,
      isOptional: true,
      length: EVIDENCE_LENGTH,
    }),
  );
}

const SHARES_FIELD = textField({
  id: SHARES,
  label: 'Who gets how much',
  description: 'One share a line: ADDRESS AMOUNT. Fees are taken off the shares.',
  isLong: true,
});

export const resolveModal = (customId: string, id: string): Modal | undefined =>
  targetIn(id) && modal(customId, 'Decide the dispute', SHARES_FIELD);

export const withdrawModal = (customId: string, id: string): Modal | undefined =>
  targetIn(id) && modal(customId, 'Withdraw what is left', SHARES_FIELD);

/** Only where several may be meant: else the button says which one. */
export function disputeModal(customId: string, id: string): Modal | undefined {
  if (!targetIn(id)?.asks) return undefined;
  return modal(
    customId,
    'Open a dispute',
    textField({
      id: MILESTONE,
      label: 'Which milestone?',
      description: 'Its number on the card. Nothing is sent by this.',
    }),
  );
}
