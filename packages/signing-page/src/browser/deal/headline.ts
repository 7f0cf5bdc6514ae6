/** The deal in words: one line for the heading, the bar next to the button and the window's title; and a few sentences. */
import type { PaymentTerms, Summary } from '@countersign/core/actions';
import type { RoleName } from '@countersign/core/escrow';
import { type HeadlineParts, NO_OWN_AMOUNT } from '@countersign/core/words';
import { amountText, decimalText } from '../parts/decimal-text.ts';
import {
  type AnySummary,
  isEscrow,
  isPayment,
  isStep,
  isTrustline,
  type PageStep,
  type PaymentSummary,
} from '../sign/summaries.ts';
import { actions } from '../words/core-words.ts';
import { language, words } from '../words/words.ts';
import { callOf, isAddress, type Person, unitOf, withPeople } from './people.ts';

/** "450 USDC for Logo and brand guide"; of a step, what comes of it: "Pay Ben 142.05 USDC". */
export function headlineOf(summary: AnySummary, people: readonly Person[]): string {
  if (isTrustline(summary)) return actions.trust.headline(summary.token.code);
  if (isStep(summary)) return capital(actions[summary.step].headline(partsOf(summary, people)));
  const amount = amountOf(summary) ?? '';
  return isPayment(summary)
    ? actions.fund.headline(amount, summary.title)
    : actions.deploy.headline(amount, summary.title);
}

/** "450 USDC"; nothing where no money is meant. */
export function amountOf(summary: AnySummary): string | undefined {
  if (isTrustline(summary) || (isStep(summary) && summary.pays.length === 0)) return undefined;
  const amount = isPayment(summary) || isStep(summary) ? summary.amount : summary.total;
  return amountText(amount, unitOf(summary));
}

/** The money next to the button: a deploy moves none. */
export function sumOf(summary: AnySummary): string | undefined {
  const amount = amountOf(summary);
  return isEscrow(summary) ? words().deal.headline.now(amount ?? '', unitOf(summary)) : amount;
}

/** Few words, for the narrow bar: the money that moves now, or else what is done. */
export function shortOf(summary: AnySummary): string {
  const { headline } = words().deal;
  if (isTrustline(summary)) return actions.trust.headline(summary.token.code);
  if (isEscrow(summary)) return headline.nothingNow(unitOf(summary));
  return amountOf(summary) ?? (isStep(summary) ? actions[summary.step].title : '');
}

function partsOf(summary: PageStep, people: readonly Person[]): HeadlineParts {
  const { headline, someone } = words().deal;
  const { milestone, decided = [], turn } = summary;
  const resolver = turn.find(({ action }) => action === 'resolve')?.address;
  const payments = paid(summary, people);
  const shares = listText(payments.map(([whom, amount]) => headline.gets(whom, amount)));
  const asked = `${decided.map(decimalText).join(' / ')} ${unitOf(summary)}`;
  return {
    what: milestoneOf(summary),
    amount: milestone?.amount && money(summary, milestone.amount),
    resolver: callOf(
      people.find(({ address }) => address === resolver),
      someone.disputeResolver,
    ),
    payments: listText(payments.map(([whom, amount]) => headline.pay(whom, amount))),
    shares: decided.length === 0 ? shares : `${shares} (${headline.decided(asked)})`,
    changes: changesText(summary, people),
  };
}

/** Each who is paid for the work or by a decision, and how much; fees are in the table below. */
function paid(summary: PageStep, people: readonly Person[]): readonly (readonly [whom: string, amount: string])[] {
  const { someone, pay, below } = words().deal;
  return summary.pays
    .filter(({ as }) => as === 'receiver' || as === 'share')
    .map(({ as, to, roles = [], amount, about }) => {
      const person = people.find(({ address }) => address === to);
      const role = as === 'receiver' ? 'receiver' : roles[0];
      const text = money(summary, amount);
      return [callOf(person, role === undefined ? below : someone[role]), about ? pay.about(text) : text];
    });
}

/** So many changes fit into a heading. */
const MOST_CHANGES = 2;
/** Longer texts are only named, and shown below. */
const LONGEST = 60;

function changesText({ changes }: PageStep, people: readonly Person[]): string {
  const { headline } = words().deal;
  const value = (text: string) => (isAddress(text) ? withPeople(text, people, true) : text);
  const lines = changes.slice(0, MOST_CHANGES).map(({ what, ...values }) => {
    const [before, after] = [value(values.before), value(values.after)];
    const isLong = [before, after].some((text) => text.length > LONGEST || text.includes('\n'));
    return isLong || before === after ? what : headline.change(what, before, after);
  });
  const left = changes.length - lines.length;
  return [...lines, ...(left > 0 ? [headline.andMore(left)] : [])].join('; ');
}

/** "milestone 2, “Drafts”" */
function milestoneOf({ milestone }: PageStep): string {
  const { deal } = words();
  if (milestone === undefined) return deal.headline.all;
  const { number, description } = milestone;
  const line = description.split('\n')[0] ?? '';
  const short = line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
  return `${deal.milestone(number)}, “${short}”`;
}

const money = (summary: AnySummary, amount: string): string => amountText(amount, unitOf(summary));
const listText = (parts: readonly string[]): string => new Intl.ListFormat(language(), { type: 'unit' }).format(parts);
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What is about to be signed, in a few sentences: what you do, what follows, what it does not do. */
export function sentencesOf(summary: AnySummary, people: readonly Person[]): readonly string[] {
  const { deal } = words();
  const unit = unitOf(summary);
  if (isTrustline(summary)) return [actions.trust.heldBack(amountText(summary.reserveXlm, 'XLM'))];
  if (isPayment(summary)) {
    if (summary.terms !== undefined) return ofPayment(summary, summary.terms, people);
    const own = actions.fund.sentences;
    const decides = [deal.roles.disputeResolver, deal.yourRoles.disputeResolver];
    const resolver = people.find(({ does }) => does.some((each) => decides.includes(each)));
    return [
      own.pay(amountText(summary.amount, unit), summary.title),
      own.ways[summary.way],
      own.noWayBack(callOf(resolver, own.resolver)),
    ];
  }
  if (!isStep(summary)) return ofEscrow(summary, people, unit);
  return [summary.does, ...summary.doesNot.map((each) => withPeople(each, people))];
}

function ofPayment(summary: PaymentSummary, terms: PaymentTerms, people: readonly Person[]): readonly string[] {
  const own = actions.fund.sentences;
  const { someone } = words().deal;
  const call = (address: string, role: RoleName) =>
    callOf(
      people.find((each) => each.address === address),
      someone[role],
    );
  const { roles, receivers, costs, fees } = terms;
  const unit = unitOf(summary);
  const payees = [...new Set(receivers.map((address) => call(address, 'receiver')))];
  const whom = new Intl.ListFormat(language(), { type: 'conjunction' }).format(payees);
  const gets = own.gets(whom, amountText(costs.total.receiver, unit), payees.length);
  return [
    own.payNow(amountText(summary.amount, unit)),
    [
      gets.charAt(0).toUpperCase() + gets.slice(1),
      own.steps(costs.milestones.length, call(roles.approver, 'approver'), call(roles.releaseSigner, 'releaseSigner')),
      own.allFees(amountText(fees, unit)),
    ].join(' '),
    own.final(call(roles.disputeResolver, 'disputeResolver')),
    own.ways.escrow,
  ];
}

function ofEscrow(summary: Summary, people: readonly Person[], unit: string): readonly string[] {
  const own = actions.deploy.sentences;
  const { someone } = words().deal;
  const { costs, roles, milestones } = summary;
  const call = (role: RoleName) =>
    callOf(
      people.find(({ address }) => address === roles[role]),
      someone[role],
    );
  const { platform, service, receiver } = costs.total;
  const count = costs.payees?.length ?? 1;
  const whom = count > 1 ? words().deal.receivers(count) : call('receiver');
  const steps = milestones.some(({ amount }) => amount === NO_OWN_AMOUNT) ? 1 : milestones.length;
  return [
    [
      own.setUp(amountText(summary.total, unit), amountText(receiver, unit), whom),
      own.when(steps, call('approver'), call('releaseSigner')),
      own.fees(amountText(platform, unit), amountText(service, unit)),
    ].join(' '),
    own.movesNothing(amountText('0', unit), amountText(summary.total, unit)),
    own.noDeadline(call('disputeResolver')),
  ];
}
