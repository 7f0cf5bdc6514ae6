/** Core’s English words. */
import { coreMessages } from '../catalogue.ts';
import { createCoreWords } from '../core.ts';
import json from '../messages/core.en.json' with { type: 'json' };

export const {
  actions,
  actText,
  LIFE_WORDS,
  leftText,
  paymentText,
  payoutLine,
  payoutText,
  summaryWords,
  turnsText,
  turnText,
} = createCoreWords(coreMessages(json), (field) => field);
