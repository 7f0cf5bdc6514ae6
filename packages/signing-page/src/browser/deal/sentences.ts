/** What is about to be signed, in a few sentences: what you do, what follows, what it does not do. */
import type { Summary } from '@countersign/core/actions';
import type { RoleName } from '@countersign/core/escrow';
import { NO_OWN_AMOUNT } from '@countersign/core/words';
import { amountText } from '../parts/decimal-text.ts';
import { type AnySummary, isPayment, isStep, isTrustline } from '../sign/summaries.ts';
import { words } from '../words/words.ts';
import { unitOf } from './headline.ts';
import { callOf, type Person, withPeople } from './people.ts';

export function sentencesOf(summary: AnySummary, people: readonly Person[]): readonly string[] {
  const { deal } = words();
  const said = deal.sentences;
  const unit = unitOf(summary);
  if (isTrustline(summary)) return [said.heldBack(amountText(summary.reserveXlm, 'XLM'))];
  if (isPayment(summary)) {
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

function ofEscrow(summary: Summary, people: readonly Person[], unit: string): readonly string[] {
  const { sentences: said, someone } = words().deal;
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
      said.deploy(amountText(summary.total, unit), amountText(receiver, unit), call('receiver')),
      said.when(steps, call('approver'), call('releaseSigner')),
      said.fees(amountText(platform, unit), amountText(service, unit)),
    ].join(' '),
    said.movesNothing,
    said.noDeadline(call('disputeResolver')),
  ];
}
