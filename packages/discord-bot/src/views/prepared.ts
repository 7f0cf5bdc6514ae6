/** What was prepared, as its own card. */
import type { ActionName, Prepared } from '@countersign/core';
import { isFunding, isStep, isTrustline } from '@countersign/core/results';
import type { Message } from '../answers.ts';
import { cardMessage } from './card.ts';
import { fundingMessage } from './funding-card.ts';
import { stepMessage } from './step.ts';
import { trustlineMessage } from './trustline.ts';

/** @param note a sentence about this card */
export function preparedMessage(prepared: Prepared<ActionName>, note?: string): Message {
  if (isStep(prepared)) return stepMessage(prepared, note);
  if (isTrustline(prepared)) return trustlineMessage(prepared, note);
  return isFunding(prepared) ? fundingMessage(prepared, note) : cardMessage(prepared, note);
}
