/** The words of English. Every other language is a folder with the same files and the same exports. */
export {
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
} from './core.ts';
export { differenceText, errorWords } from './errors.ts';
export { fieldText } from './field-names.ts';
export {
  dayText,
  nameChangeText,
  nameLines,
  nameText,
  PAGE_PROOF_OVER,
  pageProofText,
  SET_BY_WORDS,
  walletProofText,
} from './names.ts';
export { reasonText, stopLines, stopText, warningLines, warningText } from './risk.ts';
export {
  changeText,
  endingWords,
  LOOK_ALIKE,
  labelledCosts,
  obstacleWords,
  othersPossible,
  partText,
  payeeText,
  severalText,
  sharesText,
} from './steps.ts';
export {
  kindWords,
  labelledRoles,
  NETWORK_WORDS,
  PARTY_WORDS,
  ROLE_WORDS,
  SOURCE_WORDS,
  STATE_WORDS,
} from './words.ts';
