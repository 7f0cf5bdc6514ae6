/** Core’s English words about steps. */
import { stepMessages } from '../catalogue.ts';
import { createStepWords } from '../core.ts';
import core from '../messages/core.en.json' with { type: 'json' };
import steps from '../messages/steps.en.json' with { type: 'json' };

export const {
  changeText,
  endingWords,
  LOOK_ALIKE,
  labelledCosts,
  obstacleWords,
  othersPossible,
  partText,
  payeesText,
  payeeText,
  severalText,
  sharesText,
} = createStepWords(stepMessages({ ...core, ...steps }));
