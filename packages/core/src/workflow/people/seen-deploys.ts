/** Deploys at an address, as far as the caller may see them. */
import type { DeskContext } from '../context.ts';
import type { DeployHandle, PreparedTransaction } from '../model/requests.ts';
import { findSeen } from './access.ts';

/** Deploys at an address that the caller may see. */
export type SeenDeploy = { readonly offer: PreparedTransaction; readonly handle: DeployHandle };

/** Of several deploys at an address that the caller may see: the one that settled, else one that has not ended. */
export async function deployAt(context: DeskContext, contractId: string): Promise<DeployHandle | undefined> {
  const seen = await seenDeploysAt(context, contractId);
  const best =
    seen.find(({ offer }) => offer.state === 'settled') ??
    seen.find(({ handle }) => handle.end === undefined) ??
    seen[0];
  return best?.handle;
}

/** Newest first. */
export async function seenDeploysAt(
  context: Pick<DeskContext, 'viewer' | 'store'>,
  contractId: string,
): Promise<readonly SeenDeploy[]> {
  const seen: SeenDeploy[] = [];
  for (const offer of await context.store.findByContract('deploy', contractId)) {
    const handle = await findSeen(context, offer.handle);
    if (handle?.action === 'deploy') seen.push({ offer, handle });
  }
  return seen;
}
