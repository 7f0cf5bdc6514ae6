/** Whose turn it is, in one short sentence. */
import { lifeStateOf, turnsOf } from '../../actions/steps/turn.ts';
import { fromBaseUnits } from '../../escrow/index.ts';
import type { Act, EscrowOnChain } from '../../kinds/index.ts';
import { openAmount } from '../../kinds/progress.ts';
import type { TokenBalance } from '../../ledger/ledger.ts';
import { turnsFor } from '../../words/naming.ts';
import type { DeskContext } from '../context.ts';
import type { Reader } from '../people/names-shown.ts';
import { assetOf } from './escrow-terms.ts';

type NextContext = Pick<DeskContext, 'network' | 'words'> & { readonly reader: Reader };

/**
 * Of an escrow that is on the ledger.
 * @param held absent where it is not known
 * @param isPinned whether it runs the code of this service's escrows: no other is to be paid
 * @param unknownActs what its code takes otherwise than we know
 */
export function nextOnLedger(
  escrow: EscrowOnChain,
  held: TokenBalance | undefined,
  { network, words, reader }: NextContext,
  isPinned = true,
  unknownActs: readonly Act[] = [],
): string {
  if (turnsOf(escrow, held?.units).some(({ action }) => unknownActs.includes(action))) return words.UNKNOWN_INTERFACE;
  const over = held === undefined ? 0n : held.units - openAmount(escrow);
  const step = () => stepOnLedger(escrow, held, { network, words, reader }, isPinned);
  if (held === undefined || over <= 0n) return step();
  const left = `${fromBaseUnits(over, held.decimals)} ${assetOf(escrow, network)}`;
  return openAmount(escrow) === 0n ? words.allPaidText(left) : `${words.overText(left)} ${step()}`;
}

function stepOnLedger(
  escrow: EscrowOnChain,
  held: TokenBalance | undefined,
  { network, words, reader: { names, own } }: NextContext,
  isPinned: boolean,
): string {
  const needed = openAmount(escrow);
  if (needed === 0n) return words.NOTHING_LEFT;
  // Where there is no name for it, an address is shown only next to this sentence.
  const turns = turnsFor(turnsOf(escrow, held?.units), own).map(({ address, ...turn }) =>
    address === undefined || !names.has(address) ? turn : { ...turn, address },
  );
  // In a dispute, funding comes last.
  const ofRoles = turns.filter(({ action }) => action !== 'fund');
  if (lifeStateOf(escrow) === 'in dispute' && (ofRoles.length > 0 || turns.length === 0))
    return words.turnsText(ofRoles);
  if (held === undefined) return words.IS_FUNDED;
  if (held.units < needed) {
    const missing = `${fromBaseUnits(needed - held.units, held.decimals)} ${assetOf(escrow, network)}`;
    // Who buys pays in, and anybody else may.
    const isReaders = own.length === 0 || own.includes(escrow.roles.approver);
    return isPinned ? words.fundText(missing, isReaders) : words.notPinnedText(missing);
  }
  return words.turnsText(turns);
}
