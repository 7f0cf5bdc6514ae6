/**
 * Core's words in the language of the page: the one place where the pages take them from. They are read when they are
 * used (`speak` changes them once, before anything is drawn), so no constant of a module may keep one.
 */
import * as en from '@countersign/core/words';

export { CountersignError, ERROR_CATALOGUE, errorName, toCountersignError } from '@countersign/core/errors';

export let changeText = en.changeText;
export let dayText = en.dayText;
export let errorWords = en.errorWords;
export let fieldText = en.fieldText;
export let kindWords = en.kindWords;
export let labelledCosts = en.labelledCosts;
export let labelledRoles = en.labelledRoles;
export let leftText = en.leftText;
export let LIFE_WORDS = en.LIFE_WORDS;
export let nameLines = en.nameLines;
export let nameText = en.nameText;
export let NETWORK_WORDS = en.NETWORK_WORDS;
export let obstacleWords = en.obstacleWords;
export let PARTY_WORDS = en.PARTY_WORDS;
export let paymentText = en.paymentText;
export let reasonText = en.reasonText;
export let ROLE_WORDS = en.ROLE_WORDS;
export let SET_BY_WORDS = en.SET_BY_WORDS;
export let sharesText = en.sharesText;
export let SOURCE_WORDS = en.SOURCE_WORDS;
export let STATE_WORDS = en.STATE_WORDS;
export let STEP_WORDS = en.STEP_WORDS;
export let stopLines = en.stopLines;
export let stopText = en.stopText;
export let summaryWords = en.summaryWords;
export let turnsText = en.turnsText;
export let turnText = en.turnText;
export let warningText = en.warningText;

/** From now on the pages speak these. */
export function speak(words: en.Words): void {
  changeText = words.changeText;
  dayText = words.dayText;
  errorWords = words.errorWords;
  fieldText = words.fieldText;
  kindWords = words.kindWords;
  labelledCosts = words.labelledCosts;
  labelledRoles = words.labelledRoles;
  leftText = words.leftText;
  LIFE_WORDS = words.LIFE_WORDS;
  nameLines = words.nameLines;
  nameText = words.nameText;
  NETWORK_WORDS = words.NETWORK_WORDS;
  obstacleWords = words.obstacleWords;
  PARTY_WORDS = words.PARTY_WORDS;
  paymentText = words.paymentText;
  reasonText = words.reasonText;
  ROLE_WORDS = words.ROLE_WORDS;
  SET_BY_WORDS = words.SET_BY_WORDS;
  sharesText = words.sharesText;
  SOURCE_WORDS = words.SOURCE_WORDS;
  STATE_WORDS = words.STATE_WORDS;
  STEP_WORDS = words.STEP_WORDS;
  stopLines = words.stopLines;
  stopText = words.stopText;
  summaryWords = words.summaryWords;
  turnsText = words.turnsText;
  turnText = words.turnText;
  warningText = words.warningText;
}
