/**
 * The words of Spanish: plain, for any country of Latin America, and “usted”.
 *
 * | English | Spanish |
 * | --- | --- |
 * | escrow | depósito en garantía |
 * | milestone | hito |
 * | approver | quien aprueba |
 * | service provider | quien hace el trabajo |
 * | release signer | quien libera los fondos |
 * | receiver | quien cobra |
 * | dispute resolver | árbitro |
 * | platform | plataforma |
 * | trustline | línea de confianza |
 * | wallet | billetera |
 * | ledger | libro mayor; “el registro de la red” where that is plainer |
 * | seed, secret key | clave secreta |
 * | to settle | quedar registrada |
 * | to pay out, to release | pagar, liberar los fondos |
 * | engagement id | identificador del acuerdo |
 * | the service | el servicio de depósitos |
 */
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
