/** Requests of a ledger of the sandbox that was set aside with its contracts (decision 86). */
import type { RequestOf } from '../../actions/action.ts';
import { actionOf } from '../../actions/actions.ts';
import { checkTerms } from '../../actions/deploy/check-deploy.ts';
import { Differences } from '../../actions/differences.ts';
import type { ReadTransaction } from '../../envelope/read-transaction.ts';
import type { Network } from '../../escrow/network.ts';
import { type ReadDeploy, readDeploy, readDeployOf } from '../../kinds/read-deploy.ts';
import { ESCROW_KINDS } from '../../kinds/registry.ts';
import type { DeskContext } from '../context.ts';
import type { ActionRequest, PreparedTransaction } from '../model/requests.ts';
import { readStored } from '../model/reverify.ts';

/** A deploy of a contract that no service makes any more; undefined where it is not one. */
export function readFormerDeploy(read: ReadTransaction, network: Network): ReadDeploy | undefined {
  const isPinned = (call: ReadDeploy) => actionOf('deploy').isPinned(call, network);
  const served = readDeploy(read, network.passphrase);
  if (!('unreadable' in served) && isPinned(served)) return undefined;
  const call = readDeployOf(ESCROW_KINDS, read, network.passphrase);
  return 'unreadable' in call || isPinned(call) ? undefined : call;
}

/** Whether a former deploy is what was asked for. */
export function isAsAsked(
  { escrow, deployer, contractId }: ReadDeploy,
  request: RequestOf<'deploy'>,
  transaction: PreparedTransaction,
  network: Network,
): boolean {
  const differences = new Differences();
  checkTerms(escrow, request, network, differences);
  return differences.list.length === 0 && deployer === request.signer && contractId === transaction.contractId;
}

/** Whether its contract, or the one that it is about, was of a ledger of the sandbox that was set aside. */
export async function isSetAside(
  { network, store }: Pick<DeskContext, 'network' | 'store'>,
  request: ActionRequest,
  transaction: PreparedTransaction,
): Promise<boolean> {
  if (network.name !== 'sandbox' || request.action === 'trust') return false;
  if (request.action === 'deploy') return isOfFormerContract(network, transaction);
  const deploys = await store.findByContract('deploy', request.request.escrow);
  return deploys.length > 0 && deploys.every((deploy) => isOfFormerContract(network, deploy));
}

export function isOfFormerContract(network: Network, row: Pick<PreparedTransaction, 'unsignedXdr'>): boolean {
  if (network.name !== 'sandbox') return false;
  try {
    return readFormerDeploy(readStored(row, network), network) !== undefined;
  } catch {
    return false;
  }
}
