export { changeText, type EscrowChange } from './changes.ts';
export { labelledCosts, sharesText } from './costs.ts';
export { LANGUAGES, type Language, languageOf } from './language.ts';
export { dayText, type NamedAddress, nameLines, nameText, SET_BY_WORDS } from './names.ts';
export { type Obstacle, obstacleWords } from './obstacles.ts';
export { type Reason, reasonText } from './reasons.ts';
export { leftText, paymentText, STEP_WORDS, turnsText, turnText } from './steps.ts';
export { type Stop, stopLines, stopText } from './stops.ts';
export { type Fact, type Warning, warningText } from './warnings.ts';
export {
  labelledRoles,
  NETWORK_WORDS,
  NO_OWN_AMOUNT,
  PARTY_WORDS,
  ROLE_WORDS,
  SOURCE_WORDS,
  STATE_WORDS,
} from './words.ts';
