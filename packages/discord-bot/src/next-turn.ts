/** Whose turn it is after what settled, as the ledger has the escrow by then. */
import type { CallOptions, PersonalDesk, Settlement, TransactionStatus } from '@countersign/core';
import { turnsText } from '@countersign/core/words';

/** @returns nothing where it does not follow, or could not be told: then the message says how to look */
export async function nextTurn(
  desk: PersonalDesk,
  { status, action, contractId }: Pick<TransactionStatus | Settlement, 'status' | 'action' | 'contractId'>,
  call?: CallOptions,
): Promise<string | undefined> {
  if (status !== 'settled' || action === undefined || action === 'trust' || contractId === undefined) return undefined;
  try {
    const { turn } = await desk.get({ contractId }, call);
    return turn && turnsText(turn);
  } catch {
    return undefined;
  }
}
