export type { HeadlineParts } from '../actions/words.ts';
export type { EndingPlan, SeveralPlan } from './data/ending.ts';
export { type LifeState, type ShownState, shownState } from './data/life.ts';
export {
  type BlockingWarning,
  type Fact,
  isOfPayee,
  needsTrustline,
  type OfPayee,
  type Reason,
  type Warning,
} from './data/risk.ts';
export type { EscrowChange } from './data/schemas.ts';
export * from './en.ts';
export type { ErrorWords, SpokenError } from './errors.ts';
export type { Words } from './language.ts';
export { LANGUAGES, type Language, languageOf } from './language.ts';
export { differingBegin, type LookAlike, lookAlikeText } from './look-alike.ts';
export type { NamedAddress } from './names.ts';
export { FEW, firstOf, groupTurns, type KnownName, type Naming, naming, turnsFor } from './naming.ts';
export type { UnmetPrecondition } from './obstacles.ts';
export { type PayoutWords, payoutWords } from './payout.ts';
export { NO_OWN_AMOUNT } from './words.ts';
