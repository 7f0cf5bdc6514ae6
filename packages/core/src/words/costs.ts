/** What an escrow pays out, and to whom. */

/** Decimal strings in token units. */
type Cost = Readonly<Record<'paid' | 'platform' | 'service' | 'receiver', string>>;

/** One line for each payment, and one for all of them. */
export function labelledCosts(
  { milestones, total }: { readonly milestones: readonly Cost[]; readonly total: Cost },
  unit: string,
): { label: string; value: string }[] {
  if (milestones.length === 1) return [{ label: 'Paid out in all', value: costText(total, unit) }];
  return [
    ...milestones.map((cost, index) => ({ label: `Paid out for milestone ${index + 1}`, value: costText(cost, unit) })),
    { label: 'Paid out in all', value: costText(total, unit) },
  ];
}

function costText(cost: Cost, unit: string): string {
  return `${cost.paid} ${unit}: ${sharesText(cost)}`;
}

/** Who gets what of it. */
export function sharesText({ platform, service, receiver }: Omit<Cost, 'paid'>): string {
  return `${receiver} to the receiver, ${platform} to the platform, ${service} to the service`;
}
