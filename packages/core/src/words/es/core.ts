/** Core’s Spanish words. */
import { coreMessages } from '../catalogue.ts';
import { createCoreWords } from '../core.ts';
import json from '../messages/core.es.json' with { type: 'json' };
import { fieldText } from './field-names.ts';

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
} = createCoreWords(coreMessages(json), fieldText);
