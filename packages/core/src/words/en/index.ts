/** The words of English. Every other language is a folder with the same files and the same exports. */
export { actions } from '../../actions/en.ts';
export * from './ending.ts';
export { differenceText, errorWords } from './errors.ts';
export { fieldText } from './field-names.ts';
export * from './life.ts';
export * from './look-alike.ts';
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
export * from './obstacles.ts';
export { reasonText, stopLines, stopText, warningLines, warningText } from './risk.ts';
export * as summaryWords from './summary.ts';
export {
  kindWords,
  labelledRoles,
  NETWORK_WORDS,
  PARTY_WORDS,
  ROLE_WORDS,
  SOURCE_WORDS,
  STATE_WORDS,
} from './words.ts';
