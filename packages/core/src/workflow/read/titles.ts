/** Suggests a person's escrows as they type. Rights are checked when one is chosen. */
import { addressProblem } from '../../escrow/index.ts';
import { knownToken } from '../../escrow/network.ts';
import type { DeskContext } from '../context.ts';
import { personIn } from '../people/person.ts';
import { sum } from '../prepare/limits.ts';
import type { Titled } from '../store/search.ts';
import { shownLine } from './escrow-terms.ts';
import type { TitledEscrow } from './escrow-views.ts';

const MOST_TITLES = 200;
const MOST_LETTERS = 200;

export async function escrowTitles(
  context: DeskContext,
  prefixText: string,
  limit: number,
  wallet?: string,
): Promise<readonly TitledEscrow[]> {
  const most = Math.min(Math.max(Math.trunc(limit), 0), MOST_TITLES);
  const account = wallet !== undefined && addressProblem(wallet, ['account']) === undefined ? wallet : undefined;
  const found = await context.store.titles(personIn(context), prefixText.slice(0, MOST_LETTERS), most, account);
  // Of equal requests of two people, one settles the escrow of both.
  const known = new Set(found.flatMap(({ isParty, contractId }) => (isParty ? [] : contractId)));
  const shown = found.filter(({ isParty, contractId }) => !isParty || !known.has(contractId));
  return shown.flatMap((each) => titledEscrow(context, each) ?? []);
}

/** Undefined where its row was tampered with: it must not hide the others. */
function titledEscrow(
  { network, log }: DeskContext,
  { id, request, contractId, phase, isShared, isParty }: Titled,
): TitledEscrow | undefined {
  try {
    const { address } = request.trustline;
    return {
      id: isParty && contractId !== undefined ? contractId : id,
      ...(contractId === undefined ? {} : { contractId }),
      title: shownLine(request.title),
      status: phase,
      total: sum(request.milestones.map(({ amount }) => amount)),
      tokenCode: knownToken(network, address)?.code ?? address,
      network: network.name,
      ...(isShared || isParty ? { isShared: true } : {}),
      ...(isParty ? { isParty } : {}),
    };
  } catch {
    log?.('warn', `Handle ${id} is not listed: its request cannot be read`);
    return undefined;
  }
}
