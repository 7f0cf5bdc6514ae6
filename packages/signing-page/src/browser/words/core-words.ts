/**
 * Core's words in the language of the page: the one place where the pages take them from. They are read when they are
 * used (`speak` changes them once, before anything is drawn), so no constant of a module may keep one.
 */
import { CountersignError, type ErrorCode, type ErrorOptions } from '@countersign/core/errors';
import type { NetworkName } from '@countersign/core/network';
import * as en from '@countersign/core/words';

export { CountersignError, ERROR_CATALOGUE, errorName, toCountersignError } from '@countersign/core/errors';

export let actions = en.actions;
export let ARCHIVED_WORDS = en.ARCHIVED_WORDS;
export let actText = en.actText;
export let differenceText = en.differenceText;
export let endingWords = en.endingWords;
export let errorWords = en.errorWords;
export let fieldText = en.fieldText;
export let labelledRoles = en.labelledRoles;
export let LIFE_WORDS = en.LIFE_WORDS;
export let LOOK_ALIKE = en.LOOK_ALIKE;
export let meansText = en.meansText;
export let nameText = en.nameText;
export let NETWORK_WORDS = en.NETWORK_WORDS;
export let obstacleWords = en.obstacleWords;
export let PARTY_WORDS = en.PARTY_WORDS;
export let partText = en.partText;
export let payeeText = en.payeeText;
export let payoutText = en.payoutText;
export let ROLE_WORDS = en.ROLE_WORDS;
export let reasonText = en.reasonText;
export let severalText = en.severalText;
export let STATE_WORDS = en.STATE_WORDS;
export let stopLines = en.stopLines;
export let summaryWords = en.summaryWords;
export let turnsText = en.turnsText;
export let turnText = en.turnText;
export let warningLines = en.warningLines;
export let warningText = en.warningText;

let spoken: en.Language = 'en';
/** For `Intl`. */
export const language = (): en.Language => spoken;

/** An error of the page's own: its words are in the reader's language already. */
export const pageError = (code: ErrorCode, options: ErrorOptions): CountersignError =>
  new CountersignError(code, { ...options, language: language() });

/** From now on the pages speak these. */
export function speak(words: en.Words, language: en.Language): void {
  spoken = language;
  actions = words.actions;
  ARCHIVED_WORDS = words.ARCHIVED_WORDS;
  actText = words.actText;
  differenceText = words.differenceText;
  endingWords = words.endingWords;
  errorWords = words.errorWords;
  fieldText = words.fieldText;
  labelledRoles = words.labelledRoles;
  LIFE_WORDS = words.LIFE_WORDS;
  LOOK_ALIKE = words.LOOK_ALIKE;
  meansText = words.meansText;
  nameText = words.nameText;
  NETWORK_WORDS = words.NETWORK_WORDS;
  obstacleWords = words.obstacleWords;
  PARTY_WORDS = words.PARTY_WORDS;
  partText = words.partText;
  payeeText = words.payeeText;
  payoutText = words.payoutText;
  ROLE_WORDS = words.ROLE_WORDS;
  reasonText = words.reasonText;
  severalText = words.severalText;
  STATE_WORDS = words.STATE_WORDS;
  stopLines = words.stopLines;
  summaryWords = words.summaryWords;
  turnsText = words.turnsText;
  turnText = words.turnText;
  warningLines = words.warningLines;
  warningText = words.warningText;
}

/** "Sandbox: simulated, worth nothing" */
export function networkText(network: NetworkName): string {
  const { name, means } = NETWORK_WORDS[network];
  return `${name}: ${means}`;
}
