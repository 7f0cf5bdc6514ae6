/** Before somebody pays into an escrow that was made here: whether its terms are still what was agreed. */
import { readTransaction } from '../envelope/read-transaction.ts';
import { CountersignError } from '../errors/errors.ts';
import { readDeploy } from '../kinds/read-deploy.ts';
import type { Stop } from '../words/stops.ts';
import type { DeskContext } from './context.ts';
import type { CallOptions } from './desk.ts';
import { seenDeploysAt } from './seen-deploys.ts';
import type { Asked } from './store/offers.ts';
import { tokenAsCompared } from './token-of-request.ts';
import { compareStanding, decidesMoney } from './truth/terms.ts';

/**
 * None where the escrow was not made here, or the ledger cannot be asked.
 * @throws CountersignError ADDRESS_TAKEN where something else stands there
 */
export async function fundStops(
  context: DeskContext,
  asked: Asked,
  { signal }: Pick<CallOptions, 'signal'>,
): Promise<readonly Stop[]> {
  const { ledger, network } = context;
  if (asked.action !== 'fund' || ledger === undefined) return [];
  const { escrow } = asked.request;
  const [own] = await seenDeploysAt(context, escrow);
  if (own === undefined) return [];
  const sight = await ledger.lookAt({ contracts: [escrow] }, signal);
  const contract = sight.kind === 'seen' ? sight.contracts.get(escrow) : undefined;
  const deploy = readDeploy(readTransaction(own.offer.unsignedXdr, network.passphrase), network.passphrase);
  if (contract === undefined || 'unreadable' in deploy) return [];
  const asCompared = tokenAsCompared(network, own.handle.request, own.offer.reasons);
  const compared = compareStanding(contract, deploy, own.handle.request, asCompared);
  if (compared?.isReachable === false) {
    throw new CountersignError('ADDRESS_TAKEN', { differences: compared.differences });
  }
  const differences = compared?.differences.filter(decidesMoney) ?? [];
  return differences.length === 0 ? [] : [{ code: 'TERMS_CHANGED', params: { differences } }];
}
