/** The escrow that a card is about, with its title, its people and whose turn it is. */
import type { CallOptions, EscrowView, PersonalDesk, Settlement, TransactionStatus } from '@countersign/core';

/**
 * Of what settled as the ledger has it by then, else as it was prepared.
 * @returns nothing for a trustline, or where it could not be told: then the message says how to look
 */
export async function escrowOf(
  desk: PersonalDesk,
  told: TransactionStatus | Settlement,
  call?: CallOptions,
): Promise<EscrowView | undefined> {
  const { status, action, contractId } = told;
  if (action === 'trust') return undefined;
  const isThere = contractId !== undefined && (status === 'settled' || action !== undefined);
  const asked = isThere ? { contractId } : 'id' in told ? { id: told.id } : undefined;
  try {
    return asked && (await desk.get({ ...asked, named: true }, call));
  } catch {
    return undefined;
  }
}
