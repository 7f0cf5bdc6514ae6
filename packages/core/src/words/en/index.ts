/** The words of English. Every other language is a folder with the same files and the same exports. */
export * from './core.ts';
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
export * from './steps.ts';
export * from './words.ts';
