/** What can be done next in an escrow, in short sentences, in the order of what waits. */
import { turnsOf } from '../../actions/steps/turn.ts';
import { fromBaseUnits } from '../../escrow/index.ts';
import type { Act, EscrowOnChain } from '../../kinds/index.ts';
import { missingAmount, openAmount } from '../../kinds/progress.ts';
import type { TokenBalance } from '../../ledger/ledger.ts';
import { turnsFor } from '../../words/naming.ts';
import type { DeskContext } from '../context.ts';
import type { Reader } from '../people/names-shown.ts';
import { assetOf } from './escrow-terms.ts';

type NextContext = Pick<DeskContext, 'network' | 'words'> & { readonly reader: Reader };

/** @param isPinned whether it runs this service's code: no other is to be paid */
export function nextOnLedger(
  escrow: EscrowOnChain,
  held: TokenBalance | undefined,
  context: NextContext,
  isPinned = true,
  unknownActs: readonly Act[] = [],
): string {
  const { network, words, reader } = context;
  const all = turnsOf(escrow, held?.units);
  const turns = all.filter(({ action }) => !unknownActs.includes(action));
  const unknown = turns.length < all.length ? [words.UNKNOWN_INTERFACE] : [];
  const needed = openAmount(escrow);
  if (needed === 0n && unknown.length > 0) return words.UNKNOWN_INTERFACE;
  if (held === undefined) {
    if (needed === 0n) return words.NOTHING_LEFT;
    return [...turnSentences(turns, context), words.IS_FUNDED, ...unknown].join(' ');
  }
  const amount = (units: bigint) => `${fromBaseUnits(units, held.decimals)} ${assetOf(escrow, network)}`;
  if (needed === 0n) return held.units === 0n ? words.NOTHING_LEFT : words.allPaidText(amount(held.units));
  const over = held.units > needed ? [words.overText(amount(held.units - needed))] : [];
  // Who buys pays in, and anybody else may.
  const isReaders = reader.own.length === 0 || reader.own.includes(escrow.roles.approver);
  const missing = amount(missingAmount(escrow, held.units));
  const toFund = isPinned ? words.fundText(missing, isReaders) : words.notPinnedText(missing);
  // The contract takes a report before any money is there; anyone who works is better off waiting for it.
  const isWorthIt = held.units > 0n || !turns.some(({ action }) => action === 'fund');
  const shown = turns.filter(({ action }) => isWorthIt || action !== 'change-status');
  const next = turnSentences(shown, context, toFund);
  return [...over, ...(next.length + unknown.length === 0 ? [words.turnsText([])] : next), ...unknown].join(' ');
}

/** @param toFund in place of the turn to pay in */
function turnSentences(
  turns: ReturnType<typeof turnsOf>,
  { words, reader: { names, own } }: NextContext,
  toFund = '',
): readonly string[] {
  // Where there is no name for it, an address is shown only next to this sentence.
  const known = turnsFor(turns, own).map(({ address, ...turn }) =>
    address === undefined || !names.has(address) ? turn : { ...turn, address },
  );
  const at = known.findIndex(({ action }) => action === 'fund');
  const text = (some: typeof known) => (some.length === 0 ? [] : [words.turnsText(some)]);
  return at < 0 ? text(known) : [...text(known.slice(0, at)), toFund, ...text(known.slice(at + 1))];
}
