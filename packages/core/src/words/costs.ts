/** What an escrow pays out, and to whom. */

/** Decimal strings in token units. */
type Cost = Readonly<Record<'paid' | 'platform' | 'service' | 'receiver', string>>;

/** One line for each payment, and one for all of them; label and value also read as one sentence. */
export function labelledCosts(
  { milestones, total }: { readonly milestones: readonly Cost[]; readonly total: Cost },
  unit: string,
): { label: string; value: string }[] {
  if (milestones.length === 1) return [{ label: 'It pays out', value: costText(total, unit) }];
  return [
    ...milestones.map((cost, index) => ({ label: `Milestone ${index + 1} pays out`, value: costText(cost, unit) })),
    { label: 'In all it pays out', value: costText(total, unit) },
  ];
}

function costText({ paid, platform, service, receiver }: Cost, unit: string): string {
  return `${paid} ${unit}: ${receiver} to the receiver, ${platform} to the platform, ${service} to the service`;
}
