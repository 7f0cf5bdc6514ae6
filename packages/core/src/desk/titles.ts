/** Suggests a person's escrows as they type. Rights are checked when one is chosen. */
import { knownToken } from '../escrow/network.ts';
import type { DeskContext } from './context.ts';
import { shownLine } from './escrow-terms.ts';
import type { TitledEscrow } from './escrow-views.ts';
import { sum } from './limits.ts';
import { personIn } from './person.ts';
import type { Titled } from './store/search.ts';

const MOST_TITLES = 200;
const MOST_LETTERS = 200;

export async function escrowTitles(
  context: DeskContext,
  prefixText: string,
  limit: number,
): Promise<readonly TitledEscrow[]> {
  const most = Math.min(Math.max(Math.trunc(limit), 0), MOST_TITLES);
  const found = await context.store.titles(personIn(context), prefixText.slice(0, MOST_LETTERS), most);
  return found.flatMap((each) => titledEscrow(context, each) ?? []);
}

/** Undefined where its row was tampered with: it must not hide the others. */
function titledEscrow(
  { network, log }: DeskContext,
  { id, request, contractId, phase, isShared }: Titled,
): TitledEscrow | undefined {
  try {
    const { address } = request.trustline;
    return {
      id,
      ...(contractId === undefined ? {} : { contractId }),
      title: shownLine(request.title),
      status: phase,
      total: sum(request.milestones.map(({ amount }) => amount)),
      tokenCode: knownToken(network, address)?.code ?? address,
      network: network.name,
      ...(isShared ? { isShared } : {}),
    };
  } catch {
    log?.('warn', `Handle ${id} is not listed: its request cannot be read`);
    return undefined;
  }
}
