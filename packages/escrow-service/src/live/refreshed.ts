/** Refreshes the service's record of an escrow. */
import type { Call } from '../contract/call.ts';
import { contractValue, readEntries } from '../contract/entries.ts';
import { readEscrow } from '../contract/read-escrow.ts';
import { balanceKey, balanceOfToken, instanceKey } from '../contract/token.ts';
import { assetOf, decimalsOf } from './asset.ts';
import type { EscrowRecord } from './record.ts';

/** The record with the escrow's present state and balance. @throws Refusal | NetworkTrouble */
export async function refreshed(call: Call, record: EscrowRecord): Promise<EscrowRecord> {
  const { escrow } = await readEscrow(call, record.kind, record.contractId);
  const token = escrow.trustline.address;
  const holding = { token, holder: record.contractId };
  const keys = [instanceKey(token), balanceKey(token, record.contractId)] as const;
  const entries = await readEntries(call, keys);
  const [instance, entry] = keys.map((key) => contractValue(entries(key)));
  const balance = await balanceOfToken(call, holding, instance, entry);
  const changed = token === record.escrow.trustline.address ? {} : await tokenNow(call, token);
  return { ...record, ...changed, escrow, balance: balance ?? record.balance, updatedAt: call.now() };
}

/** The asset and decimals of a token that the record may lack: an update may have changed it. */
export async function tokenNow(call: Call, token: string): Promise<Pick<EscrowRecord, 'asset' | 'decimals'>> {
  const asset = await assetOf(call, token);
  return { asset, decimals: await decimalsOf(call, asset) };
}
