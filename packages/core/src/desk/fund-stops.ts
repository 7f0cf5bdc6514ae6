/** Before somebody pays into an escrow that was made here: whether its terms are still what was agreed. */
import { readTransaction } from '../envelope/read-transaction.ts';
import { CountersignError } from '../errors/errors.ts';
import type { DeployRequest } from '../escrow/index.ts';
import { readDeploy } from '../kinds/read-deploy.ts';
import type { Stop } from '../words/stops.ts';
import { findSeen } from './access.ts';
import type { DeskContext } from './context.ts';
import type { CallOptions } from './desk.ts';
import type { Asked, Offer } from './store/offers.ts';
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
  const own = await ownDeployAt(context, escrow);
  if (own === undefined) return [];
  const sight = await ledger.lookAt({ contracts: [escrow] }, signal);
  const contract = sight.kind === 'seen' ? sight.contracts.get(escrow) : undefined;
  const deploy = readDeploy(readTransaction(own.offer.unsignedXdr, network.passphrase), network.passphrase);
  if (contract === undefined || 'unreadable' in deploy) return [];
  const asCompared = tokenAsCompared(network, own.request, own.offer.reasons);
  const compared = compareStanding(contract, deploy, own.request, asCompared);
  if (compared?.isReachable === false) {
    throw new CountersignError('ADDRESS_TAKEN', { differences: compared.differences });
  }
  const differences = compared?.differences.filter(decidesMoney) ?? [];
  return differences.length === 0 ? [] : [{ code: 'TERMS_CHANGED', params: { differences } }];
}

/** The newest deploy at this address that whoever asks may see. */
async function ownDeployAt(
  context: DeskContext,
  escrow: string,
): Promise<{ readonly offer: Offer; readonly request: DeployRequest } | undefined> {
  for (const offer of await context.store.findByContract('deploy', escrow)) {
    const handle = await findSeen(context, offer.handle);
    if (handle?.action === 'deploy') return { offer, request: handle.request };
  }
  return undefined;
}
