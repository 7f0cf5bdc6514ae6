/** The words of English. Every other language is a folder with the same files and the same exports. */
export { actions } from '../../actions/en.ts';
export * from './ending.ts';
export { differenceText, errorWords } from './errors.ts';
export * from './life.ts';
export * from './look-alike.ts';
export * from './names.ts';
export * from './obstacles.ts';
export { reasonText, stopLines, stopText, warningLines, warningText } from './risk.ts';
export * as summaryWords from './summary.ts';
export * from './words.ts';
