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
