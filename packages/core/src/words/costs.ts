/** What is paid out of an escrow, and to whom, in one line. */

/** Decimal strings in token units. */
type Cost = Readonly<Record<'paid' | 'platform' | 'service' | 'receiver', string>>;

export function costText({ paid, platform, service, receiver }: Cost, unit: string): string {
  return `${paid} ${unit}: ${receiver} to the receiver, ${platform} to the platform, ${service} to the service`;
}
