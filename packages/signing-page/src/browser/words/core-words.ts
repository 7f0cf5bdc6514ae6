/**
 * Core's words in the language of the page: the one place where the pages take them from. They are read when they are
 * used (`speak` changes them once, before anything is drawn), so no constant of a module may keep one.
 */
import { CountersignError, type ErrorCode, type ErrorOptions } from '@countersign/core/errors';
import type { NetworkName } from '@countersign/core/network';
import type { Language, Words } from '@countersign/core/words';

export { CountersignError, ERROR_CATALOGUE, errorName, toCountersignError } from '@countersign/core/errors';

export let actions: Words['actions'];
export let ARCHIVED_WORDS: Words['ARCHIVED_WORDS'];
export let actText: Words['actText'];
export let differenceText: Words['differenceText'];
export let endingWords: Words['endingWords'];
export let errorWords: Words['errorWords'];
export let fieldText: Words['fieldText'];
export let labelledRoles: Words['labelledRoles'];
export let LIFE_WORDS: Words['LIFE_WORDS'];
export let LOOK_ALIKE: Words['LOOK_ALIKE'];
export let meansText: Words['meansText'];
export let nameText: Words['nameText'];
export let NETWORK_WORDS: Words['NETWORK_WORDS'];
export let obstacleWords: Words['obstacleWords'];
export let PARTY_WORDS: Words['PARTY_WORDS'];
export let partText: Words['partText'];
export let payoutParts: Words['payoutParts'];
export let ROLE_WORDS: Words['ROLE_WORDS'];
export let reasonText: Words['reasonText'];
export let severalText: Words['severalText'];
export let STATE_WORDS: Words['STATE_WORDS'];
export let stopLines: Words['stopLines'];
export let summaryWords: Words['summaryWords'];
export let THE_PARTY: Words['THE_PARTY'];
export let turnsText: Words['turnsText'];
export let turnText: Words['turnText'];
export let warningLines: Words['warningLines'];
export let warningText: Words['warningText'];

let spoken: Language = 'en';
/** For `Intl`. */
export const language = (): Language => spoken;

/** An error of the page's own: its words are in the reader's language already. */
export const pageError = (code: ErrorCode, options: ErrorOptions): CountersignError =>
  new CountersignError(code, { ...options, language: language() });

/** From now on the page speaks these. */
export function speak(words: Words, language: Language): void {
  spoken = language;
  ({
    actions,
    ARCHIVED_WORDS,
    actText,
    differenceText,
    endingWords,
    errorWords,
    fieldText,
    labelledRoles,
    LIFE_WORDS,
    LOOK_ALIKE,
    meansText,
    nameText,
    NETWORK_WORDS,
    obstacleWords,
    PARTY_WORDS,
    partText,
    payoutParts,
    ROLE_WORDS,
    reasonText,
    severalText,
    STATE_WORDS,
    stopLines,
    summaryWords,
    THE_PARTY,
    turnsText,
    turnText,
    warningLines,
    warningText,
  } = words);
}

/** "Sandbox: simulated, worth nothing" */
export function networkText(network: NetworkName): string {
  const { name, means } = NETWORK_WORDS[network];
  return `${name}: ${means}`;
}
