/** What an escrow pays out, and to whom. */
import type { Cost, Costs } from '../costs.ts';

/** One line for each milestone, and one for the total. */
export function labelledCosts(
  { milestones, total, serviceAddress }: Costs,
  unit: string,
): { label: string; value: string }[] {
  const each = milestones.map((cost, index) => ({
    label: `Paid out for milestone ${index + 1}`,
    value: costText(cost, unit),
  }));
  return [
    ...(milestones.length === 1 ? [] : each),
    { label: 'Paid out in all', value: costText(total, unit) },
    ...(serviceAddress === undefined ? [] : [{ label: 'The service’s share goes to', value: serviceAddress }]),
  ];
}

function costText(cost: Cost, unit: string): string {
  return `${cost.paid} ${unit}: ${sharesText(cost)}`;
}

/** Who gets how much of a payment. */
export function sharesText({ platform, service, receiver }: Omit<Cost, 'paid'>): string {
  return `${receiver} to the receiver, ${platform} to the platform, ${service} to the service`;
}
