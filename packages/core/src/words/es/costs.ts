/** What an escrow pays out, and to whom, in Spanish. */
import type { Cost, Costs } from '../costs.ts';

export function labelledCosts(
  { milestones, total, serviceAddress }: Costs,
  unit: string,
): { label: string; value: string }[] {
  const each = milestones.map((cost, index) => ({
    label: `Se paga por el hito ${index + 1}`,
    value: costText(cost, unit),
  }));
  return [
    ...(milestones.length === 1 ? [] : each),
    { label: 'Se paga en total', value: costText(total, unit) },
    ...(serviceAddress === undefined ? [] : [{ label: 'La parte del servicio va a', value: serviceAddress }]),
  ];
}

function costText(cost: Cost, unit: string): string {
  return `${cost.paid} ${unit}: ${sharesText(cost)}`;
}

export function sharesText({ platform, service, receiver }: Omit<Cost, 'paid'>): string {
  return `${receiver} para quien cobra, ${platform} para la plataforma, ${service} para el servicio`;
}
