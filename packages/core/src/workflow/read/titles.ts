/** Suggests a person's escrows as they type. Rights are checked when one is chosen. */

import { addAmounts, addressProblem, type DeployRequest } from '../../escrow/index.ts';
import { codeOfToken, type Network } from '../../escrow/network.ts';
import { omitUndefined } from '../../text/fields.ts';
import type { DeskContext } from '../context.ts';
import type { TitledEscrow } from '../model/escrow-views.ts';
import { personIn } from '../model/person.ts';
import type { Titled } from '../store/search.ts';
import { shownLine } from './escrow-terms.ts';
import { isOfFormerContract } from './set-aside.ts';

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
  return shown.map((each) => titledEscrow(context, each));
}

function titledEscrow(
  { network }: DeskContext,
  { id, request, contractId, unsignedXdr, phase, isShared, isParty }: Titled,
): TitledEscrow {
  const setAside = unsignedXdr !== undefined && isOfFormerContract(network, { unsignedXdr });
  return {
    id: isParty && contractId !== undefined ? contractId : id,
    ...omitUndefined({ contractId }),
    status: setAside ? 'ended' : phase,
    network: network.name,
    ...(setAside && { setAside }),
    ...((isShared || isParty) && { isShared: true }),
    ...(isParty && { isParty }),
    ...termsOf(request, network),
  };
}

/** A damaged one is listed without its terms. */
function termsOf(
  request: DeployRequest | undefined,
  network: Network,
): Pick<TitledEscrow, 'title' | 'engagementId' | 'total' | 'tokenCode' | 'damaged'> {
  try {
    if (request !== undefined) {
      const { address } = request.trustline;
      return {
        title: shownLine(request.title),
        engagementId: shownLine(request.engagementId),
        total: addAmounts(request.milestones.map(({ amount }) => amount)),
        tokenCode: codeOfToken(network, address),
      };
    }
  } catch {}
  return { title: '', total: '', tokenCode: '', damaged: 'request' };
}
