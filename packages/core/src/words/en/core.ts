/** Core’s English words. */
import { coreMessages } from '../catalogue.ts';
import { createCoreWords } from '../core.ts';
import json from '../messages/core.en.json' with { type: 'json' };

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
} = createCoreWords(coreMessages(json), (field) => field);
