/** Whose turn it is, in one short sentence. */

import { lifeStateOf, turnsOf } from '../actions/steps/turn.ts';
import { fromBaseUnits } from '../escrow/index.ts';
import type { Network } from '../escrow/network.ts';
import type { EscrowOnChain } from '../kinds/index.ts';
import { openAmount } from '../kinds/progress.ts';
import type { TokenBalance } from '../ledger/ledger.ts';
import { turnsText } from '../words/en/steps.ts';
import { assetOf } from './escrow-terms.ts';
import type { TransactionStatus } from './results.ts';

const PREPARE_AGAIN = 'deploy_escrow with the id prepares it again; then the signer signs.';

export const CONFIRM_AGAIN =
  'deploy_escrow with the id prepares it again; the signer confirms what stands against it, then signs.';

/** Before the ledger has the escrow, or where it cannot be read there. */
export const NEXT_STEPS: Readonly<Record<TransactionStatus['status'], string>> = {
  prepared: 'The signer signs it.',
  'to-confirm': 'The signer confirms what stands against it, then signs.',
  expired: PREPARE_AGAIN,
  rejected: PREPARE_AGAIN,
  sending: 'Ask again in a few seconds.',
  accepted: 'Wait for the ledger’s word; do not fund it yet.',
  unknown: 'get_transaction tells what became of it.',
  settled: 'get_escrow tells how it stands.',
  taken: 'Do not fund it.',
  superseded: 'Go on with the newer version.',
  declined: 'Nothing, unless the person asks for it again.',
  discarded: 'Nothing, unless the person asks for it again.',
};

/** Of entries that are archived: they are no part of the ledger's list, and nothing of them is lost. */
export const ARCHIVED =
  'Its entries are archived on the ledger: nothing is lost. Any call that writes it restores it first, for a fee of about 0.1 XLM; do not take it for missing.';

/** Where the service's own list has not caught up. */
export const SERVICE_LACKS = 'The ledger has it, the service has not noticed yet.';

/**
 * Of an escrow that stands on the ledger.
 * @param held absent where it could not be told
 * @param isPinned whether it runs the code of this service's escrows: no other is to be paid
 */
export function nextOnLedger(
  escrow: EscrowOnChain,
  held: TokenBalance | undefined,
  network: Network,
  isPinned = true,
): string {
  const over = held === undefined ? 0n : held.units - openAmount(escrow);
  if (held === undefined || over <= 0n) return stepOnLedger(escrow, held, network, isPinned);
  const left = `${fromBaseUnits(over, held.decimals)} ${assetOf(escrow, network)}`;
  return openAmount(escrow) === 0n
    ? `All of it was paid out, and ${left} is left in it: only the dispute resolver can withdraw that, where its contract lets them.`
    : `It holds more than it needs: ${left} over. ${stepOnLedger(escrow, held, network, isPinned)}`;
}

function stepOnLedger(
  escrow: EscrowOnChain,
  held: TokenBalance | undefined,
  network: Network,
  isPinned: boolean,
): string {
  const needed = openAmount(escrow);
  if (needed === 0n) return 'Nothing: all of it was paid out.';
  // Whoever is shown this sees the addresses beside it.
  const turns = turnsOf(escrow, held?.units).map(({ address: _, ...turn }) => turn);
  // In a dispute money comes last.
  const ofRoles = turns.filter(({ action }) => action !== 'fund');
  if (lifeStateOf(escrow) === 'in dispute' && (ofRoles.length > 0 || turns.length === 0)) return turnsText(ofRoles);
  if (held === undefined) return 'get_balances tells whether it is funded.';
  if (held.units < needed) {
    const missing = `${fromBaseUnits(needed - held.units, held.decimals)} ${assetOf(escrow, network)} is missing`;
    return isPinned
      ? `Fund it: ${missing}.`
      : `${missing}, but its code is not what this service’s escrows run. Pay nothing into it before you know why.`;
  }
  return turnsText(turns);
}
