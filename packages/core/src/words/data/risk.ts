/** What is judged of a transaction, as data: stops, warnings and facts, limits, and reasons why it is only partly verified. */
import { fromBasisPoints, toBasisPoints } from '../../escrow/amount.ts';
import type { DataOf, factSchema, reasonSchema, stopSchema, warningSchema } from './schemas.ts';

export type BlockingWarning = DataOf<typeof stopSchema>;
export type Warning = DataOf<typeof warningSchema>;
export type Fact = DataOf<typeof factSchema>;
export type Reason = DataOf<typeof reasonSchema>;

export type TakingParty = { readonly address: string };
export type AffectedRole = Extract<BlockingWarning, { readonly code: RoleWarning }>['params'];

/** So many transactions are named; of more than two others there is the number. */
export const MOST_NAMED = 2;

/** Problems of a role, of which several roles may have the same one. */
const ROLE_WARNINGS = [
  'ROLE_IS_TOKEN',
  'ROLE_IS_ESCROW',
  'ROLE_IS_CONTRACT',
  'PAYEE_IS_FACTORY',
  'PAYEE_IS_ISSUER',
  'PAYEE_IS_NOT_WALLET',
  'PAYEE_NEEDS_MEMO',
] as const;
export type RoleWarning = (typeof ROLE_WARNINGS)[number];
export const isOfRole = (stop: BlockingWarning): stop is Extract<BlockingWarning, { readonly code: RoleWarning }> =>
  (ROLE_WARNINGS as readonly string[]).includes(stop.code);

/** Why a payee cannot be paid yet, or cannot use the payment: several may have the same problem. */
export const PAYEE_WARNINGS = [
  'ACCOUNT_MISSING',
  'TRUSTLINE_MISSING',
  'NOT_AUTHORISED',
  'LIMIT_TOO_LOW',
  'CONTRACT_MISSING',
] as const;
export type PayeeWarning = (typeof PAYEE_WARNINGS)[number];
export type OfPayee = Extract<Fact, { readonly code: PayeeWarning }>;
/** The signer may lack a trustline too, but is not paid. */
export const isOfPayee = (fact: Fact): fact is OfPayee =>
  (PAYEE_WARNINGS as readonly string[]).includes(fact.code) && 'role' in fact.params && fact.params.role !== 'signer';

/** A trustline without a limit would mend it. Only the owner of the account can sign one. */
export const needsTrustline = (fact: Fact): fact is OfPayee =>
  isOfPayee(fact) && (fact.code === 'TRUSTLINE_MISSING' || fact.code === 'LIMIT_TOO_LOW');

/** Facts that are one sentence. */
export function together<Grouped extends Fact>(facts: readonly Grouped[]): Grouped[][] {
  return [...Map.groupBy(facts, (fact) => (isOfPayee(fact) ? fact.code : fact)).values()];
}

/** A fraction as a percentage: "0.05" is 5. */
export function hundredfold(percent: string): string {
  return fromBasisPoints((toBasisPoints(percent) ?? 0) * 100);
}

/** An exceeded limit. Amounts are decimal strings in token units. */
export type LimitBeyond =
  /** ISO 8601, UTC. */
  | { readonly code: 'until'; readonly params: { readonly at: string } }
  | { readonly code: 'tokens'; readonly params: { readonly token: string } }
  | { readonly code: 'counterparties'; readonly params: { readonly address: string } }
  | { readonly code: 'maxAmount'; readonly params: { readonly amount: string; readonly most: string } }
  | {
      readonly code: 'maxPerDay';
      readonly params: { readonly amount: string; readonly spent: string; readonly most: string };
    };

/** Whether the token had reported its decimals, by the reasons why its escrow is only partly verified. */
export function saidItsDecimals(reasons: readonly Reason[], token: string): boolean {
  return !reasons.some(
    ({ code, params }) => code === 'KEPT_AS_TEXT' || (code === 'TOKEN_NOT_ASKED' && params.token === token),
  );
}
