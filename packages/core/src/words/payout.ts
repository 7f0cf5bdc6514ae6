/** What a payout or a decision comes to, as data and in one line: who gets how much after fees, and what stays in the escrow. */
import { addAmounts } from '../escrow/amount.ts';
import type { RoleName } from '../escrow/steps.ts';
import { format, upper } from '../text/message.ts';
import type { CoreMessages } from './catalogue.ts';
import type { PaymentWords } from './data/life.ts';
import { firstOf } from './naming.ts';
import { aboutText, milestonesText } from './words.ts';

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

/** Fees are the difference of the two amounts of each. @param written an amount with its token. @param before the same before fees, next to it */
export function payoutWords<Each extends Payment>(
  { pays, left, leftFor }: PayoutParts<Each>,
  call: (payment: Each) => Payee,
  written: (amount: string) => string,
  before = written,
): PayoutWords {
  const all = pays.filter(({ as }) => as === 'receiver' || as === 'share');
  const { shown } = firstOf(all, MOST_PAYEES);
  const others = all.slice(shown.length);
  const paid = (payments: readonly Payment[]): Paid => {
    const amount = addAmounts(payments.map((each) => each.amount));
    const of = addAmounts(payments.map((each) => each.of ?? each.amount));
    const isAbout = payments.some((each) => each.about === true);
    return { amount: written(amount), ...(of !== amount && { of: before(of) }), isAbout };
  };
  const need = leftFor.amount === left ? 'all' : leftFor.amount === '0' ? 'none' : written(leftFor.amount);
  return {
    payees: shown.map((payment) => ({ ...call(payment), ...paid([payment]) })),
    ...(others.length > 0 && { others: { count: others.length, ...paid(others) } }),
    ...(left !== '0' && { left: { amount: written(left), isAbout: pays.some(({ about }) => about === true), need } }),
    milestones: leftFor.milestones,
  };
}

/** "196.4 USDC to the receiver (G…)" */
export function paymentText(messages: CoreMessages, payment: PaymentWords, unit: string): string {
  const { payments, toParty, alsoToParty } = messages;
  const amount = aboutText(messages, `${payment.amount} ${unit}`, payment.about === true);
  return `${amount} ${payeeName(payment, payments.to, toParty, alsoToParty)}`;
}

/** "about 100 USDC": the amount that a step leaves in the escrow. */
export const leftText = (
  messages: CoreMessages,
  { left, about }: { readonly left: string; readonly about?: string | undefined },
  unit: string,
): string => aboutText(messages, `${left} ${unit}`, about !== undefined);

type PayeeNames = CoreMessages['payments']['to'];
type RoleNames = Readonly<Record<RoleName, string>>;

/** "the receiver (G…)", "to the receiver (G…)". @param next for the second role of an address, and those after it */
function payeeName(
  { as, to, roles = [] }: Pick<PaymentWords, 'as' | 'to' | 'roles'>,
  names: PayeeNames,
  first: RoleNames,
  next: RoleNames,
): string {
  const sharer = roles.map((role, at) => (at === 0 ? first : next)[role]).join(', ') || names.noRole;
  const who = as === 'share' ? sharer : names[as];
  return to === undefined ? who : `${who} (${to})`;
}

/** A line for each payee, and one for the rest. */
export function payoutParts(
  messages: CoreMessages,
  { payees, others, left, milestones }: PayoutWords,
): { readonly paid: readonly string[]; readonly stays: string } {
  const { payout } = messages;
  const paid = payees.map(({ who, isYou = false, ...each }) =>
    format(isYou ? payout.gets.you : payout.gets.other, { who, amount: paidText(messages, each) }),
  );
  const more =
    others === undefined ? [] : [format(payout.others, { count: others.count, amount: paidText(messages, others) })];
  return { paid: [...paid, ...more], stays: staysText(messages, left, milestones) };
}

/** "The receiver (G…) gets 9.67 USDC (10 USDC less fees); 80 USDC stays in the escrow" */
export function payoutLine(messages: CoreMessages, summary: PayoutParts, unit: string): string {
  const { payments, theParty, alsoParty } = messages;
  const call = (payment: Payment) => ({ who: payeeName(payment, payments.who, theParty, alsoParty) });
  const payout = payoutWords(summary, call, (amount) => `${amount} ${unit}`);
  const { paid, stays } = payoutParts(messages, payout);
  return upper([paid.join(', '), stays].filter(Boolean).join('; '));
}

function paidText(messages: CoreMessages, { amount: after, of: before, isAbout }: Paid): string {
  const amount = aboutText(messages, after, isAbout);
  return before === undefined ? amount : format(messages.payout.lessFees, { amount, before });
}

function staysText(messages: CoreMessages, left: PayoutWords['left'], numbers: readonly number[]): string {
  const { nothingStays, stays } = messages.payout;
  if (left === undefined) return nothingStays;
  const { need } = left;
  const amount = aboutText(messages, left.amount, left.isAbout);
  if (need === 'none') return format(stays.none, { amount });
  const { whole, milestones } = need === 'all' ? stays.all : stays.part;
  return numbers.length === 0
    ? format(whole, { amount, need })
    : format(milestones, { amount, need, milestones: milestonesText(messages, numbers) });
}
