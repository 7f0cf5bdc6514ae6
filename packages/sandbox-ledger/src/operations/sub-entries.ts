import type { xdr } from '@stellar/stellar-sdk/base';
import { BASE_RESERVE, changedAccount, spendable } from '../entries.ts';

/** The network's limit of trustlines, signers and the like that one account owns. */
const MAX_SUB_ENTRIES = 1_000;

/** The account with one more sub-entry, if the limit and its reserve allow it. */
export function ownOneMore(
  account: xdr.AccountEntry,
  change: Parameters<typeof changedAccount>[1] = {},
): xdr.LedgerEntryData | 'too many' | 'low reserve' {
  if (account.numSubEntries >= MAX_SUB_ENTRIES) return 'too many';
  if (spendable(account) < BASE_RESERVE) return 'low reserve';
  return changedAccount(account, { ...change, numSubEntries: account.numSubEntries + 1 });
}
