/** The words of English. Every other language is a folder with the same files and the same exports. */
export { actions } from '../../actions/en.ts';
export { changeText } from './changes.ts';
export { labelledCosts, sharesText } from './costs.ts';
export { differenceText } from './differences.ts';
export { errorWords } from './errors.ts';
export { fieldText } from './fields.ts';
export { kindWords } from './kinds.ts';
export { dayText, nameChangeText, nameLines, nameText, SET_BY_WORDS } from './names.ts';
export { obstacleWords } from './obstacles.ts';
export { reasonText } from './reasons.ts';
export {
  actText,
  LIFE_WORDS,
  leftText,
  paymentText,
  turnsText,
  turnText,
} from './steps.ts';
export { stopLines, stopText } from './stops.ts';
export * as summaryWords from './summary.ts';
export { walletProofText } from './wallet-proof.ts';
export { warningText } from './warnings.ts';
export { labelledRoles, NETWORK_WORDS, PARTY_WORDS, ROLE_WORDS, SOURCE_WORDS, STATE_WORDS } from './words.ts';
