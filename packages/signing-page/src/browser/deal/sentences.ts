/** What is about to be signed, in a few sentences: what you do, what follows, what it does not do. */
import type { PaymentTerms, Summary } from '@countersign/core/actions';
import type { RoleName } from '@countersign/core/escrow';
import { NO_OWN_AMOUNT } from '@countersign/core/words';
import { amountText } from '../parts/decimal-text.ts';
import { type AnySummary, isPayment, isStep, isTrustline, type PaymentSummary } from '../sign/summaries.ts';
import { actions } from '../words/said.ts';
import { language, words } from '../words/words.ts';
import { unitOf } from './headline.ts';
import { callOf, type Person, withPeople } from './people.ts';

export function sentencesOf(summary: AnySummary, people: readonly Person[]): readonly string[] {
  const { deal } = words();
  const unit = unitOf(summary);
  if (isTrustline(summary)) return [actions.trust.heldBack(amountText(summary.reserveXlm, 'XLM'))];
  if (isPayment(summary)) {
    if (summary.terms !== undefined) return ofPayment(summary, summary.terms, people);
    const said = actions.fund.sentences;
    const decides = [deal.roles.disputeResolver, deal.yourRoles.disputeResolver];
    const resolver = people.find(({ does }) => does.some((each) => decides.includes(each)));
    return [
      said.pay(amountText(summary.amount, unit), summary.title),
      said.ways[summary.way],
      said.noWayBack(callOf(resolver, said.resolver)),
    ];
  }
  if (!isStep(summary)) return ofEscrow(summary, people, unit);
  return [summary.does, ...summary.doesNot.map((each) => withPeople(each, people))];
}

function ofPayment(summary: PaymentSummary, terms: PaymentTerms, people: readonly Person[]): readonly string[] {
  const said = actions.fund.sentences;
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
  const gets = said.gets(whom, amountText(costs.total.receiver, unit), payees.length);
  return [
    said.payNow(amountText(summary.amount, unit)),
    [
      gets.charAt(0).toUpperCase() + gets.slice(1),
      said.steps(costs.milestones.length, call(roles.approver, 'approver'), call(roles.releaseSigner, 'releaseSigner')),
      said.allFees(amountText(fees, unit)),
    ].join(' '),
    said.final(call(roles.disputeResolver, 'disputeResolver')),
    said.ways.escrow,
  ];
}

function ofEscrow(summary: Summary, people: readonly Person[], unit: string): readonly string[] {
  const said = actions.deploy.sentences;
  const { someone } = words().deal;
  const { costs, roles, milestones } = summary;
  const call = (role: RoleName) =>
    callOf(
      people.find(({ address }) => address === roles[role]),
      someone[role],
    );
  const { platform, service, receiver } = costs.total;
  const steps = milestones.some(({ amount }) => amount === NO_OWN_AMOUNT) ? 1 : milestones.length;
  return [
    [
      said.setUp(amountText(summary.total, unit), amountText(receiver, unit), call('receiver')),
      said.when(steps, call('approver'), call('releaseSigner')),
      said.fees(amountText(platform, unit), amountText(service, unit)),
    ].join(' '),
    said.movesNothing(amountText('0', unit), amountText(summary.total, unit)),
    said.noDeadline(call('disputeResolver')),
  ];
}
