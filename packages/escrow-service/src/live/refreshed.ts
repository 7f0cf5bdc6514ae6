/** What the service keeps of an escrow, brought up to date. */
import type { Call } from '../contract/call.ts';
import { contractValue, readEntries } from '../contract/entries.ts';
import { readEscrow } from '../contract/read-escrow.ts';
import { balanceKey, balanceOfToken, instanceKey } from '../contract/token.ts';
import { assetOf, decimalsOf } from './asset.ts';
import type { EscrowRecord } from './record.ts';

/** The same record, as the ledger has the escrow and its balance now. @throws Refusal | NetworkTrouble */
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

/** Of a token that the service was not told, or not yet: an update may have named another. */
export async function tokenNow(call: Call, token: string): Promise<Pick<EscrowRecord, 'asset' | 'decimals'>> {
  const asset = await assetOf(call, token);
  return { asset, decimals: await decimalsOf(call, asset) };
}
