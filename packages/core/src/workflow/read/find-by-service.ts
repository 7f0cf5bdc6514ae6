/** Escrows of a wallet that were not prepared here: those that the service lists, each confirmed on the ledger or marked. */

import { fromBaseUnits } from '../../escrow/index.ts';
import { addressesIn } from '../../kinds/escrow-on-chain.ts';
import type { EscrowOnChain } from '../../kinds/index.ts';
import { openAmount } from '../../kinds/progress.ts';
import type { ServiceRow } from '../../service/escrow-service.ts';
import { fold } from '../../text/fold.ts';
import type { DeskContext } from '../context.ts';
import type { FoundEscrow } from '../model/escrow-views.ts';
import type { OnLedger } from '../model/on-ledger.ts';
import type { Reader } from '../people/names-shown.ts';
import { seenDeploysAt } from '../people/seen-deploys.ts';
import { nextOnLedger } from './escrow-next.ts';
import { assetOf, shownLine } from './escrow-terms.ts';

/** More than are shown, since the search words are matched against what the ledger has. */
const MOST_ASKED = 40;

/** The service's rows that the caller did not prepare here, cut to as many as the ledger is asked about. */
export async function rowsFromElsewhere(
  context: DeskContext,
  rows: readonly ServiceRow[] = [],
): Promise<readonly ServiceRow[]> {
  const elsewhere: ServiceRow[] = [];
  for (const row of rows) {
    if (elsewhere.length >= MOST_ASKED) break;
    if ((await seenDeploysAt(context, row.contractId)).length === 0) elsewhere.push(row);
  }
  return elsewhere;
}

/** @param words each must occur in its title or engagement id */
export function hasWords(row: ServiceRow, { escrow }: Partial<OnLedger>, words: readonly string[]): boolean {
  const { title = '', engagementId = '' } = escrow ?? row;
  const text = fold(`${title} ${engagementId}`);
  return words.every((word) => text.includes(word));
}

/** @param found what the ledger has at its address; undefined where it was not asked */
export function entryOfRow(
  { network, words, reader }: Pick<DeskContext, 'network' | 'words'> & { readonly reader: Reader },
  row: ServiceRow,
  { state, escrow, held, codeIs, unknownActs }: Partial<OnLedger>,
  wallet: string,
): FoundEscrow {
  const base = { status: 'not-prepared-here', contractId: row.contractId } as const;
  const archived = state === 'archived' ? { archived: true as const } : {};
  if (escrow === undefined) {
    const next = state === 'archived' ? words.ARCHIVED : words.NOT_CONFIRMED;
    return { ...base, title: shownLine(row.title ?? ''), by: 'service', ...archived, next };
  }
  const isTheirs = hasRole(escrow, wallet);
  const nextText = () => {
    if (codeIs === 'unknown') return words.UNKNOWN_CODE;
    if (!isTheirs) return words.NO_ROLE_THERE;
    const next = nextOnLedger(escrow, held, { network, words, reader }, codeIs === 'pinned', unknownActs);
    return `${next} ${words.COMPARE_ROLES}`;
  };
  return {
    ...base,
    title: shownLine(escrow.title),
    by: isTheirs ? 'ledger' : 'service',
    ...(held && {
      needed: fromBaseUnits(openAmount(escrow), held.decimals),
      held: fromBaseUnits(held.units, held.decimals),
    }),
    ...archived,
    asset: assetOf(escrow, network),
    next: nextText(),
  };
}

export const hasRole = (escrow: EscrowOnChain, wallet: string): boolean => addressesIn(escrow).includes(wallet);
