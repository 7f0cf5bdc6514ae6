/** The words of English. Those of another language are one object, such as `es`. */
import errors from '../errors/messages/errors.en.json' with { type: 'json' };
import { messagesOf } from './catalogue.ts';
import { createStepWords } from './core.ts';
import core from './messages/core.en.json' with { type: 'json' };
import steps from './messages/steps.en.json' with { type: 'json' };

export * from './en-core.ts';

export const {
  changeText,
  codeOfAnother,
  dayText,
  differenceText,
  endingWords,
  errorWords,
  fieldText,
  fieldWords,
  LOOK_ALIKE,
  labelledCosts,
  nameChangeText,
  nameLines,
  nameText,
  obstacleWords,
  othersPossible,
  partText,
  payeesText,
  payeeText,
  reasonText,
  SET_BY_WORDS,
  severalText,
  sharesText,
  stopLines,
  stopText,
  transactionProblemText,
  warningLines,
  warningText,
} = createStepWords(messagesOf({ core, steps, errors }));
