/** What core says in words, in the language of the page: the one place where the page takes core's words from. */
export { CountersignError, ERROR_CATALOGUE, errorName, toCountersignError } from '@countersign/core/errors';
export {
  labelledRoles,
  NETWORK_WORDS,
  nameText,
  obstacleWords,
  reasonText,
  stopText,
  turnsText,
  turnText,
  warningText,
} from '@countersign/core/words';
