/** The card of something prepared. */
import type { ActionName, Prepared } from '@countersign/core';
import { isFunding, isStep, isTrustline } from '@countersign/core/results';
import type { Message } from '../interactions/answers.ts';
import type { Words } from '../words/index.ts';
import { cardMessage } from './card.ts';
import { fundingMessage } from './funding-card.ts';
import { stepMessage } from './step.ts';
import { trustlineMessage } from './trustline.ts';

/** @param note a sentence about this card */
export function preparedMessage(prepared: Prepared<ActionName>, note: string | undefined, words: Words): Message {
  if (isStep(prepared)) return stepMessage(prepared, note, words);
  if (isTrustline(prepared)) return trustlineMessage(prepared, note, words);
  return isFunding(prepared) ? fundingMessage(prepared, note, words) : cardMessage(prepared, note, words);
}
