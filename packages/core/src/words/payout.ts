/** What a payout or a decision comes to, as data for one line: who gets how much after fees, and what stays in the escrow. */
import { addAmounts } from '../escrow/amount.ts';
import type { PaymentWords } from './life.ts';
import { firstOf } from './naming.ts';

type Payment = PaymentWords & { readonly of?: string | undefined };

/** The part of a step's summary that is about money. Decimal strings in token units. */
export type PayoutParts<Each = Payment> = {
  readonly pays: readonly Each[];
  readonly left: string;
  readonly leftFor: { readonly amount: string; readonly milestones: readonly number[] };
};

/** `who`: a name, or a role with its address. */
type Payee = { readonly who: string; readonly isYou?: boolean };

type Paid = {
  readonly amount: string;
  /** Before fees, where they are not 0. */
  readonly of?: string;
  readonly isAbout: boolean;
};

/** Amounts are as the reader sees them, with their token. */
export type PayoutWords = {
  readonly payees: readonly (Paid & Payee)[];
  /** More than two others, together. */
  readonly others?: Paid & { readonly count: number };
  /** `all`: everything that stays is needed. `none`: no milestone needs it. */
  readonly left?: { readonly amount: string; readonly isAbout: boolean; readonly need: 'all' | 'none' | string };
  readonly milestones: readonly number[];
};

/** So many who are paid fit into a line. */
const MOST_PAYEES = 4;

/** Fees are the difference of the two amounts of each. @param written an amount with its token */
export function payoutWords<Each extends Payment>(
  { pays, left, leftFor }: PayoutParts<Each>,
  call: (payment: Each) => Payee,
  written: (amount: string) => string,
): PayoutWords {
  const all = pays.filter(({ as }) => as === 'receiver' || as === 'share');
  const { shown } = firstOf(all, MOST_PAYEES);
  const others = all.slice(shown.length);
  const paid = (payments: readonly Payment[]): Paid => {
    const [amount, of] = [
      addAmounts(payments.map((each) => each.amount)),
      addAmounts(payments.map((each) => each.of ?? each.amount)),
    ];
    return {
      amount: written(amount),
      ...(of === amount ? {} : { of: written(of) }),
      isAbout: payments.some((each) => each.about === true),
    };
  };
  const need = leftFor.amount === left ? 'all' : leftFor.amount === '0' ? 'none' : written(leftFor.amount);
  return {
    payees: shown.map((payment) => ({ ...call(payment), ...paid([payment]) })),
    ...(others.length === 0 ? {} : { others: { count: others.length, ...paid(others) } }),
    ...(left === '0'
      ? {}
      : { left: { amount: written(left), isAbout: pays.some(({ about }) => about === true), need } }),
    milestones: leftFor.milestones,
  };
}
