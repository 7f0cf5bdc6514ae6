export {
  accountsToAsk,
  DEFAULT_FEE_STOP,
  deployRisk,
  feeWarnings,
  type KnownOfDeploy,
  newRisk,
} from './deploy-risk.ts';
export { checkLimits, type Limits, type Spend } from './limits.ts';
export { type Baseline, lookAlikes } from './look-alike.ts';
export {
  type Payee,
  paidFrom,
  payability,
  type SeenOnLedger,
} from './payability.ts';
export { mergePayments, payeeRisk, payeesOfEscrow } from './payee-risk.ts';
export {
  crossChainStops,
  mergeRisk,
  nameRisk,
  paymentRisk,
  type Risk,
  stepRisk,
} from './risk.ts';
export { newTerms, type TermsSince, termsRisk } from './terms-risk.ts';
export {
  type ConfirmedTaking,
  type Deal,
  type EscrowAtStake,
  type PaymentIn,
  paidAddresses,
  partiesAtStake,
  rolesAs,
  type Trust,
  trustIn,
} from './trust.ts';
export { type Taking, takingRisk, whoCanTake } from './who-can-take.ts';
