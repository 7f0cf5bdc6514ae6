/** The deal in words: one line for the heading, the bar next to the button and the window's title; and a few sentences. */

import type { PaymentTerms, StepSummary, Summary } from '@countersign/core/actions';
import { fromBaseUnits, type RoleName, toBaseUnits } from '@countersign/core/escrow';
import { format, upper } from '@countersign/core/text/message';
import { type HeadlineParts, NO_OWN_AMOUNT, payoutWords } from '@countersign/core/words';
import { amountText, listText, sumText } from '../parts/texts.ts';
import { amountIn, unitOf } from '../state/state-text.ts';
import type { AnySummary, PaymentSummary } from '../transaction/summaries.ts';
import { amountToConfirm, isEscrow, isPayment, isStep, isTrustline } from '../transaction/summaries.ts';
import { core, words } from '../words/words.ts';
import { callAt, callOf, isAddress, type Person, payeeOf, withPeople } from './people.ts';

/** What comes of it: "Pay 450 USDC into escrow for Ben", "Ben gets 142.05 USDC (150 less fees)". A line for each effect. */
export function headlineOf(summary: AnySummary, people: readonly Person[]): string {
  if (isTrustline(summary)) return core.actions.trust.headline(summary.token.code);
  if (isStep(summary)) return upper(core.actions[summary.step].headline(partsOf(summary, people)));
  const amount = amountOf(summary) ?? '';
  const [signer] = people;
  const isOthers = !signer?.isYou && people.some(({ isYou }) => isYou);
  if (isPayment(summary)) {
    const who = isOthers ? callAt(summary.signer, people) : undefined;
    return upper(core.actions.fund.headline(amount, whomOf(summary.terms?.receivers ?? [], people), who));
  }
  return core.actions.deploy.headline(amount, isOthers ? '' : otherSideOf(summary, people));
}

const MOST_NAMES = 2;

function whomOf(receivers: readonly string[], people: readonly Person[]): string {
  const all = [...new Set(receivers)];
  const names = [...new Set(all.map((address) => nameOf(address, 'receiver', people)))];
  // Without names of their own, two would read as one.
  const isCounted = all.length > MOST_NAMES || names.length < all.length;
  return isCounted ? format(words().deal.receivers, { count: all.length }) : listText(names);
}

/** Whoever sets it up agrees with those who are paid, or is paid and agrees with the one who approves. */
function otherSideOf({ signer, roles }: Summary, people: readonly Person[]): string {
  const receivers = roles.receiver.split(', ');
  return [roles.serviceProvider, ...receivers].includes(signer)
    ? nameOf(roles.approver, 'approver', people)
    : whomOf(receivers, people);
}

const nameOf = (address: string | undefined, role: RoleName, people: readonly Person[]): string =>
  callAt(address, people, core.THE_PARTY[role]);

/** "450 USDC"; nothing where no money is meant. */
export function amountOf(summary: AnySummary): string | undefined {
  if (isTrustline(summary) || (isStep(summary) && summary.pays.length === 0)) return undefined;
  return money(summary, amountToConfirm(summary));
}

/** The money next to the button, as the headline has it: a deploy moves none. */
export function sumOf(summary: AnySummary, people: readonly Person[]): string | undefined {
  const amount = amountOf(summary);
  if (isStep(summary) && amount !== undefined) return payoutOf(summary, people).paid.join('\n');
  return isEscrow(summary) ? format(words().deal.headline.later, { amount: amount ?? '' }) : amount;
}

/** Few words, for the narrow bar: the money that moves now, or else what is done. */
export function shortOf(summary: AnySummary, people: readonly Person[]): string {
  if (isTrustline(summary)) return core.actions.trust.headline(summary.token.code);
  if (isEscrow(summary)) return words().deal.headline.nothingNow;
  return sumOf(summary, people) ?? (isStep(summary) ? core.actions[summary.step].title : '');
}

function partsOf(summary: StepSummary, people: readonly Person[]): HeadlineParts {
  const { milestone, turn } = summary;
  const { paid, stays } = payoutOf(summary, people);
  const resolver = turn.find(({ action }) => action === 'resolve')?.address;
  return {
    what: milestoneOf(summary),
    amount: milestone?.amount && money(summary, milestone.amount),
    resolver: nameOf(resolver, 'disputeResolver', people),
    payout: [...paid, stays].filter(Boolean).join('\n'),
    changes: changesText(summary, people),
  };
}

/** Who is paid how much after fees, and what stays in the escrow. */
function payoutOf(summary: StepSummary, people: readonly Person[]): ReturnType<typeof core.payoutParts> {
  const { below, you } = words().deal;
  const call = ({ as, to, roles = [] }: StepSummary['pays'][number]) => {
    const role = as === 'receiver' ? 'receiver' : roles[0];
    const who = callAt(to, people, (role === undefined ? to : core.THE_PARTY[role]) ?? below);
    return { who, isYou: who === you };
  };
  const { paid, stays } = core.payoutParts(payoutWords(summary, call, (amount) => money(summary, amount), sumText));
  return { paid: paid.map(upper), stays: upper(stays) };
}

const MOST_CHANGES = 2;
/** Longer texts are only named, and shown below. */
const LONGEST = 60;

function changesText(summary: StepSummary, people: readonly Person[]): string {
  const { changes } = summary;
  const { headline } = words().deal;
  const value = (text: string) => (isAddress(text) ? withPeople(text, people) : amountIn(text, summary));
  const missing = missingAfter(summary);
  const lines = changes.slice(0, MOST_CHANGES).map(({ what, added, ...values }) => {
    if (added !== undefined) {
      const sum = { description: shortened(added.description), amount: money(summary, added.amount) };
      return added.receiver === undefined
        ? format(headline.add, sum)
        : format(headline.addFor, { ...sum, whom: nameOf(added.receiver, 'receiver', people) });
    }
    const [before, after] = [value(values.before), value(values.after)];
    const isLong = [before, after].some((text) => text.length > LONGEST || text.includes('\n'));
    return isLong || before === after ? what : format(headline.change, { what, before, after });
  });
  const left = changes.length - lines.length;
  return [
    [...lines, ...(left > 0 ? [format(headline.andMore, { count: left })] : [])].join('; '),
    ...(missing === undefined ? [] : [format(words().deal.payIn.some, { amount: money(summary, missing) })]),
  ].join('\n');
}

const MOST_DECIMALS = 40;

/** What is to be paid in after an update; nothing where its summary does not tell. */
export function missingAfter({ step, amount, left, leftFor, turn }: StepSummary): string | undefined {
  const isPaidOut = leftFor.milestones.some((milestone, at) => milestone !== at + 1);
  const [all, held] = [toBaseUnits(amount, MOST_DECIMALS), toBaseUnits(left, MOST_DECIMALS)];
  if (step !== 'update' || isPaidOut || all === undefined || held === undefined) return undefined;
  return turn.some(({ action }) => action === 'fund') ? fromBaseUnits(all - held, MOST_DECIMALS) : undefined;
}

function shortened(text: string): string {
  const line = text.split('\n')[0] ?? '';
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

function milestoneOf({ milestone }: StepSummary): string {
  const { deal } = words();
  if (milestone === undefined) return deal.headline.all;
  const { number, description } = milestone;
  return `${format(deal.milestone, { number })}, “${shortened(description)}”`;
}

const money = (summary: AnySummary, amount: string): string => amountText(amount, unitOf(summary));

export function sentencesOf(summary: AnySummary, people: readonly Person[]): readonly string[] {
  const { deal } = words();
  const unit = unitOf(summary);
  const who = callAt(summary.signer, people);
  if (isTrustline(summary)) return [core.actions.trust.heldBack(amountText(summary.reserveXlm, 'XLM'))];
  if (isPayment(summary)) {
    if (summary.terms !== undefined) return ofPayment(summary, summary.terms, people, who);
    const own = core.actions.fund.sentences;
    const decides = [deal.roles.disputeResolver, deal.yourRoles.disputeResolver];
    const resolver = people.find(({ does }) => does.some((each) => decides.includes(each)));
    return [
      upper(own.pay(who, amountText(summary.amount, unit), summary.title)),
      own.ways[summary.way],
      own.noWayBack(callOf(resolver, own.resolver)),
    ];
  }
  if (!isStep(summary)) return ofEscrow(summary, people, unit, who);
  return [summary.does, ...summary.doesNot.map((each) => withPeople(each, people))];
}

function ofPayment(
  summary: PaymentSummary,
  terms: PaymentTerms,
  people: readonly Person[],
  who: string,
): readonly string[] {
  const own = core.actions.fund.sentences;
  const call = (address: string, role: RoleName) => nameOf(address, role, people);
  const { roles, receivers, costs, fees } = terms;
  const unit = unitOf(summary);
  const several = costs.payees?.length ?? 1;
  const payees = [...new Set(receivers.map((address) => payeeOf(address, people)))];
  const whom = several > MOST_NAMES ? format(words().deal.receivers, { count: several }) : listText(payees);
  const gets = own.gets(whom, amountText(costs.total.receiver, unit), payees.length);
  return [
    upper(own.payNow(who, amountText(summary.amount, unit))),
    [
      upper(gets),
      own.steps(costs.milestones.length, call(roles.approver, 'approver'), call(roles.releaseSigner, 'releaseSigner')),
      own.allFees(amountText(fees, unit)),
    ].join(' '),
    own.final(call(roles.disputeResolver, 'disputeResolver')),
    own.ways.escrow,
  ];
}

function ofEscrow(summary: Summary, people: readonly Person[], unit: string, who: string): readonly string[] {
  const own = core.actions.deploy.sentences;
  const { costs, roles, milestones } = summary;
  const call = (role: RoleName) => nameOf(roles[role], role, people);
  const { platform, service, receiver } = costs.total;
  const count = costs.payees?.length ?? 1;
  const whom = count > 1 ? format(words().deal.receivers, { count }) : payeeOf(roles.receiver, people);
  const steps = milestones.some(({ amount }) => amount === NO_OWN_AMOUNT) ? 1 : milestones.length;
  return [
    [
      upper(own.setUp(who, amountText(summary.total, unit), amountText(receiver, unit), whom)),
      own.when(steps, call('approver'), call('releaseSigner')),
      own.fees(amountText(platform, unit), amountText(service, unit)),
    ].join(' '),
    own.movesNothing(amountText(summary.total, unit)),
    own.noDeadline(call('disputeResolver')),
  ];
}
