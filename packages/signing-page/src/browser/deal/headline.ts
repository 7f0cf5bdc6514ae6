/** The deal in words: one line for the heading, the bar next to the button and the window's title; and a few sentences. */

import type { PaymentTerms, StepSummary, Summary } from '@countersign/core/actions';
import type { RoleName } from '@countersign/core/escrow';
import { format } from '@countersign/core/text/message';
import { type HeadlineParts, NO_OWN_AMOUNT, payoutWords } from '@countersign/core/words';
import { amountText } from '../parts/decimal-text.ts';
import {
  type AnySummary,
  isEscrow,
  isPayment,
  isStep,
  isTrustline,
  type PaymentSummary,
} from '../transaction/summaries.ts';
import { actions, payoutText } from '../words/core-words.ts';
import { language, words } from '../words/words.ts';
import { callOf, isAddress, type Person, unitOf, withPeople } from './people.ts';

/** "450 USDC for Logo and brand guide"; of a step, its effect: "Ben gets 142.05 USDC (150 USDC less fees)". */
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
  return isEscrow(summary) ? format(words().deal.headline.now, { later: amount ?? '', unit: unitOf(summary) }) : amount;
}

/** Few words, for the narrow bar: the money that moves now, or else what is done. */
export function shortOf(summary: AnySummary): string {
  const { headline } = words().deal;
  if (isTrustline(summary)) return actions.trust.headline(summary.token.code);
  if (isEscrow(summary)) return format(headline.nothingNow, { unit: unitOf(summary) });
  return amountOf(summary) ?? (isStep(summary) ? actions[summary.step].title : '');
}

function partsOf(summary: StepSummary, people: readonly Person[]): HeadlineParts {
  const { someone } = words().deal;
  const { milestone, turn } = summary;
  const resolver = turn.find(({ action }) => action === 'resolve')?.address;
  return {
    what: milestoneOf(summary),
    amount: milestone?.amount && money(summary, milestone.amount),
    resolver: callOf(
      people.find(({ address }) => address === resolver),
      someone.disputeResolver,
    ),
    payout: payoutOf(summary, people),
    changes: changesText(summary, people),
  };
}

/** Who is paid how much after fees, and what stays in the escrow. */
function payoutOf(summary: StepSummary, people: readonly Person[]): string {
  const { someone, below, you } = words().deal;
  const call = ({ as, to, roles = [] }: StepSummary['pays'][number]) => {
    const role = as === 'receiver' ? 'receiver' : roles[0];
    const nameless = role === undefined ? to : someone[role];
    const who = callOf(
      people.find(({ address }) => address === to),
      nameless ?? below,
    );
    return { who, isYou: who === you };
  };
  return payoutText(payoutWords(summary, call, (amount) => money(summary, amount)));
}

/** So many changes fit into a heading. */
const MOST_CHANGES = 2;
/** Longer texts are only named, and shown below. */
const LONGEST = 60;

function changesText({ changes }: StepSummary, people: readonly Person[]): string {
  const { headline } = words().deal;
  const value = (text: string) => (isAddress(text) ? withPeople(text, people, true) : text);
  const lines = changes.slice(0, MOST_CHANGES).map(({ what, ...values }) => {
    const [before, after] = [value(values.before), value(values.after)];
    const isLong = [before, after].some((text) => text.length > LONGEST || text.includes('\n'));
    return isLong || before === after ? what : format(headline.change, { what, before, after });
  });
  const left = changes.length - lines.length;
  return [...lines, ...(left > 0 ? [format(headline.andMore, { count: left })] : [])].join('; ');
}

function milestoneOf({ milestone }: StepSummary): string {
  const { deal } = words();
  if (milestone === undefined) return deal.headline.all;
  const { number, description } = milestone;
  const line = description.split('\n')[0] ?? '';
  const short = line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
  return `${format(deal.milestone, { number })}, “${short}”`;
}

const money = (summary: AnySummary, amount: string): string => amountText(amount, unitOf(summary));
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function sentencesOf(summary: AnySummary, people: readonly Person[]): readonly string[] {
  const { deal } = words();
  const unit = unitOf(summary);
  const who = signerOf(summary, people);
  if (isTrustline(summary)) return [actions.trust.heldBack(amountText(summary.reserveXlm, 'XLM'))];
  if (isPayment(summary)) {
    if (summary.terms !== undefined) return ofPayment(summary, summary.terms, people, who);
    const own = actions.fund.sentences;
    const decides = [deal.roles.disputeResolver, deal.yourRoles.disputeResolver];
    const resolver = people.find(({ does }) => does.some((each) => decides.includes(each)));
    return [
      capital(own.pay(who, amountText(summary.amount, unit), summary.title)),
      own.ways[summary.way],
      own.noWayBack(callOf(resolver, own.resolver)),
    ];
  }
  if (!isStep(summary)) return ofEscrow(summary, people, unit, who);
  return [summary.does, ...summary.doesNot.map((each) => withPeople(each, people))];
}

/** “you”, or the signer’s name; empty where neither is known. */
const signerOf = ({ signer }: AnySummary, people: readonly Person[]): string =>
  callOf(
    people.find(({ address }) => address === signer),
    '',
  );

function ofPayment(
  summary: PaymentSummary,
  terms: PaymentTerms,
  people: readonly Person[],
  who: string,
): readonly string[] {
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
    capital(own.payNow(who, amountText(summary.amount, unit))),
    [
      capital(gets),
      own.steps(costs.milestones.length, call(roles.approver, 'approver'), call(roles.releaseSigner, 'releaseSigner')),
      own.allFees(amountText(fees, unit)),
    ].join(' '),
    own.final(call(roles.disputeResolver, 'disputeResolver')),
    own.ways.escrow,
  ];
}

function ofEscrow(summary: Summary, people: readonly Person[], unit: string, who: string): readonly string[] {
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
  const whom = count > 1 ? format(words().deal.receivers, { count }) : call('receiver');
  const steps = milestones.some(({ amount }) => amount === NO_OWN_AMOUNT) ? 1 : milestones.length;
  return [
    [
      capital(own.setUp(who, amountText(summary.total, unit), amountText(receiver, unit), whom)),
      own.when(steps, call('approver'), call('releaseSigner')),
      own.fees(amountText(platform, unit), amountText(service, unit)),
    ].join(' '),
    own.movesNothing(amountText('0', unit), amountText(summary.total, unit)),
    own.noDeadline(call('disputeResolver')),
  ];
}
