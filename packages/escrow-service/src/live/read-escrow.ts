/** An escrow as its contract holds it now. */
import type { EscrowKind, EscrowOnChain } from '@countersign/core/kinds';
import type { xdr } from '@stellar/stellar-sdk/base';
import { askContract, type Call } from '../contract/call.ts';
import { contractValue, readEntries } from '../contract/entries.ts';
import { Refusal } from '../contract/refusal.ts';
import { balanceKey, balanceOfToken, instanceKey } from '../contract/token.ts';
import type { EscrowRecord } from './record.ts';

/**
 * By the contract's own word, which an archived one gives as well.
 * @returns as it stands in the contract, and read
 * @throws Refusal where there is none | NetworkTrouble
 */
export async function readEscrow(
  call: Call,
  kind: EscrowKind,
  contractId: string,
): Promise<{ readonly value: xdr.ScVal; readonly escrow: EscrowOnChain }> {
  const value = await askContract(call, contractId, 'get_escrow');
  const escrow = value && kind.decode(value).escrow;
  if (value === undefined || escrow === undefined) throw new Refusal('Escrow not found');
  return { value, escrow };
}

/** The same record, as the ledger has the escrow and its balance now. @throws Refusal | NetworkTrouble */
export async function refreshed(call: Call, record: EscrowRecord): Promise<EscrowRecord> {
  const { escrow } = await readEscrow(call, record.kind, record.contractId);
  const token = escrow.trustline.address;
  const holding = { token, holder: record.contractId };
  const keys = [instanceKey(token), balanceKey(token, record.contractId)] as const;
  const entries = await readEntries(call, keys);
  const [instance, entry] = keys.map((key) => contractValue(entries(key)));
  const balance = await balanceOfToken(call, holding, instance, entry);
  return { ...record, escrow, balance: balance ?? record.balance, updatedAt: call.now() };
}
