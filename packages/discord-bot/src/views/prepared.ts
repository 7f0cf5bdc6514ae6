/** What was prepared, as its own card. */
import type { Prepared } from '@countersign/core';
import { isFunding, isTrustline } from '@countersign/core/results';
import type { Message } from '../answers.ts';
import { cardMessage } from './card.ts';
import { fundingMessage } from './funding-card.ts';
import { trustlineMessage } from './trustline.ts';

/** @param note a sentence about this card */
export function preparedMessage(prepared: Prepared | Prepared<'fund'> | Prepared<'trust'>, note?: string): Message {
  if (isTrustline(prepared)) return trustlineMessage(prepared);
  return isFunding(prepared) ? fundingMessage(prepared, note) : cardMessage(prepared, note);
}
