/** Reads accounts and trustlines for building a call. */
import { Asset, Keypair, xdr } from '@stellar/stellar-sdk/base';
import type { Entries } from './entries.ts';
import { Refusal } from './refusal.ts';

export const accountKey = (account: string): xdr.LedgerKey =>
  xdr.LedgerKey.account(new xdr.LedgerKeyAccount({ accountId: Keypair.fromPublicKey(account).xdrAccountId() }));

export function trustlineKey(
  account: string,
  { symbol, address }: { readonly symbol: string; readonly address: string },
): xdr.LedgerKey {
  const accountId = Keypair.fromPublicKey(account).xdrAccountId();
  const asset = new Asset(symbol, address).toTrustLineXdrObject();
  return xdr.LedgerKey.trustline(new xdr.LedgerKeyTrustLine({ accountId, asset }));
}

/** @throws Refusal where there is no such account */
export function sequenceOf(entries: Entries, account: string): bigint {
  const entry = entries(accountKey(account));
  if (entry?.type !== 'account') throw new Refusal(`Account not found: ${account}`);
  return entry.account.seqNum;
}
