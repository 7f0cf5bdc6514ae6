/** The entries of a balance reply, matched with the addresses that were asked for. */
import * as z from 'zod';
import { canonicalDecimal, expandJsonNumber, MAX_BASE_UNITS, toBaseUnits } from '../../../escrow/index.ts';
import type { BalanceEntry } from '../../escrow-service.ts';

const entrySchema = z.looseObject({ address: z.string(), balance: z.unknown().optional() });

/**
 * One entry for each address. The service may answer in another order, with addresses nobody asked for (ignored),
 * twice, or not at all.
 */
export function matchEntries(addresses: readonly string[], reply: readonly unknown[]): BalanceEntry[] {
  const found = new Map<string, BalanceEntry>();
  for (const item of reply) {
    const { success, data } = entrySchema.safeParse(item);
    if (!success) continue;
    const entry = readEntry(data.address, data.balance);
    const earlier = found.get(data.address);
    found.set(data.address, earlier === undefined ? entry : reconcile(earlier, entry));
  }
  return addresses.map((address) => found.get(address) ?? { address, unread: { code: 'NOT_NAMED', params: {} } });
}

function readEntry(address: string, balance: unknown): BalanceEntry {
  const exact =
    typeof balance === 'number'
      ? expandJsonNumber(String(balance))
      : typeof balance === 'string'
        ? canonicalDecimal(balance)
        : undefined;
  if (exact === undefined) return { address, unread: { code: 'NOT_A_NUMBER', params: {} } };
  if (exact.startsWith('-')) return { address, unread: { code: 'NEGATIVE', params: {} } };
  if (isBeyondAnyToken(exact)) return { address, unread: { code: 'BEYOND_ANY_TOKEN', params: {} } };
  return { address, balance: exact };
}

/** Whether an amount is larger than any token can be: base units are an i128, whatever the decimals. */
function isBeyondAnyToken(balance: string): boolean {
  const decimals = balance.split('.')[1]?.length ?? 0;
  return decimals > MOST_DECIMALS || (toBaseUnits(balance, decimals) as bigint) > MAX_BASE_UNITS;
}

/** With more decimals, not even one whole token would fit into an i128. */
const MOST_DECIMALS = 38;

function reconcile(one: BalanceEntry, other: BalanceEntry): BalanceEntry {
  if ('unread' in one || 'unread' in other) return 'unread' in one ? one : other;
  if (one.balance === other.balance) return one;
  return { address: one.address, unread: { code: 'TWO_BALANCES', params: {} } };
}
