/** What an escrow pays out, and to whom. */
import { format } from '../text/message.ts';
import type { Messages } from './catalogue.ts';
import type { Cost, Costs, PayeeCost } from './data/life.ts';

/** One line for each milestone, one for each of several receivers, and one for the total. */
export function labelledCosts(
  messages: Messages,
  { milestones, total, payees, serviceAddress }: Costs,
  unit: string,
): { label: string; value: string }[] {
  const { costs } = messages;
  const costText = (cost: Cost, isSeveral = false) => `${cost.paid} ${unit}: ${sharesText(messages, cost, isSeveral)}`;
  const each = milestones.map((cost, index) => ({
    label: format(costs.milestone, { milestone: index + 1 }),
    value: costText(cost),
  }));
  return [
    ...(milestones.length === 1 ? [] : each),
    ...(payees ?? []).map((payee) => ({
      label: costs.payee,
      value: `${payee.address}: ${payeeText(messages, payee, unit)}`,
    })),
    { label: costs.total, value: costText(total, payees !== undefined) },
    ...(serviceAddress === undefined ? [] : [{ label: costs.serviceAddress, value: serviceAddress }]),
  ];
}

/** What arrives at one of several receivers, after fees: “142.05 of 150 USDC, for milestones 1, 3”. */
export function payeeText(
  { costs: { received } }: Messages,
  { paid, receiver, milestones }: Omit<PayeeCost, 'address'>,
  unit: string,
): string {
  return format(milestones.length === 1 ? received.one : received.other, {
    receiver,
    paid: `${paid} ${unit}`,
    milestones: milestones.join(', '),
  });
}

/** Who gets how much of a payment. @param isSeveral whether there are several receivers */
export function sharesText(
  { costs: { shares } }: Messages,
  { platform, service, receiver }: Omit<Cost, 'paid'>,
  isSeveral = false,
): string {
  return format(isSeveral ? shares.several : shares.one, { receiver, platform, service });
}
