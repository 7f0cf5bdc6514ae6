/** Core’s Spanish words. */
import { coreMessages } from '../catalogue.ts';
import { createCoreWords } from '../core.ts';
import json from '../messages/core.es.json' with { type: 'json' };
import { fieldText } from './field-names.ts';

export const {
  actions,
  actText,
  changeText,
  endingWords,
  LIFE_WORDS,
  LOOK_ALIKE,
  labelledCosts,
  leftText,
  obstacleWords,
  othersPossible,
  partText,
  payeesText,
  payeeText,
  paymentText,
  payoutLine,
  payoutText,
  severalText,
  sharesText,
  summaryWords,
  turnsText,
  turnText,
} = createCoreWords(coreMessages(json), fieldText);
